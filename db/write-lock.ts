import { type Database, SqliteEngine, sqliteOf } from "./client.ts";

const lookAgainMs = 20;

/**
 * The write lock of SQLite, which another process may hold: a backup, a command of the operator. SQLite would wait for
 * it inside a call and block this process; this class waits between calls.
 */
export class WriteLock {
  /** The maximum wait. When it is over, the write is attempted anyway, and reports that the database is busy. */
  maxWaitMs = 5_000;
  readonly #db: Database;
  #freed: Promise<void> | undefined;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Whether another process holds the lock right now. Returns immediately. */
  isHeldElsewhere(): boolean {
    if (this.#db.engine === "postgres") return false;
    const { writer, busyTimeoutMs } = SqliteEngine.of(this.#db);
    try {
      writer.exec("PRAGMA busy_timeout = 0; BEGIN IMMEDIATE; ROLLBACK");
      return false;
    } catch (error) {
      return error instanceof Error && "code" in error && String(error.code).startsWith("SQLITE_BUSY");
    } finally {
      writer.exec(`PRAGMA busy_timeout = ${busyTimeoutMs}`);
    }
  }

  /**
   * Resolves as soon as the lock is free, or after `maxWaitMs`. Never rejects: the write itself reports other errors.
   */
  async untilFree(): Promise<void> {
    if (!this.#isOpen() || !this.isHeldElsewhere()) return;
    this.#freed ??= this.#lookAgain();
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, this.maxWaitMs);
    await Promise.race([this.#freed, promise]);
    clearTimeout(timer);
  }

  async #lookAgain(): Promise<void> {
    do await Bun.sleep(lookAgainMs);
    while (this.#isOpen() && this.isHeldElsewhere());
    this.#freed = undefined;
  }

  #isOpen(): boolean {
    return this.#db.engine === "sqlite" && sqliteOf(this.#db).open;
  }
}
