import type { SQL as Connection } from "bun";
import { Column, is, SQL, sql } from "drizzle-orm";
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
import { findCode, PostgresPing } from "./postgres-ping.ts";
import { PostgresPool } from "./postgres-pool.ts";

/** How transactions begin. Written as templates, since only those are prepared, and sent with what follows them. */
const begins = {
  serializable: (connection: Connection) => connection`BEGIN ISOLATION LEVEL SERIALIZABLE READ WRITE`,
  "read committed": (connection: Connection) => connection`BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE`,
  snapshot: (connection: Connection) => connection`BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY`,
};
type Begin = keyof typeof begins;

const serverConnectionName = "attestamp";
const maxConnections = 10;
const maxAttempts = 25;
const maxPauseMs = 100;
/** Transactions of this process that conflict more often than this run alone. */
const maxConflicts = 2;

/**
 * PostgreSQL ends a transaction that is idle for this long, so that the locks of a server that vanished are released.
 */
const maxIdleMs = 30_000;
/**
 * After a silence this long, PostgreSQL is pinged. Both periods together are shorter than the time an HTTP connection
 * may be silent (server.ts), so requests still get an answer.
 */
const silenceMs = 3_000;
/** Both in milliseconds. */
type Timeouts = {
  /** PostgreSQL ends a statement that runs longer, for the same reason. */
  statementMs: number;
  /** A statement, BEGIN or COMMIT without an answer for this long has lost its connection. */
  overdueMs: number;
  /** Then other connections are used, and the old ones stay open for this long: every statement in progress ends. */
  drainMs: number;
  /** Connections to a standby are replaced at most this often. */
  minConnectedMs: number;
};
const defaultTimeouts: Timeouts = {
  statementMs: 60_000,
  overdueMs: 120_000,
  drainMs: 65_000,
  minConnectedMs: 1_000,
};
/** A lost connection is usually an old one after a restart of PostgreSQL: a new one works immediately. */
const lostReadsMs = 2_000;

type Connections = { writers: PostgresPool; readers: PostgresPool; openedAt: number };

/** Translates statements from SQLite's dialect to PostgreSQL's. */
class PostgresDialect extends SQLiteAsyncDialect {
  override escapeParam(index: number): string {
    return `$${index + 1}`;
  }

  override buildInsertQuery(config: Parameters<SQLiteAsyncDialect["buildInsertQuery"]>[0]): SQL {
    return super.buildInsertQuery({ ...config, onConflict: config.onConflict?.map(nameTarget) });
  }
}

/** PostgreSQL names the columns of a conflict, a list after "on conflict", without their table. */
function nameTarget(clause: SQL): SQL {
  const [start, target, ...rest] = clause.queryChunks;
  if (start === undefined || !is(target, SQL)) return clause;
  const withoutTable = (column: unknown) => (is(column, Column) ? sql.identifier(column.name) : column);
  const columns = target.queryChunks.map((chunk) => (Array.isArray(chunk) ? chunk.map(withoutTable) : chunk));
  return new SQL([start, new SQL(columns), ...rest]);
}

/**
 * Gives SQLite's guarantees with as many writers as there are connections: transactions are serializable unless they
 * request less, and so is every writing statement outside of them. A transaction that PostgreSQL cannot serialize is
 * run again. Reads outside of transactions need no serialization and use other connections, which cannot write.
 */
export class PostgresEngine extends Engine {
  readonly #url: string;
  readonly #connect: () => Connections;
  readonly #ping: PostgresPing;
  readonly #timeouts: Timeouts;
  #connections: Connections;
  /** Whether the last ping went unanswered. */
  #isSilent = false;
  /** Whether the server is being asked if it is a standby. */
  #isAskingRole = false;
  /** The attempts at transactions that are in progress. */
  readonly #attempts = new Set<Promise<unknown>>();
  readonly #mutex = new Mutex();
  /** Resolves when the transaction that runs alone has ended. */
  #alone: Promise<void> | undefined;

  /** `name`: what `pg_stat_activity` shows. */
  constructor(url: string, name = serverConnectionName, timeouts: Partial<Timeouts> = {}) {
    super("postgres", new PostgresDialect());
    this.#url = url;
    this.#timeouts = { ...defaultTimeouts, ...timeouts };
    const limits = {
      idle_in_transaction_session_timeout: String(maxIdleMs),
      statement_timeout: String(this.#timeouts.statementMs),
    };
    const pool = (connection: Record<string, string>) =>
      new PostgresPool(
        {
          url,
          adapter: "postgres",
          bigint: true,
          connectionTimeout: 10,
          connection: { application_name: name, ...limits, ...connection },
        },
        maxConnections,
      );
    this.#connect = () => ({
      writers: pool({ default_transaction_isolation: "serializable" }),
      readers: pool({ default_transaction_read_only: "on" }),
      openedAt: performance.now(),
    });
    this.#connections = this.#connect();
    this.#ping = new PostgresPing(url, name);
  }

  static override of(db: Database): PostgresEngine {
    const engine = Engine.of(db);
    if (engine instanceof PostgresEngine) return engine;
    throw new Error("This database is not PostgreSQL.");
  }

  /** The address, with its credentials. */
  get url(): string {
    return this.#url;
  }

  /**
   * The settings that we send when connections start, but which these do not have. A proxy may drop them; then
   * statements outside of transactions are not serializable, and the locks of a server that vanished are not released.
   */
  async findDroppedSettings(): Promise<string[]> {
    const names = [
      "default_transaction_isolation",
      "statement_timeout",
      "idle_in_transaction_session_timeout",
    ];
    const settings = names.map((name) => `current_setting('${name}')`).join();
    const [row = []] = await this.db.transaction(
      async (db) => db.values<string[]>(sql.raw(`SELECT ${settings}`)),
      {
        isolation: "read committed",
      },
    );
    return names.filter((_, at) => (at === 0 ? row[at] !== "serializable" : row[at] === "0"));
  }

  async close(): Promise<void> {
    const { readers, writers } = this.#connections;
    await Promise.all([readers.close(), writers.close()]);
  }

  protected async runOutside(text: string, params: unknown[], method: Method, isRead: boolean): Answer {
    await this.#requireAnswer();
    if (!isRead) {
      return retried(() => this.#runIn("writers", text, params, method, isRead));
    }
    const lastTry = performance.now() + lostReadsMs;
    return retried(
      () => this.#runIn("readers", text, params, method, isRead),
      (error) => isLostConnection(error) && !this.#isSilent && performance.now() < lastTry,
    );
  }

  protected async transact<T>(
    work: (db: Database) => Promise<T>,
    { isolation = "serializable", mayTakeLong = false }: TransactionOptions,
  ): Promise<T> {
    const attempt = () => this.#bracket(this.#connections.writers, isolation, work, mayTakeLong);
    return retried(
      (tries) => (tries > maxConflicts ? this.#runAlone(attempt) : this.#runWithOthers(attempt)),
      (error, tries) => isConflict(error) || (tries <= maxConflicts && isDuplicate(error)),
    );
  }

  protected async readSnapshot<T>(work: (db: Database) => Promise<T>): Promise<T> {
    return this.#bracket(this.#connections.readers, "snapshot", work);
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

  /** Without this, hundreds of requests that change one row would abort each other until they fail. */
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

  /**
   * Reads at the start of a transaction are sent together with its BEGIN, without waiting for an answer. If BEGIN is
   * refused, their answers are dropped. Everything else waits until the transaction has begun.
   */
  async #bracket<T>(
    pool: PostgresPool,
    begin: Begin,
    work: (db: Database) => Promise<T>,
    mayTakeLong = false,
  ): Promise<T> {
    await this.#requireAnswer();
    // BEGIN, which may wait for a connection, and COMMIT or ROLLBACK; each statement in between has its own watch.
    let waitsSince: number | undefined = performance.now();
    const transaction = pool.reserve(async (connection) => {
      const begun = begins[begin](connection).execute();
      const ready = mayTakeLong
        ? begun.then(() => connection.unsafe("SET LOCAL statement_timeout = 0"))
        : begun;
      const noted = ready.then(() => {
        waitsSince = undefined;
      });
      // The statements below report it.
      noted.catch(() => {});
      let failure: { error: unknown } | undefined;
      const run: RunStatement = async (text, params, method, isRead) => {
        if (mayTakeLong || !isRead) await noted;
        const rows = startStatement(connection, text, params, isRead);
        rows.catch((error) => {
          failure ??= { error };
        });
        const [answer] = await Promise.all([this.#watched(rows, method, mayTakeLong), noted]);
        return answer;
      };
      let value: T;
      try {
        value = await this.runCallback(run, work);
        await noted;
      } catch (error) {
        waitsSince = performance.now();
        // This fails only if the connection is lost, and the transaction with it.
        await connection`ROLLBACK`.catch(() => {});
        throw failure && isAborted(error) ? failure.error : error;
      }
      waitsSince = performance.now();
      const { command } = await connection`COMMIT`;
      // PostgreSQL answers ROLLBACK if a statement has failed, even if the callback ignored that.
      if (command !== "COMMIT") throw failure?.error ?? new Error("The transaction was rolled back.");
      return value;
    });
    try {
      return await this.#unlessSilent(transaction, () => waitsSince);
    } catch (error) {
      throw this.#toOurs(error);
    }
  }

  /** Watched from now on: it may wait for a connection. */
  #runIn(
    pool: "writers" | "readers",
    text: string,
    params: unknown[],
    method: Method,
    isRead: boolean,
  ): Answer {
    const answer = this.#connections[pool].use((connection) =>
      startStatement(connection, text, params, isRead),
    );
    return this.#watched(answer, method);
  }

  /** `mayTakeLong`: it is not watched. */
  async #watched(answer: Promise<unknown[][]>, method: Method, mayTakeLong = false): Answer {
    try {
      const sentAt = performance.now();
      const rows = await this.#unlessSilent(answer, () => (mayTakeLong ? undefined : sentAt));
      const plain = rows.map((row) => row.map(toPlain));
      return { rows: method === "get" ? (plain[0] as unknown[]) : plain };
    } catch (error) {
      throw this.#toOurs(error);
    }
  }

  /** Turns errors from an unusable database into a message for the user. All other errors stay unchanged. */
  #toOurs(error: unknown): unknown {
    const code = findCode(error);
    if (isUnwritable(code)) void this.#leaveStandby();
    return isAway(code) || isUnwritable(code) ? new DatabaseUnavailableError("DATABASE_AWAY", error) : error;
  }

  /**
   * After a failover, the connections may reach a standby; new ones reach the server that has taken over, as soon as
   * there is one. A primary that refused a statement keeps its connections, and with them the work in progress.
   */
  async #leaveStandby(): Promise<void> {
    const connections = this.#connections;
    const isDue = performance.now() - connections.openedAt > this.#timeouts.minConnectedMs;
    if (this.#isAskingRole || !isDue) return;
    this.#isAskingRole = true;
    try {
      const rows = await connections.writers.use((connection) =>
        connection.begin("isolation level read committed read only", (connection) =>
          connection.unsafe("SELECT pg_is_in_recovery()").values(),
        ),
      );
      if (rows[0]?.[0] === true && this.#connections === connections) this.#replaceConnections(0);
    } catch {
      // The next refused statement asks again.
    } finally {
      this.#isAskingRole = false;
    }
  }

  /** From now on, new connections are used. The old ones are closed after a delay. */
  #replaceConnections(closeInMs: number): void {
    const { readers, writers } = this.#connections;
    this.#connections = this.#connect();
    setTimeout(() => {
      for (const pool of [readers, writers]) void pool.close({ timeout: 0 }).catch(() => {});
    }, closeInMs).unref();
  }

  /** While PostgreSQL is silent, calls fail as soon as one ping has gone unanswered. */
  async #requireAnswer(): Promise<void> {
    if (!this.#isSilent) return;
    if (await this.#ping.send()) this.#isSilent = false;
    else throw new DatabaseUnavailableError("DATABASE_AWAY", new Error("The database is not responding."));
  }

  /**
   * A network, or a machine that stopped, may lose everything and close no connection. If nothing comes back, all
   * connections are replaced, which rejects the calls that are waiting for an answer on the old ones. If PostgreSQL
   * answers, but not this call, only its connection is lost: work in progress on the others may finish first.
   * `waitsSince`: when the limited wait began, on the clock of `performance.now()`.
   */
  async #unlessSilent<T>(answer: Promise<T>, waitsSince: () => number | undefined): Promise<T> {
    const connections = this.#connections;
    const { overdueMs, drainMs } = this.#timeouts;
    let isAnswered = false;
    const watch = setInterval(async () => {
      const isAlive = await this.#ping.send();
      if (isAnswered || this.#connections !== connections) return;
      if (!isAlive) {
        this.#isSilent = true;
        this.#replaceConnections(0);
        return;
      }
      const since = waitsSince();
      if (since !== undefined && performance.now() - since > overdueMs) this.#replaceConnections(drainMs);
    }, silenceMs);
    try {
      return await answer;
    } finally {
      isAnswered = true;
      clearInterval(watch);
    }
  }
}

/** Every statement that Bun can prepare is prepared. */
async function startStatement(
  connection: Connection,
  text: string,
  params: unknown[],
  isRead: boolean,
): Promise<unknown[][]> {
  const isTemplate = params.length === 0 && isRead;
  return (isTemplate ? connection(asTemplate(text)) : connection.unsafe(text, params)).values();
}

/** A statement without values is prepared only if it is a template. */
function asTemplate(text: string): TemplateStringsArray {
  return Object.defineProperty([text], "raw", { value: [text] }) as string[] & { raw: string[] };
}

/** Counts and times are far below 2^53. */
const toPlain = (value: unknown) => (typeof value === "bigint" ? Number(value) : value);

type Retryable = (error: unknown, tries: number) => boolean;

/** Runs the work again as long as PostgreSQL asks for that, or `isRetryable` says so. */
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

/**
 * in_failed_sql_transaction: an earlier statement failed. Of statements that were started together, this one may reach
 * the callback first.
 */
function isAborted(error: unknown): boolean {
  return findCode(error) === "25P02";
}

function isLostConnection(error: unknown): boolean {
  return error instanceof DatabaseUnavailableError;
}

/**
 * Failed or closed connections; a server that is starting or stopping, or has no disk space, memory or connections
 * left; a statement or a transaction that took too long; and refused credentials. The same call may succeed later, and
 * an operator can fix these without restarting our server.
 */
function isAway(code: string): boolean {
  const states = ["25P03", "25P04", "28000", "28P01", "3D000"];
  return (
    states.includes(code) || /^(?:08|53|57|58)...$/.test(code) || code.startsWith("ERR_POSTGRES_CONNECTION")
  );
}

/**
 * feature_not_supported and read_only_sql_transaction: a standby refuses serializable transactions and writes. A
 * primary may answer the same to a statement that it cannot run.
 */
function isUnwritable(code: string): boolean {
  return ["0A000", "25006"].includes(code);
}
