import { AsyncLocalStorage } from "node:async_hooks";
import type { SQLiteAsyncDialect } from "drizzle-orm/sqlite-core";
import {
  type AsyncRemoteCallback,
  type PreparedQueryConfig,
  type RemotePreparedQuery,
  SQLiteRemoteSession,
  SqliteRemoteDatabase,
} from "drizzle-orm/sqlite-proxy";

export type EngineName = "sqlite" | "postgres";

export type TransactionOptions = {
  /**
   * PostgreSQL only; SQLite has one writer. "serializable", the default: the result is as if transactions ran one after
   * the other, and a transaction that conflicts runs again. "read committed": each statement sees what was committed
   * when it started, so rows that a decision depends on must be locked (FOR UPDATE).
   */
  isolation?: "serializable" | "read committed";
  /**
   * SQLite only. False: the commit does not wait for the disk, so a power failure may undo it unless a durable commit
   * followed. For work that can simply be repeated. Default: true.
   */
  isDurable?: boolean;
  /** Only for PostgreSQL. True: its statements may take longer than a minute. */
  mayTakeLong?: boolean;
};

/**
 * The database that repositories and features use, on either engine. Outside of transactions, it shows only committed
 * data, and each statement is its own transaction.
 */
export interface Database extends Omit<SqliteRemoteDatabase, "batch" | "query" | "transaction"> {
  /** For the few SQL expressions that differ (`sql-dialect.ts`). */
  readonly engine: EngineName;
  /**
   * All or nothing. `work` must use the database it is given and wait for nothing else, because other writers wait for
   * it; an engine may run it again. Meanwhile, statements through another handle of the same database and nested
   * transactions are refused. Statements that are started together (`Promise.all`) run in this order, and PostgreSQL
   * answers them in one round trip.
   */
  transaction<T>(work: (db: Database) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** All reads of `work` see the same point in time. Writes are refused on PostgreSQL. */
  readSnapshot<T>(work: (db: Database) => Promise<T>): Promise<T>;
}

export type Method = Parameters<AsyncRemoteCallback>[2];
export type Answer = ReturnType<AsyncRemoteCallback>;
/**
 * Runs one statement. `isRead`: it only reads. Without a row, drizzle expects undefined for "get", which its type does
 * not say.
 */
export type RunStatement = (
  text: string,
  params: unknown[],
  method: Method,
  isRead: boolean,
) => Answer | Awaited<Answer>;

/** The database is unreachable, or too many others are writing; the same call may succeed later. */
export class DatabaseUnavailableError extends Error {
  constructor(
    readonly code: "DATABASE_AWAY" | "DATABASE_BUSY",
    cause: unknown,
  ) {
    super(cause instanceof Error ? cause.message : "The database is not available.", { cause });
  }
}

/** A text contains a NUL character. PostgreSQL cannot store it, so no engine accepts it and both behave the same. */
class UnstorableTextError extends Error {
  readonly code = "TEXT_WITH_NUL";
}

type NoSchema = Record<string, never>;

/**
 * Says of each statement whether it only reads: the query builder knows; of a statement in SQL, `run` writes and the
 * other methods read. Returns the original error. drizzle wraps it in one whose message contains the statement's
 * values, which must not be logged, and which hides the engine's code.
 */
class Session extends SQLiteRemoteSession<NoSchema, NoSchema> {
  readonly #reading: SQLiteRemoteSession<NoSchema, NoSchema>;
  readonly #writing: SQLiteRemoteSession<NoSchema, NoSchema>;

  constructor(run: RunStatement, dialect: SQLiteAsyncDialect) {
    const send =
      (isRead?: boolean): AsyncRemoteCallback =>
      async (text, params, method) => {
        refuseNul(params);
        return run(text, params, method, isRead ?? method !== "run");
      };
    super(send(), dialect, undefined);
    this.#reading = new SQLiteRemoteSession(send(true), dialect, undefined);
    this.#writing = new SQLiteRemoteSession(send(false), dialect, undefined);
  }

  override prepareQuery<T extends Omit<PreparedQueryConfig, "run">>(
    ...query: Parameters<SQLiteRemoteSession<NoSchema, NoSchema>["prepareQuery"]>
  ): RemotePreparedQuery<T> {
    const [, , , , , built] = query;
    const session = built?.type === "select" ? this.#reading : this.#writing;
    const prepared = built ? session.prepareQuery<T>(...query) : super.prepareQuery<T>(...query);
    const queryWithCache = (_text: string, _params: unknown[], run: () => Answer): Answer => run();
    return Object.assign(prepared, { queryWithCache });
  }
}

function refuseNul(params: unknown[]): void {
  for (const value of params) {
    if (typeof value === "string" && value.includes("\0")) {
      throw new UnstorableTextError("A text with a NUL character cannot be stored.");
    }
  }
}

/** A transaction in progress, carried by AsyncLocalStorage while its callback runs. */
type Scope = { isOpen: boolean; run: RunStatement };

const engines = new WeakMap<object, Engine>();

/** What both engines share: one handle outside of transactions, and one per transaction in progress. */
export abstract class Engine {
  readonly db: Database;
  readonly #inside: Database;
  readonly #scopes = new AsyncLocalStorage<Scope>();

  constructor(engine: EngineName, dialect: SQLiteAsyncDialect) {
    const handle = (run: RunStatement, methods: Pick<Database, "transaction" | "readSnapshot">): Database => {
      const session = new Session(run, dialect);
      const db = new SqliteRemoteDatabase("async", dialect, session, undefined);
      engines.set(db, this);
      return Object.assign(db, { engine, ...methods });
    };
    this.db = handle(
      (...statement) => {
        this.#refuseInsideTransaction();
        return this.runOutside(...statement);
      },
      {
        transaction: async (work, options = {}) => {
          this.#refuseInsideTransaction();
          return this.transact(work, options);
        },
        readSnapshot: async (work) => {
          this.#refuseInsideTransaction();
          return this.readSnapshot(work);
        },
      },
    );
    this.#inside = handle(
      (...statement) => {
        const scope = this.#scopes.getStore();
        if (!scope?.isOpen) throw new Error("This transaction has ended.");
        return scope.run(...statement);
      },
      {
        transaction: async () => {
          throw new Error("A transaction cannot contain another one.");
        },
        readSnapshot: async (work) => work(this.#inside),
      },
    );
  }

  /** The engine behind a database. */
  static of(db: Database): Engine {
    const engine = engines.get(db);
    if (!engine) throw new Error("This database was not opened by this program.");
    return engine;
  }

  /** Waits for the transactions in progress. Closing twice does nothing. */
  abstract close(): Promise<void>;
  protected abstract runOutside(...statement: Parameters<RunStatement>): ReturnType<RunStatement>;
  protected abstract transact<T>(work: (db: Database) => Promise<T>, options: TransactionOptions): Promise<T>;
  protected abstract readSnapshot<T>(work: (db: Database) => Promise<T>): Promise<T>;

  /** Runs the callback of a transaction whose statements `run` runs. */
  protected async runCallback<T>(run: RunStatement, work: (db: Database) => Promise<T>): Promise<T> {
    const scope: Scope = { isOpen: true, run };
    try {
      return await this.#scopes.run(scope, () => work(this.#inside));
    } finally {
      scope.isOpen = false;
    }
  }

  /** Without this check, the call would wait for itself, or miss the transaction's writes. */
  #refuseInsideTransaction(): void {
    if (!this.#scopes.getStore()?.isOpen) return;
    throw new Error("A transaction is open here. Please use the database that it passes on.");
  }
}
