import { type Database, sqliteOf } from "./client.ts";

const lookAgainMs = 20;

/**
 * The one right to write, which another process may hold: a backup being put down, a command of the operator. SQLite
 * waits for it inside a call, and with it everything else in this process; here it is waited for between calls.
 */
export class WriteLock {
  /** How long somebody waits; then the write itself is tried, and says that the database is busy. */
  maxWaitMs = 5_000;
  readonly #db: Database;
  #freed: Promise<void> | undefined;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Whether another process holds it right now. Takes no longer when it does. */
  isHeldElsewhere(): boolean {
    const client = sqliteOf(this.#db);
    const usual = Number(client.pragma("busy_timeout", { simple: true }));
    client.pragma("busy_timeout = 0");
    try {
      client.exec("BEGIN IMMEDIATE; ROLLBACK");
      return false;
    } catch (error) {
      return error instanceof Error && "code" in error && String(error.code).startsWith("SQLITE_BUSY");
    } finally {
      client.pragma(`busy_timeout = ${usual}`);
    }
  }

  /** Resolves as soon as it is free, or after `maxWaitMs`. Never rejects: what else is wrong the write says. */
  async untilFree(): Promise<void> {
    if (!sqliteOf(this.#db).open || !this.isHeldElsewhere()) return;
    this.#freed ??= this.#lookAgain();
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, this.maxWaitMs);
    await Promise.race([this.#freed, promise]);
    clearTimeout(timer);
  }

  async #lookAgain(): Promise<void> {
    do await Bun.sleep(lookAgainMs);
    while (sqliteOf(this.#db).open && this.isHeldElsewhere());
    this.#freed = undefined;
  }
}
