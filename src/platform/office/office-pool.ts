import { AppError } from "../../errors.ts";
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

export type Turn = {
  /** Whose document it is; without one, the document gets an office of its own. */
  account: string | undefined;
  /** Whether the office may serve another document of this account afterwards, decided outside of the office. */
  reusable: boolean;
  signal: AbortSignal | undefined;
};

export type OfficePool = {
  /** Gives `work` an office that no other account's document was ever in. An office whose work throws is killed. */
  use(turn: Turn, work: (office: Office) => Promise<void>): Promise<void>;
  close(): Promise<void>;
};

type Seat = { office: Office; documents: number; account: string | undefined };

/**
 * Keeps offices open between documents. The first document binds an office to its account: a hostile document that
 * takes an office over meets no document of anybody else. A fresh office is kept ready for the next account, so that
 * it does not wait for a start.
 */
export function createOfficePool(start: () => Office, limits: PoolLimits): OfficePool {
  const running = new Set<Office>();
  /** The least recently used first. */
  const idle: Seat[] = [];
  const waiting: (() => void)[] = [];
  let busy = 0;
  let closed = false;
  let idleTimer: Timer | undefined;

  function open(): Seat {
    const seat: Seat = { office: start(), documents: 0, account: undefined };
    running.add(seat.office);
    seat.office.ended.then(() => {
      running.delete(seat.office);
      removeIdle(seat);
    });
    return seat;
  }

  function removeIdle(seat: Seat | undefined): Seat | undefined {
    if (seat !== undefined && idle.includes(seat)) idle.splice(idle.indexOf(seat), 1);
    return seat;
  }

  function takeSeat(account: string | undefined): Seat {
    const own = idle.findLast((seat) => seat.documents > 0 && seat.account === account);
    const seat = removeIdle(own ?? idle.find(isFresh)) ?? open();
    seat.account = account;
    seat.documents++;
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
    if (closed) throw AppError.from("unavailable", conversionMessages.closed);
    busy++;
  }

  function endTurn(): void {
    busy--;
    if (!closed) keepOneFresh();
    for (const wake of waiting.splice(0)) wake();
    clearTimeout(idleTimer);
    idleTimer = setTimeout(() => {
      for (const { office } of idle.splice(0)) void office.end();
    }, limits.idleMs);
    idleTimer.unref();
  }

  /** One office is ready for any account; those that are bound to one make room for it. */
  function keepOneFresh(): void {
    if (!idle.some(isFresh)) idle.push(open());
    while (busy + idle.length > limits.size + 1) {
      const oldest = removeIdle(idle.find((seat) => !isFresh(seat)));
      if (oldest === undefined) break;
      void oldest.office.end();
    }
  }

  return {
    async use({ account, reusable, signal }, work) {
      await takeTurn(signal);
      const seat = takeSeat(account);
      const mayServeAgain = () =>
        reusable && account !== undefined && seat.documents < limits.documentsEach && !closed;
      try {
        await work(seat.office);
        if (mayServeAgain() && running.has(seat.office)) idle.push(seat);
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

function isFresh(seat: Seat): boolean {
  return seat.documents === 0;
}
