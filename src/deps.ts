import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { type Database, migrateDatabase, openDatabase } from "../db/client.ts";
import type { Config } from "./config.ts";
import { createLog, type Log } from "./log.ts";

/** Everything a feature may use. Built once, by hand; tests override single parts. */
export type Deps = {
  config: Config;
  db: Database;
  log: Log;
  /** The one clock, milliseconds since 1970 UTC. */
  now: () => number;
};

/** The one wiring used by serve, the commands and the tests. */
export function createDeps(config: Config, overrides: Partial<Deps> = {}): Deps {
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
  const db = overrides.db ?? openDatabase(join(config.dataDir, "attestamp.sqlite"));
  migrateDatabase(db);
  return { config, db, log: createLog(config.logLevel), now: Date.now, ...overrides };
}
