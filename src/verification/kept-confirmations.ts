import type { Statement } from "better-sqlite3";
import type { Database } from "../../db/client.ts";

/** Tables of which each row belongs to one serial number. */
const ofOneSerialNumber = ["documents", "certificates", "time_stamps"];
/** What witnesses gave may be shown with any document. */
const ofAll = ["witnessed_checkpoints", "checkpoint_time_stamps", "checkpoint_cosignatures"];

const firstLine = (text: string) => `substr(${text}, 1, instr(${text}, char(10)))`;
/** Another log has another name. That the same one has grown takes nothing from the receipts it gave before. */
const isAnotherLog = `${firstLine("OLD.checkpoint")} <> ${firstLine("NEW.checkpoint")}`;

/** The look whether others have written costs as much as all the rest of an answer. */
const othersSeenWithinMs = 1;

let watching = 0;

/**
 * Confirmations, as text, each for as long as no row it was made from has changed: this connection says so by triggers
 * of its own, row by row, and within a millisecond of a write of another connection or program everything is
 * forgotten. So a deleted or altered document is looked at anew, and one that others are stamped beside is not. Only
 * receipts may be older: one under an earlier checkpoint of the same log proves the same.
 */
export class KeptConfirmations {
  readonly #db: Database;
  readonly #most: number;
  readonly #kept = new Map<string, string>();
  #othersChanges: Statement<[], number> | undefined;
  #mark = -1;
  #lookedAt = Number.NEGATIVE_INFINITY;

  /** Keeps at most so many, those that were worked out last. */
  constructor(db: Database, most: number) {
    this.#db = db;
    this.#most = most;
  }

  /** What is kept for a serial number in canonical form. */
  find(serialNumber: string): string | undefined {
    const kept = this.#kept.get(serialNumber);
    if (kept === undefined) return undefined;
    return this.#hasNobodyElseWritten() ? kept : undefined;
  }

  /** The same, or what `workOut` makes now, outside transactions. What it throws is thrown, and not kept. */
  get(serialNumber: string, workOut: () => string): string {
    this.#hasNobodyElseWritten();
    const kept = this.#kept.get(serialNumber);
    if (kept !== undefined) return kept;
    const text = workOut();
    const [oldest] = this.#kept.keys();
    if (this.#kept.size >= this.#most && oldest !== undefined) this.#kept.delete(oldest);
    this.#kept.set(serialNumber, text);
    return text;
  }

  /** Forgets everything when somebody has. */
  #hasNobodyElseWritten(): boolean {
    const now = performance.now();
    if (now - this.#lookedAt < othersSeenWithinMs) return true;
    this.#lookedAt = now;
    this.#othersChanges ??= this.#watch();
    const mark = this.#othersChanges.get() ?? -1;
    if (mark === this.#mark) return true;
    this.#mark = mark;
    this.#kept.clear();
    return false;
  }

  /** Begins with the first lookup: commands that look nothing up leave the database as it is. */
  #watch(): Statement<[], number> {
    const { $client: client } = this.#db;
    watching += 1;
    const forget = `forget_confirmations_${watching}`;
    client.function(forget, (serialNumber: unknown) => {
      if (typeof serialNumber === "string") this.#kept.delete(serialNumber);
      else this.#kept.clear();
    });
    const watch = (table: string, event: string, what: string, when = "TRUE") =>
      client.exec(
        `CREATE TEMP TRIGGER ${forget}_${table}_${event} AFTER ${event} ON main.${table} WHEN ${when} BEGIN SELECT ${forget}(${what}); END`,
      );
    for (const table of ofOneSerialNumber) {
      watch(table, "INSERT", "NEW.serial_number", "NEW.serial_number IS NOT NULL");
      for (const event of ["UPDATE", "DELETE"])
        watch(table, event, "OLD.serial_number", "OLD.serial_number IS NOT NULL");
    }
    for (const table of ofAll)
      for (const event of ["INSERT", "UPDATE", "DELETE"]) watch(table, event, "NULL");
    watch("registry_head", "UPDATE", "NULL", isAnotherLog);
    watch("registry_head", "DELETE", "NULL");
    return client.prepare<[], number>("PRAGMA data_version").pluck();
  }
}
