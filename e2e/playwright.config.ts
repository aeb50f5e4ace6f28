import { existsSync } from "node:fs";
import { defineConfig } from "@playwright/test";
import { browsers } from "./support/tools.ts";

/** The system's browser if there is one, otherwise Playwright's. */
const systemBrowser = browsers.map((name) => `/usr/bin/${name}`).find((path) => existsSync(path));

export default defineConfig({
  testDir: ".",
  testMatch: "**/*.e2e.ts",
  outputDir: "../test-results",
  /** Reached only by something that never happens, no matter how slow and busy the machine is. */
  timeout: 360_000,
  expect: { timeout: 60_000 },
  workers: 2,
  fullyParallel: false,
  forbidOnly: true,
  reporter: [["list"]],
  use: {
    browserName: "chromium",
    viewport: { width: 1280, height: 900 },
    acceptDownloads: true,
    /** Tests cannot intercept requests that a service worker answers; only tests of the installed app allow one. */
    serviceWorkers: "block",
    /** Traces cost a third of the time. To debug a failed test: `bun run e2e NAME --trace on`. */
    trace: "on-first-retry",
    launchOptions: {
      executablePath: systemBrowser,
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
});
