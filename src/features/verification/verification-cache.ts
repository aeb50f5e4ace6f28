import type { Statement } from "better-sqlite3";
import type { Database } from "../../../db/client.ts";

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
export class VerificationCache {
  readonly #db: Database;
  readonly #maxCharacters: number;
  /** The one that was asked for last is the last. */
  readonly #kept = new Map<string, string>();
  #characters = 0;
  #clearings = 0;
  #othersChanges: Statement<[], number> | undefined;
  #mark = -1;
  #lookedAt = Number.NEGATIVE_INFINITY;

  /** Keeps those that were asked for last, as many as have so many characters (UTF-16 units) together. */
  constructor(db: Database, maxCharacters: number) {
    this.#db = db;
    this.#maxCharacters = maxCharacters;
  }

  /** How often everything was forgotten at once. */
  get clearings(): number {
    return this.#clearings;
  }

  /** What is kept for a serial number in canonical form. */
  find(serialNumber: string): string | undefined {
    const kept = this.#kept.get(serialNumber);
    if (kept === undefined || !this.#hasNobodyElseWritten()) return undefined;
    this.#kept.delete(serialNumber);
    this.#kept.set(serialNumber, kept);
    return kept;
  }

  /** The same, or what `workOut` makes now, outside transactions. What it throws is thrown, and not kept. */
  get(serialNumber: string, workOut: () => string): string {
    this.#hasNobodyElseWritten();
    const kept = this.find(serialNumber);
    if (kept !== undefined) return kept;
    const text = workOut();
    this.#forget(serialNumber);
    this.#kept.set(serialNumber, text);
    this.#characters += text.length;
    for (const oldest of this.#kept.keys()) {
      if (this.#characters <= this.#maxCharacters) break;
      this.#forget(oldest);
    }
    return text;
  }

  #forget(serialNumber: string): void {
    this.#characters -= this.#kept.get(serialNumber)?.length ?? 0;
    this.#kept.delete(serialNumber);
  }

  #forgetAll(): void {
    this.#kept.clear();
    this.#characters = 0;
    this.#clearings += 1;
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
    this.#forgetAll();
    return false;
  }

  /** Begins with the first lookup: commands that look nothing up leave the database as it is. */
  #watch(): Statement<[], number> {
    const { $client: client } = this.#db;
    watching += 1;
    const forget = `forget_confirmations_${watching}`;
    client.function(forget, (serialNumber: unknown) => {
      if (typeof serialNumber === "string") this.#forget(serialNumber);
      else this.#forgetAll();
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
