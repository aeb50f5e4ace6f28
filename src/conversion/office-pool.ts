import { AppError } from "../errors.ts";
import { conversionMessages } from "./converter.ts";
import type { Office } from "./office.ts";

export type PoolLimits = {
  /** Offices that may work at the same time; further documents wait their turn. */
  size: number;
  /** Documents after which an office is replaced by a fresh one. */
  documentsEach: number;
  /** Milliseconds without a document after which no office is kept. */
  idleMs: number;
};

type Seat = { office: Office; documents: number };

export type OfficePool = {
  /** Gives `work` an office of its own, and replaces it unless the work says that it may be used again. */
  use(
    signal: AbortSignal | undefined,
    work: (office: Office) => Promise<{ reusable: boolean }>,
  ): Promise<void>;
  close(): Promise<void>;
};

/**
 * Keeps offices open between documents. The first starts with the first document; one that failed, was given a
 * document it should forget, or has served enough is killed, and its successor starts before it is needed.
 */
export function createOfficePool(start: () => Office, limits: PoolLimits): OfficePool {
  const running = new Set<Office>();
  const idle: Seat[] = [];
  const waiting: (() => void)[] = [];
  let busy = 0;
  let closed = false;
  let idleTimer: Timer | undefined;

  function open(): Seat {
    const seat: Seat = { office: start(), documents: 0 };
    running.add(seat.office);
    seat.office.ended.then(() => {
      running.delete(seat.office);
      if (idle.includes(seat)) idle.splice(idle.indexOf(seat), 1);
    });
    return seat;
  }

  async function takeTurn(signal: AbortSignal | undefined): Promise<void> {
    while (busy >= limits.size) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const wake = () => resolve();
      waiting.push(wake);
      signal?.addEventListener("abort", wake, { once: true });
      await promise;
      signal?.removeEventListener("abort", wake);
      if (signal?.aborted) break;
    }
    signal?.throwIfAborted();
    if (closed) throw new AppError("unavailable", conversionMessages.closed);
    busy++;
  }

  function endTurn(): void {
    busy--;
    if (!closed && idle.length === 0) idle.push(open());
    for (const wake of waiting.splice(0)) wake();
    clearTimeout(idleTimer);
    idleTimer = setTimeout(() => {
      for (const { office } of idle.splice(0)) void office.end();
    }, limits.idleMs);
    idleTimer.unref();
  }

  return {
    async use(signal, work) {
      await takeTurn(signal);
      const seat = idle.pop() ?? open();
      seat.documents++;
      try {
        const { reusable } = await work(seat.office);
        if (reusable && seat.documents < limits.documentsEach && !closed) idle.push(seat);
        else void seat.office.end();
      } catch (error) {
        await seat.office.kill();
        throw error;
      } finally {
        endTurn();
      }
    },
    async close() {
      closed = true;
      clearTimeout(idleTimer);
      await Promise.all(
        [...running].map((office) =>
          idle.some((seat) => seat.office === office) ? office.end() : office.kill(),
        ),
      );
    },
  };
}
