import { AppError } from "../../errors.ts";
import { Semaphore } from "../semaphore.ts";
import { conversionMessages } from "./converter.ts";
import type { Office } from "./office.ts";

export type PoolLimits = {
  /** Offices that may work at the same time; further documents wait, fairly among accounts. */
  size: number;
  /** Documents after which an office is replaced. */
  documentsEach: number;
  /** After this time without a document, no office is kept. */
  idleMs: number;
};

export type Turn = {
  /** The document's account; a document without one gets its own office. */
  account: string | undefined;
  /** Whether the office may serve another document of this account afterward. */
  reusable: boolean;
  signal: AbortSignal | undefined;
};

export type OfficePool = {
  /** Gives `work` an office that has never seen another account's document. If `work` throws, the office is killed. */
  use(turn: Turn, work: (office: Office) => Promise<void>): Promise<void>;
  close(): Promise<void>;
};

type Seat = { office: Office; documents: number; account: string | undefined };

/**
 * Keeps offices open between documents. The first document binds an office to its account, so a hostile document that
 * takes over an office can never reach another account's documents. One new office is kept ready, so the next account
 * does not wait for a start.
 */
export function createOfficePool(start: () => Office, limits: PoolLimits): OfficePool {
  const running = new Set<Office>();
  /** Least recently used first. */
  const idle: Seat[] = [];
  const slots = new Semaphore(limits.size);
  let isClosed = false;
  let idleTimer: Timer | undefined;

  function open(): Seat {
    const seat: Seat = { office: start(), documents: 0, account: undefined };
    running.add(seat.office);
    void seat.office.ended.then(() => {
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

  function closeIdleLater(): void {
    clearTimeout(idleTimer);
    idleTimer = setTimeout(() => {
      for (const { office } of idle.splice(0)) void office.end();
    }, limits.idleMs);
    idleTimer.unref();
  }

  /** Keeps one office ready for any account; the oldest bound ones make room for it. */
  function keepOneFresh(): void {
    if (!idle.some(isFresh)) idle.push(open());
    const othersAtWork = slots.used - 1;
    while (othersAtWork + idle.length > limits.size + 1) {
      const oldest = removeIdle(idle.find((seat) => !isFresh(seat)));
      if (oldest === undefined) break;
      void oldest.office.end();
    }
  }

  async function serve({ account, reusable }: Turn, work: (office: Office) => Promise<void>): Promise<void> {
    const seat = takeSeat(account);
    try {
      await work(seat.office);
      const mayServeAgain = reusable && account !== undefined && seat.documents < limits.documentsEach;
      if (mayServeAgain && !isClosed && running.has(seat.office)) idle.push(seat);
      else void seat.office.end();
    } catch (error) {
      await seat.office.kill();
      throw error;
    } finally {
      if (!isClosed) keepOneFresh();
    }
  }

  return {
    async use(turn, work) {
      const release = await slots.acquire({ owner: turn.account, signal: turn.signal });
      try {
        await serve(turn, work);
      } finally {
        release();
        closeIdleLater();
      }
    },
    async close() {
      isClosed = true;
      slots.close(AppError.from("unavailable", conversionMessages.closed));
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
