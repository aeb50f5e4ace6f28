import { SQL } from "bun";

/**
 * Up to `size` connections, opened when needed. The one that was used last is used next, because it has the statements
 * that are in use: each connection has to have them parsed, and planned five times, before they are cheap.
 */
export class PostgresPool {
  readonly #options: SQL.Options;
  #size: number;
  readonly #connections: SQL[] = [];
  readonly #idle: SQL[] = [];
  readonly #waiting: ((connection: SQL) => void)[] = [];

  constructor(options: SQL.Options, size: number) {
    this.#options = options;
    this.#size = size;
  }

  /** Runs the work on a connection that nothing else uses meanwhile. If it is lost, the next work connects again. */
  async use<T>(work: (connection: SQL) => Promise<T>): Promise<T> {
    const connection = this.#idle.pop() ?? this.#open() ?? (await this.#freed());
    try {
      return await work(connection);
    } finally {
      const next = this.#waiting.shift();
      if (next) next(connection);
      else this.#idle.push(connection);
    }
  }

  /** The same, and all of the work happens on one connection: if that is lost, the rest of the work fails. */
  async reserve<T>(work: (connection: SQL) => Promise<T>): Promise<T> {
    return this.use(async (connection) => {
      const one = await connection.reserve();
      try {
        return await work(one);
      } finally {
        one.release();
      }
    });
  }

  /** Calls in progress may end first, unless there is a `timeout` (in seconds). Later calls fail. */
  async close(options?: { timeout: number }): Promise<void> {
    // Later calls get the error of a closed connection, even if none was open.
    const only = this.#connections.length === 0 ? this.#open() : undefined;
    if (only) this.#idle.push(only);
    this.#size = this.#connections.length;
    await Promise.all(this.#connections.map((connection) => connection.close(options)));
  }

  #open(): SQL | undefined {
    if (this.#connections.length >= this.#size) return undefined;
    const connection = new SQL({ ...this.#options, max: 1 });
    this.#connections.push(connection);
    return connection;
  }

  #freed(): Promise<SQL> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}
