import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { closeDatabase, configureForServer } from "../../db/client.ts";
import { openDatabaseIn } from "../../db/open.ts";
import { stateFiles } from "../../db/state-files.ts";
import { Passwords } from "../features/accounts/passwords.ts";
import type { Config } from "../features/config.ts";
import type { Deps } from "../features/deps.ts";
import { loadLog } from "../issuing/log/log-state.service.ts";
import { externalRoots } from "../issuing/tsa/external-roots.ts";
import { ExternalTsas } from "../issuing/tsa/external-tsas.ts";
import { createLogger } from "../platform/logger.ts";
import { createDeps } from "../server/create-deps.ts";
import { createApp } from "../server/http/app.ts";
import { readBuiltPage } from "../server/http/built-page.ts";
import { once } from "../server/http/once.ts";
import { loadPage } from "../server/http/page-settings.ts";
import { listen } from "../server/http/server.ts";
import { readConfig } from "../server/read-config.ts";
import { makeOutputsStrict } from "./strict-outputs.ts";
import { findTestDatabase } from "./test-postgres.ts";

export type TestServer = { origin: string; deps: Deps; stop: () => Promise<void> };
export type TestOverrides = { config?: Partial<Config>; deps?: Partial<Deps> };

/** The minimum cost of Argon2, because these tests register a thousand accounts. */
const cheap = { memoryCost: 8, timeCost: 1 };

/** An empty data folder for one test. */
export function makeTestFolder(): string {
  return mkdtempSync(join(tmpdir(), "attestamp-test-"));
}

/** A configuration for tests: any free port, high limits, a quiet log. */
export function testConfig(overrides: Partial<Config> & { dataDir: string }): Config {
  const settings = { HOST: "127.0.0.1", RATE_LIMIT_FACTOR: "1000", ANCHORS: "off", CONVERTER: "off" };
  const databaseUrl = findTestDatabase(overrides.dataDir);
  return { ...readConfig({ ...settings, LOG_LEVEL: "silent" }), port: 0, databaseUrl, ...overrides };
}

/**
 * The real server on a real socket, with cheap password hashes unless their cost is tested. By default, its public
 * address is its socket, and it has a new data folder, which `stop` deletes.
 */
export async function startTestServer(overrides: TestOverrides = {}): Promise<TestServer> {
  makeOutputsStrict();
  const dataDir = overrides.config?.dataDir ?? makeTestFolder();
  const config = testConfig({ ...overrides.config, dataDir });
  const isNew = overrides.config?.dataDir === undefined && overrides.deps?.db === undefined;
  if (isNew && config.databaseUrl === undefined) {
    writeFileSync(join(dataDir, stateFiles.database), await newDatabase(), { mode: 0o600 });
  }
  const externalTsas = unhurriedTsas(config, overrides.deps);
  const deps = await createDeps(config, { passwords: new Passwords(cheap), externalTsas, ...overrides.deps });
  const server = listen(createApp(deps, loadPage(config, builtPage())), config, deps.log);
  const origin = `http://localhost:${server.port}`;
  config.origin = overrides.config?.origin ?? origin;
  await loadLog(deps);
  configureForServer(deps.db);
  return {
    origin,
    deps,
    async stop() {
      await server.stop();
      await closeDatabase(deps.db);
      if (overrides.config?.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** What every server reads; more than a thousand start in the tests. */
const builtPage = once(() => readBuiltPage());

/** A database with empty tables, which every new server gets: to create them would be half of its start. */
const newDatabase = once(async () => {
  const folder = makeTestFolder();
  await closeDatabase(await openDatabaseIn(folder));
  const bytes = readFileSync(join(folder, stateFiles.database));
  rmSync(folder, { recursive: true, force: true });
  return bytes;
});

/** The external authorities in the settings, with a longer timeout for busy machines. */
function unhurriedTsas({ tsaUrls, tsaRoots, logLevel }: Config, overrides: Partial<Deps> = {}): ExternalTsas {
  const { now = Date.now, log = createLogger(logLevel) } = overrides;
  const timeoutMs = { one: 100_000, all: 300_000 };
  return new ExternalTsas({ urls: tsaUrls, roots: externalRoots(tsaRoots), now, log, timeoutMs });
}
