import { SQL } from "bun";
import { SQLiteAsyncDialect } from "drizzle-orm/sqlite-core";
import {
  type Answer,
  type Database,
  DatabaseUnavailableError,
  Engine,
  type Method,
  type RunStatement,
  type TransactionOptions,
} from "./engine.ts";
import { Mutex } from "./mutex.ts";

/** A pool, or the connection of a transaction. */
type Connection = Pick<SQL, "unsafe">;

const serverConnectionName = "attestamp";
const maxConnections = 10;
const maxAttempts = 25;
const maxPauseMs = 100;
/** Transactions of this process that conflict more often than this run alone. */
const maxConflicts = 2;

/**
 * The locks of a server that vanished must be released: PostgreSQL ends a transaction that is idle for this long, and a
 * statement that runs longer.
 */
const limits = { idle_in_transaction_session_timeout: "30s", statement_timeout: "60s" };

/** Translates statements from SQLite's dialect to PostgreSQL's. */
class PostgresDialect extends SQLiteAsyncDialect {
  override escapeParam(index: number): string {
    return `$${index + 1}`;
  }

  /** PostgreSQL names the columns of a conflict without their table. */
  override sqlToQuery(...query: Parameters<SQLiteAsyncDialect["sqlToQuery"]>) {
    const built = super.sqlToQuery(...query);
    const withoutTables = (target: string) => target.replaceAll(/"\w+"\.("\w+")/g, "$1");
    return { ...built, sql: built.sql.replace(/on conflict \([^)]*\)/, withoutTables) };
  }
}

/**
 * Gives SQLite's guarantees with as many writers as there are connections: transactions are serializable unless they
 * request less, and so is every writing statement outside of them. A transaction that PostgreSQL cannot serialize is
 * run again. Reads outside of transactions need no serialization and use other connections, which cannot write.
 */
export class PostgresEngine extends Engine {
  readonly #url: string;
  readonly #writers: SQL;
  readonly #readers: SQL;
  /** The attempts at transactions that are in progress. */
  readonly #attempts = new Set<Promise<unknown>>();
  readonly #mutex = new Mutex();
  /** Resolves when the transaction that runs alone has ended. */
  #alone: Promise<void> | undefined;

  /** `name`: what `pg_stat_activity` shows. */
  constructor(url: string, name = serverConnectionName) {
    super("postgres", new PostgresDialect());
    this.#url = url;
    const pool = (connection: Record<string, string>) =>
      new SQL({
        url,
        adapter: "postgres",
        max: maxConnections,
        bigint: true,
        connectionTimeout: 10,
        connection: { application_name: name, ...limits, ...connection },
      });
    this.#writers = pool({ default_transaction_isolation: "serializable" });
    this.#readers = pool({ default_transaction_read_only: "on" });
  }

  static override of(db: Database): PostgresEngine {
    const engine = Engine.of(db);
    if (engine instanceof PostgresEngine) return engine;
    throw new Error("This database is not PostgreSQL.");
  }

  /** With its credentials. */
  get url(): string {
    return this.#url;
  }

  async close(): Promise<void> {
    await Promise.all([this.#readers.close(), this.#writers.close()]);
  }

  protected async runOutside(text: string, params: unknown[], method: Method): Answer {
    if (!/^\s*(select|with)\b/i.test(text)) {
      return retried(() => runOn(this.#writers, text, params, method));
    }
    return retried(() => runOn(this.#readers, text, params, method), isLostConnection);
  }

  protected async transact<T>(
    work: (db: Database) => Promise<T>,
    { isolation = "serializable" }: TransactionOptions,
  ): Promise<T> {
    const attempt = () => this.#bracket(this.#writers, `isolation level ${isolation} read write`, work);
    return retried(
      (tries) => (tries > maxConflicts ? this.#runAlone(attempt) : this.#runWithOthers(attempt)),
      (error, tries) => isConflict(error) || (tries <= maxConflicts && isDuplicate(error)),
    );
  }

  protected async readSnapshot<T>(work: (db: Database) => Promise<T>): Promise<T> {
    return this.#bracket(this.#readers, "isolation level repeatable read read only", work);
  }

  async #runWithOthers<T>(attempt: () => Promise<T>): Promise<T> {
    while (this.#alone !== undefined) await this.#alone;
    const running = attempt();
    this.#attempts.add(running);
    try {
      return await running;
    } finally {
      this.#attempts.delete(running);
    }
  }

  /** Otherwise, hundreds of requests that change one row would abort each other until they fail. */
  async #runAlone<T>(attempt: () => Promise<T>): Promise<T> {
    return this.#mutex.run(async () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#alone = promise;
      try {
        await Promise.allSettled(this.#attempts);
        return await attempt();
      } finally {
        this.#alone = undefined;
        resolve();
      }
    });
  }

  async #bracket<T>(pool: SQL, mode: string, work: (db: Database) => Promise<T>): Promise<T> {
    let result: { value: T } | undefined;
    try {
      await pool.begin(mode, async (connection) => {
        const run: RunStatement = (text, params, method) => runOn(connection, text, params, method);
        result = { value: await this.runCallback(run, work) };
      });
    } catch (error) {
      throw toOurs(error);
    }
    if (!result) throw new Error("The transaction ended before its callback.");
    return result.value;
  }
}

async function runOn(connection: Connection, text: string, params: unknown[], method: Method): Answer {
  try {
    const rows: unknown[][] = await connection.unsafe(text, params).values();
    const plain = rows.map((row) => row.map(toPlain));
    return { rows: method === "get" ? (plain[0] as unknown[]) : plain };
  } catch (error) {
    throw toOurs(error);
  }
}

/** Counts and times are far below 2^53. */
const toPlain = (value: unknown) => (typeof value === "bigint" ? Number(value) : value);

type Retryable = (error: unknown, tries: number) => boolean;

/** Runs it again while PostgreSQL asks for that, or `isRetryable` says so. */
async function retried<T>(
  work: (attempt: number) => Promise<T>,
  isRetryable: Retryable = isConflict,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work(attempt);
    } catch (error) {
      if (!isRetryable(error, attempt)) throw error;
      if (attempt === maxAttempts) {
        throw isConflict(error) ? new DatabaseUnavailableError("DATABASE_BUSY", error) : error;
      }
      await Bun.sleep(Math.random() * Math.min(maxPauseMs, 2 ** attempt));
    }
  }
}

/** serialization_failure and deadlock_detected: the same work may succeed when it is run again. */
function isConflict(error: unknown): boolean {
  return ["40001", "40P01"].includes(findCode(error));
}

/**
 * unique_violation: another transaction may have committed the same key after this one looked for it. A second run sees
 * it and decides again.
 */
function isDuplicate(error: unknown): boolean {
  return findCode(error) === "23505";
}

function isLostConnection(error: unknown): boolean {
  return error instanceof DatabaseUnavailableError;
}

/** Turns connection errors into a message for the user. All other errors stay unchanged. */
function toOurs(error: unknown): unknown {
  return isAway(findCode(error)) ? new DatabaseUnavailableError("DATABASE_AWAY", error) : error;
}

/**
 * Failed or closed connections, a server that is starting, stopping or out of connections, and refused credentials: an
 * operator can fix these without restarting our server.
 */
function isAway(code: string): boolean {
  const states = ["57P01", "57P02", "57P03", "53300", "28000", "28P01", "3D000"];
  return states.includes(code) || code.startsWith("08") || code.startsWith("ERR_POSTGRES_CONNECTION");
}

/** The SQLSTATE of an error of PostgreSQL, otherwise the code of the connection's error. */
function findCode(error: unknown): string {
  if (!(error instanceof SQL.SQLError)) return "";
  const { errno, code } = error as { errno?: unknown; code?: unknown };
  return String(errno ?? code ?? "");
}
