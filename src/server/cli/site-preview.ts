import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Hono } from "hono";
import { closeDatabase, configureForServer } from "../../../db/client.ts";
import { AppError } from "../../errors.ts";
import type { Config } from "../../features/config.ts";
import type { Deps } from "../../features/deps.ts";
import { loadLog } from "../../issuing/log/log-state.service.ts";
import { prepareFileStore } from "../../platform/files/open-file-store.ts";
import { programName } from "../../program-info.ts";
import { startBackground } from "../background.ts";
import { createDeps } from "../create-deps.ts";
import { createApp } from "../http/app.ts";
import type { App, HttpEnv } from "../http/http-env.ts";
import { listen } from "../http/server.ts";
import { readServerConfig } from "../read-server-config.ts";
import { siteFolder } from "../site/read-site.ts";
import { onStopSignal } from "./stop-signal.ts";

/** Where the preview is served: by default on the next port after the server's, and only for this machine. */
export type PreviewPlace = { host: string; port: number | undefined };

/**
 * Serves the pages as customized by DATA_DIR/site, until it is stopped. It is a real server with a separate data
 * folder, which is deleted when it stops: nothing in DATA_DIR changes, no email is sent, and no one can pay. When a
 * file has changed, the next request rereads the folder. Throws AppError if the folder is invalid at the start.
 */
export async function previewSite({ host, port }: PreviewPlace): Promise<void> {
  const real = readServerConfig();
  const dataDir = mkdtempSync(join(tmpdir(), "attestamp-preview-"));
  process.on("exit", () => rmSync(dataDir, { recursive: true, force: true }));
  const place = { host, port: port ?? real.port + 1, dataDir };
  const deps = await openPreview(toPreview(real, place));
  const server = listen(buildPreview(deps, real.dataDir, place), deps.config, deps.log);
  const background = await startBackground(deps);
  onStopSignal(async () => {
    await server.stop();
    await background.stop();
    await closeDatabase(deps.db);
  }, deps.log);
  console.log(
    [
      `The preview of ${siteFolder(real.dataDir)} is at ${deps.config.origin}`,
      "Change the files and reload the page. You can create accounts and stamp documents; everything is deleted when you stop the preview.",
      ...(real.payments ? [] : [noPrices]),
      "To stop it, press Ctrl+C.",
    ].join("\n"),
  );
}

async function openPreview(config: Config): Promise<Deps> {
  const deps = await createDeps(config, { files: await prepareFileStore(config) });
  await loadLog(deps);
  configureForServer(deps.db);
  return deps;
}

type Place = { host: string; port: number; dataDir: string };

/** The real server's settings that affect the pages, and none that contact anyone else. */
function toPreview(real: Config, place: Place): Config {
  return {
    ...real,
    ...place,
    origin: `http://localhost:${place.port}`,
    databaseUrl: undefined,
    keysSecret: undefined,
    s3: undefined,
    admin: undefined,
    smtpUrl: undefined,
    backups: undefined,
    metricsToken: undefined,
    tracing: undefined,
    trustedLists: [],
    // A port that refuses: no domain of an office is looked up.
    dnsServer: "127.0.0.1:9",
    tsaUrls: [],
    anchorAuthorities: [],
    otsCalendars: [],
    bitcoinExplorers: [],
    logWitnesses: [],
    witnessFor: [],
    watch: [],
    payments: real.payments && { ...nobodyPays, tax: real.payments.tax },
    signupDisabled: false,
    trustProxy: false,
    webhookPrivate: false,
    logLevel: "error",
  };
}

const noPrices = `The pages show prices only once Stripe is set up (STRIPE_SECRET_KEY). Until then, see: ${programName} site check`;

/** With these, the pages show prices; nothing answers at the address. */
const nobodyPays = {
  secretKey: "sk_test_preview",
  publishableKey: "pk_test_preview",
  webhookSecret: undefined,
  apiUrl: "http://127.0.0.1:9",
};

/**
 * The app for the current state of the folder, rebuilt when a file has changed. If the folder is invalid, the app says
 * why.
 */
function buildPreview(deps: Deps, dataDir: string, place: Place): App {
  let built = { of: describeFiles(dataDir), app: createApp(deps), error: "" };
  const preview: App = new Hono<HttpEnv>();
  preview.all("*", (c) => {
    const of = describeFiles(dataDir);
    if (of !== built.of) built = { of, ...rebuild(deps, place, built.app) };
    if (built.error !== "") return c.text(`${built.error}\n\nPlease fix it and reload this page.\n`, 500);
    return built.app.fetch(c.req.raw, c.env);
  });
  return preview;
}

function rebuild(deps: Deps, place: Place, before: App): { app: App; error: string } {
  try {
    Object.assign(deps.config, toPreview(readServerConfig(), place));
    return { app: createApp(deps), error: "" };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { app: before, error: error.message };
  }
}

/** Names, sizes and times of the files; changes when any of them does. */
function describeFiles(dataDir: string): string {
  const folder = siteFolder(dataDir);
  try {
    return readdirSync(folder)
      .map((name) => {
        const { size, mtimeMs } = statSync(join(folder, name));
        return `${name} ${size} ${mtimeMs}`;
      })
      .join("\n");
  } catch {
    return "";
  }
}
