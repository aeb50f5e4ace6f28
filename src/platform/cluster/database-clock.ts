import { sql } from "drizzle-orm";
import type { Database } from "../../../db/client.ts";

const samples = 3;
export const clockMeasureMs = 10_000;
/** The maximum rate at which time synchronization speeds up or slows down a clock. */
const maxDrift = 0.0005;

/**
 * The database's clock, which all servers of a cluster share: leases, limits and the times we vouch for do not depend
 * on which server a request reaches. Between two measurements, a monotonic clock is used, so a change of the server's
 * own clock has no effect.
 */
export class DatabaseClock {
  readonly #ask: () => Promise<number>;
  readonly #steady: () => number;
  /** The database's time when the monotonic clock was at 0. */
  #origin = 0;
  /** The maximum error of that measurement, and when it was made. */
  #errorMs = Number.POSITIVE_INFINITY;
  #measuredAt = 0;

  /** `ask` returns the database's time; `steady` is a monotonic clock. Both in milliseconds. */
  constructor(ask: () => Promise<number>, steady = () => performance.now()) {
    this.#ask = ask;
    this.#steady = steady;
  }

  /** Milliseconds since 1970; not before the first measurement. */
  readonly now = (): number => Math.round(this.#origin + this.#steady());

  /**
   * The error is at most half the duration of the fastest response. If the database does not respond, or so slowly
   * that the last measurement is more accurate, the last measurement stays in effect, unless the two contradict each
   * other.
   */
  async measure(): Promise<void> {
    let fastest = Number.POSITIVE_INFINITY;
    let origin = this.#origin;
    for (let sample = 0; sample < samples; sample += 1) {
      const asked = this.#steady();
      const time = await this.#ask();
      const answered = this.#steady();
      if (answered - asked >= fastest) continue;
      fastest = answered - asked;
      origin = time - (asked + answered) / 2;
    }
    const [errorMs, measuredAt] = [fastest / 2, this.#steady()];
    const lastErrorMs = this.#errorMs + (measuredAt - this.#measuredAt) * maxDrift;
    const isContradiction = Math.abs(origin - this.#origin) > errorMs + lastErrorMs;
    if (errorMs > lastErrorMs && !isContradiction) return;
    [this.#origin, this.#errorMs, this.#measuredAt] = [origin, errorMs, measuredAt];
  }
}

/** Undefined for SQLite, whose clock is the server's own. Rejects if the database does not answer. */
export async function openDatabaseClock(db: Database): Promise<DatabaseClock | undefined> {
  if (db.engine === "sqlite") return undefined;
  const clock = new DatabaseClock(async () => {
    const [row] = await db.values<[number]>(
      sql`SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint)`,
    );
    return Number(row?.[0]);
  });
  await clock.measure();
  return clock;
}
