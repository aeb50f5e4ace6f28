import { SQL } from "bun";

const maxWaitMs = 3_000;
/** Every SQLSTATE that PostgreSQL uses has a digit; names of system errors such as EPIPE and EPERM have none. */
const sqlState = /^(?=.*[0-9])[0-9A-Z]{5}$/;

/** Whether PostgreSQL answers a new connection, even if only with an error. Concurrent requests share one answer. */
export class PostgresPing {
  readonly #url: string;
  readonly #name: string;
  #sent: Promise<boolean> | undefined;

  /** `name`: what `pg_stat_activity` shows. */
  constructor(url: string, name: string) {
    this.#url = url;
    this.#name = name;
  }

  send(): Promise<boolean> {
    this.#sent ??= this.#send().finally(() => {
      this.#sent = undefined;
    });
    return this.#sent;
  }

  async #send(): Promise<boolean> {
    const connection = { application_name: this.#name };
    const sql = new SQL({ url: this.#url, adapter: "postgres", max: 1, connection });
    const { promise: silence, resolve } = Promise.withResolvers<boolean>();
    // In two steps: if this process itself was stopped, an answer that has already arrived is read between them.
    let timer = setTimeout(() => {
      timer = setTimeout(resolve, maxWaitMs / 2, false);
    }, maxWaitMs / 2);
    const answer = sql.unsafe("SELECT 1").then(() => true, isAnswer);
    try {
      return await Promise.race([answer, silence]);
    } finally {
      clearTimeout(timer);
      void sql.close({ timeout: 0 }).catch(() => {});
    }
  }
}

/** Whether PostgreSQL itself sent the error. */
export const isAnswer = (error: unknown) => sqlState.test(findCode(error));

/** The SQLSTATE of a PostgreSQL error; otherwise the code of the connection error. */
export function findCode(error: unknown): string {
  if (!(error instanceof SQL.SQLError)) return "";
  const { errno, code } = error as { errno?: unknown; code?: unknown };
  return String(errno ?? code ?? "");
}
