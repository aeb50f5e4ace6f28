import type { Statement } from "better-sqlite3";
import type { Database } from "./client.ts";

/**
 * Keeps values that were worked out from the database for as long as nothing at all was written to it, by this
 * connection, another one, or another program. So a kept value is what would be worked out anew. To be used for what
 * depends on nothing else that changes, and outside transactions.
 */
export class UntilChanged<Value> {
  readonly #ownChanges: Statement<[], number>;
  readonly #othersChanges: Statement<[], number>;
  readonly #most: number;
  readonly #kept = new Map<string, Value>();
  #mark = "";

  /** Keeps at most so many values at a time. */
  constructor({ $client }: Database, most: number) {
    this.#ownChanges = $client.prepare<[], number>("SELECT total_changes()").pluck();
    this.#othersChanges = $client.prepare<[], number>("PRAGMA data_version").pluck();
    this.#most = most;
  }

  /** The value kept for the key, or what `workOut` makes now. What it throws is thrown, and not kept. */
  get(key: string, workOut: () => Value): Value {
    this.#forgetWhenChanged();
    const kept = this.#kept.get(key);
    if (kept !== undefined) return kept;
    const value = workOut();
    if (this.#kept.size >= this.#most) this.#kept.clear();
    this.#kept.set(key, value);
    return value;
  }

  #forgetWhenChanged(): void {
    const mark = `${this.#ownChanges.get()}:${this.#othersChanges.get()}`;
    if (mark === this.#mark) return;
    this.#mark = mark;
    this.#kept.clear();
  }
}
