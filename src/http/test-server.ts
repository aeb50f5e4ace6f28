import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Config, readConfig } from "../config.ts";
import { createDeps, type Deps } from "../deps.ts";
import { createApp } from "./app.ts";
import { listen } from "./server.ts";

export type TestServer = { origin: string; deps: Deps; stop: () => Promise<void> };
export type TestOverrides = { config?: Partial<Config>; deps?: Partial<Deps> };

/** A configuration for tests: a fresh data folder, any free port, limits out of the way, a quiet log. */
export function testConfig(overrides: Partial<Config> = {}): Config {
  const dataDir = mkdtempSync(join(tmpdir(), "attestamp-test-"));
  const settings = { PORT: "0", HOST: "127.0.0.1", DATA_DIR: dataDir, RATE_LIMIT_FACTOR: "1000" };
  return { ...readConfig({ ...settings, CONVERTER: "off", LOG_LEVEL: "silent" }), ...overrides };
}

/**
 * The real server on a real socket over a data folder of its own, which `stop` deletes. Its public
 * address is the socket's unless a test gives another.
 */
export async function startTestServer(overrides: TestOverrides = {}): Promise<TestServer> {
  const config = testConfig(overrides.config);
  const deps = createDeps(config, overrides.deps);
  const server = listen(createApp(deps), config);
  const origin = `http://localhost:${server.port}`;
  config.origin = overrides.config?.origin ?? origin;
  return {
    origin,
    deps,
    async stop() {
      await server.stop();
      deps.db.$client.close();
      rmSync(config.dataDir, { recursive: true, force: true });
    },
  };
}
