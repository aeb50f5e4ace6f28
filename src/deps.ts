import type { Database } from "../db/client.ts";
import { openDatabaseIn } from "../db/open.ts";
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
  const db = overrides.db ?? openDatabaseIn(config.dataDir);
  const now = overrides.now ?? Date.now;
  const sessions = createSessions({ db, now, https: config.origin.startsWith("https:") });
  return { config, db, log: createLog(config.logLevel), now, sessions, ...overrides };
}
