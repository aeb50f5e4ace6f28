import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { type Database, openDatabase } from "../db/client.ts";
import { upgradeDatabase } from "../db/upgrade.ts";
import { createSessions, type Sessions } from "./accounts/sessions.ts";
import type { Config } from "./config.ts";
import { createLog, type Log } from "./log.ts";

/** Everything a feature may use. Built once, by hand; tests override single parts. */
export type Deps = {
  config: Config;
  db: Database;
  log: Log;
  /** The one clock, milliseconds since 1970 UTC. */
  now: () => number;
  sessions: Sessions;
};

/** The one wiring used by serve, the commands and the tests. Throws AppError when the data cannot be used. */
export function createDeps(config: Config, overrides: Partial<Deps> = {}): Deps {
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
  const db = overrides.db ?? openDatabase(join(config.dataDir, "attestamp.sqlite"));
  upgradeDatabase(db, config.dataDir);
  const now = overrides.now ?? Date.now;
  const https = config.origin.startsWith("https:");
  const sessions = createSessions({ db, now, https });
  return { config, db, log: createLog(config.logLevel), now, sessions, ...overrides };
}
