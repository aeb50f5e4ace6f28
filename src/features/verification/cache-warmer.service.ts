import type { Deps } from "../deps.ts";
import { listNewest } from "./verification.repo.ts";
import { prepareConfirmation } from "./verification.service.ts";

/** The newest documents are asked about most. Their answers take half of the room there is for all. */
const maxPrepared = 1_750;
/** So many at once hold nobody up for longer than two milliseconds; between them everybody else has his turn. */
const atOnce = 4;
const pauseMs = 25;
const lookEveryMs = 1_000;

/**
 * Works out what lookups of the newest documents will be answered before anybody asks: what is completed at the next
 * look, all of them after a start and whenever everything was forgotten. Returns how to end it.
 */
export function startPreparing(deps: Deps): () => void {
  const preparation = new Preparation(deps);
  const goOn = async () => {
    let isDone = true;
    await deps.bestEffort.attempt("answers to lookups", () => {
      isDone = preparation.step();
    });
    if (!isStopped) timer = setTimeout(goOn, isDone ? lookEveryMs : pauseMs);
  };
  let isStopped = false;
  let timer = setTimeout(goOn, lookEveryMs);
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}

/** A walk through the log, from its newest entry to what was prepared before. */
export class Preparation {
  readonly #deps: Deps;
  #clearings = -1;
  /** All up to this place were prepared, or are too old for it. */
  #preparedTo = -1;
  /** The walk under way: where it began, and what is the next. */
  #from = -1;
  #below = Number.MAX_SAFE_INTEGER;
  #walked = 0;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Prepares a few. True when there are no more for now. */
  step(): boolean {
    const { confirmations, db } = this.#deps;
    if (this.#clearings !== confirmations.clearings) this.#begin(-1);
    this.#clearings = confirmations.clearings;
    const rows = listNewest(db, { above: this.#preparedTo, below: this.#below, most: atOnce });
    for (const { serialNumber } of rows) prepareConfirmation(this.#deps, serialNumber);
    if (this.#walked === 0) this.#from = rows[0]?.entryIndex ?? this.#preparedTo;
    this.#walked += rows.length;
    this.#below = rows.at(-1)?.entryIndex ?? this.#below;
    const isDone = rows.length < atOnce || this.#walked >= maxPrepared;
    if (isDone) this.#begin(this.#from);
    return isDone;
  }

  #begin(preparedTo: number): void {
    this.#preparedTo = preparedTo;
    this.#below = Number.MAX_SAFE_INTEGER;
    this.#walked = 0;
  }
}
