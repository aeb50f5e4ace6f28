import type { MiddlewareHandler } from "hono";
import type { Config } from "../../features/config.ts";
import { getCallerAddress } from "./address.ts";
import type { HttpEnv } from "./http-env.ts";

/** Requests begin in turns, and continue in turns after their bodies have arrived. */
export function inTurns(config: Pick<Config, "trustProxy">): MiddlewareHandler<HttpEnv> {
  const turns = new Turns();
  return async (c, next) => {
    const address = getCallerAddress(c, config);
    c.set("nextTurn", () => turns.take(address));
    await turns.take(address);
    await next();
  };
}

/**
 * Lets work begin one piece after the other, with a turn of the event loop in between, in which the server takes and
 * answers other requests. Without it, a hundred requests that arrive together are all worked off before a request that
 * arrives a moment later is even seen. Network addresses take turns: the queue of one is not in the way of another.
 */
export class Turns {
  readonly #waiting = new Map<string, (() => void)[]>();
  #isTaken = false;

  /** Resolves when it is the turn of this address; at once if nothing has begun in this turn. */
  take(address: string): Promise<void> {
    if (!this.#isTaken) {
      this.#isTaken = true;
      setImmediate(() => this.#goOn());
      return Promise.resolve();
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    const queue = this.#waiting.get(address);
    if (queue) queue.push(resolve);
    else this.#waiting.set(address, [resolve]);
    return promise;
  }

  #goOn(): void {
    const [first] = this.#waiting;
    if (first === undefined) {
      this.#isTaken = false;
      return;
    }
    const [address, queue] = first;
    const begin = queue.shift();
    this.#waiting.delete(address);
    if (queue.length > 0) this.#waiting.set(address, queue);
    setImmediate(() => this.#goOn());
    begin?.();
  }
}
