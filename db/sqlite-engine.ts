import { AsyncLocalStorage } from "node:async_hooks";
import Sqlite from "better-sqlite3";
import { SQLiteAsyncDialect } from "drizzle-orm/sqlite-core";
import {
  type Answer,
  type Database,
  DatabaseUnavailableError,
  Engine,
  type Method,
  type TransactionOptions,
} from "./engine.ts";
import { Mutex } from "./mutex.ts";
import type { WalSync } from "./wal-sync.ts";

/** How long a write waits for another process that writes, such as a command of the operator. */
export const maxLockWaitMs = 5_000;
const briefLockWaitMs = 100;
const lockRetryMs = 20;

const isBrief = new AsyncLocalStorage<true>();

/** Runs work whose writes are refused if another process writes for longer than a moment. */
export function waitingBriefly<T>(work: () => T): T {
  return isBrief.run(true, work);
}

/** The number of prepared statements per connection. Most have fixed texts; lists of values create new ones. */
const maxStatements = 500;

/** A connection that caches its prepared statements. */
class Connection {
  readonly #statements = new Map<string, Sqlite.Statement<unknown[], unknown[]>>();
  /** How many statements were run that may have changed something. */
  writes = 0;

  constructor(readonly client: Sqlite.Database) {}

  run(text: string, params: unknown[], method: Method): Awaited<Answer> {
    const statement = this.#statements.get(text) ?? this.#compile(text);
    if (!statement.readonly) this.writes += 1;
    if (!statement.reader) {
      statement.run(...params);
      return { rows: [] };
    }
    // Without a row, drizzle expects undefined, which its type does not say.
    if (method === "get") return { rows: statement.get(...params) as unknown[] };
    return { rows: statement.all(...params) };
  }

  #compile(text: string): Sqlite.Statement<unknown[], unknown[]> {
    const statement = this.client.prepare<unknown[], unknown[]>(text);
    if (statement.reader) statement.raw();
    for (const oldest of this.#statements.keys()) {
      if (this.#statements.size < maxStatements) break;
      this.#statements.delete(oldest);
    }
    this.#statements.set(text, statement);
    return statement;
  }
}

/** Kept from the garbage collector, which would close their connections. */
const leftOpen = new Set<Engine>();

/** Until the process ends. At its natural end, all connections would be closed; `process.exit` closes none. */
function leaveOpen(engine: Engine): void {
  if (leftOpen.size === 0) process.once("exit", (code) => process.exit(code));
  leftOpen.add(engine);
}

/**
 * One connection writes, one transaction or statement at a time; another reads committed data. No result reaches a
 * caller before the commits that it may depend on are on the disk, except commits that need not be durable.
 */
export class SqliteEngine extends Engine {
  readonly #writer: Connection;
  readonly #reader: Connection;
  readonly #mutex = new Mutex();
  readonly #wal: WalSync | undefined;
  /** How long a write waits for another process's write lock. Then it is refused with SQLITE_BUSY. */
  maxLockWaitMs = maxLockWaitMs;

  /**
   * Without a second connection, the first one also reads. Without `wal`, nothing is synced here: SQLite does it, or
   * the database is only read.
   */
  constructor(writer: Sqlite.Database, reader = writer, wal?: WalSync) {
    super("sqlite", new SQLiteAsyncDialect());
    this.#writer = new Connection(writer);
    this.#reader = reader === writer ? this.#writer : new Connection(reader);
    this.#wal = wal;
  }

  static override of(db: Database): SqliteEngine {
    const engine = Engine.of(db);
    if (engine instanceof SqliteEngine) return engine;
    throw new Error("This database is not SQLite.");
  }

  get writer(): Sqlite.Database {
    return this.#writer.client;
  }

  get reader(): Sqlite.Database {
    return this.#reader.client;
  }

  /** Resolves when all commits so far are on the disk. */
  async untilSynced(): Promise<void> {
    try {
      await this.#wal?.untilSynced();
    } catch (cause) {
      throw new DatabaseUnavailableError("DATABASE_AWAY", cause);
    }
  }

  /** Moves the write-ahead log into the database. Rejects after a failed sync, which may have lost parts of the log. */
  async checkpoint(): Promise<void> {
    await this.untilSynced();
    this.writer.pragma("wal_checkpoint(TRUNCATE)");
  }

  async close(): Promise<void> {
    await this.#mutex.run(async () => {
      await this.#wal?.close();
      // Closing the last connection copies the write-ahead log into the database, without checking whether a failed
      // sync has lost parts of it. The next start checks that.
      if (this.#wal?.hasFailed) {
        leaveOpen(this);
        return;
      }
      this.reader.close();
      this.writer.close();
    });
  }

  protected async runOutside(
    text: string,
    params: unknown[],
    method: Method,
    isRead: boolean,
  ): Promise<Awaited<Answer>> {
    if (isRead) {
      const found = this.#reader.run(text, params, method);
      await this.untilSynced();
      return found;
    }
    return this.#runThenSync(
      () => this.#writer.run(text, params, method),
      (answer) => {
        this.#wal?.noteCommit();
        return answer;
      },
    );
  }

  protected async transact<T>(
    work: (db: Database) => Promise<T>,
    { isDurable = true }: TransactionOptions,
  ): Promise<T> {
    return this.#bracket("BEGIN IMMEDIATE", work, isDurable);
  }

  protected async readSnapshot<T>(work: (db: Database) => Promise<T>): Promise<T> {
    return this.#bracket("BEGIN", work);
  }

  async #bracket<T>(begin: string, work: (db: Database) => Promise<T>, isDurable = true): Promise<T> {
    const start = () => this.#writer.run(begin, [], "run");
    return this.#runThenSync(start, async () => {
      // After BEGIN IMMEDIATE, which SQLite also calls a write.
      const writesBefore = this.#writer.writes;
      try {
        const result = await this.runCallback(
          (text, params, method) => this.#writer.run(text, params, method),
          work,
        );
        this.#writer.run("COMMIT", [], "run");
        return result;
      } catch (error) {
        if (this.writer.inTransaction) this.#writer.run("ROLLBACK", [], "run");
        throw error;
      } finally {
        if (isDurable && this.#writer.writes > writesBefore) this.#wal?.noteCommit();
      }
    });
  }

  /**
   * Runs `start`, then `rest`, while no other write runs. What they return or throw may depend on any commit before
   * their end. If another process has the write lock, `start` runs again later, and others may write or read first.
   */
  async #runThenSync<Started, T>(
    start: () => Started,
    rest: (started: Started) => T | Promise<T>,
  ): Promise<T> {
    let deadline: number | undefined;
    const attempt = () =>
      this.#mutex.run(async () => {
        this.#wal?.throwIfFailed();
        deadline ??= performance.now() + (isBrief.getStore() ? briefLockWaitMs : this.maxLockWaitMs);
        const started = tryWithLock(start, deadline);
        return started && { result: await rest(started.result) };
      });
    try {
      let done = await attempt();
      while (!done) {
        await Bun.sleep(lockRetryMs);
        done = await attempt();
      }
      return done.result;
    } finally {
      await this.untilSynced();
    }
  }
}

/** Undefined if another process has the write lock and `deadline` has not passed. Then `work` has changed nothing. */
function tryWithLock<T>(work: () => T, deadline: number): { result: T } | undefined {
  try {
    return { result: work() };
  } catch (error) {
    const isLocked = error instanceof Sqlite.SqliteError && error.code.startsWith("SQLITE_BUSY");
    if (isLocked && performance.now() < deadline) return;
    throw error;
  }
}
