import type { Sender } from "./job-events.ts";
import type { WaitingTurn } from "./jobs.repo.ts";

type Share = { running: number; lastTurn: number };

const maxRemembered = 1_000;
const none: Share = { running: 0, lastTurn: 0 };

/** Tracks how many turns each user and each network address got. In memory only, so no address is stored. */
export class FairShare {
  readonly #shares = new Map<string, Share>();
  readonly #addresses = new Map<string, string>();
  #turns = 0;

  /** From now on, the user's jobs count toward this address. */
  note({ userId, address }: Sender): void {
    this.#addresses.delete(userId);
    this.#addresses.set(userId, address);
    for (const oldest of this.#addresses.keys()) {
      if (this.#addresses.size <= maxRemembered) return;
      this.#addresses.delete(oldest);
    }
  }

  /**
   * The next turn goes to the address with the fewest running jobs and, within it, to the user with the fewest; among
   * equals, to the one whose last turn was longest ago, and finally to the oldest job. So a user with one small job
   * does not wait behind another user's fifty, nor behind fifty accounts of one person. Users and addresses that have
   * `max` running jobs are skipped.
   */
  choose(turns: WaitingTurn[], max = Number.POSITIVE_INFINITY): WaitingTurn | undefined {
    const candidates = turns
      .map((turn) => {
        const [user, address] = this.#keys(turn.userId).map((key) => this.#shares.get(key) ?? none);
        return { turn, user: user ?? none, address: address ?? none };
      })
      .filter(({ user, address }) => Math.max(user.running, address.running) < max);
    const [next] = candidates.toSorted(
      (one, other) =>
        one.address.running - other.address.running ||
        one.user.running - other.user.running ||
        one.address.lastTurn - other.address.lastTurn ||
        one.user.lastTurn - other.user.lastTurn ||
        one.turn.createdAt - other.turn.createdAt,
    );
    return next?.turn;
  }

  /** Counts a starting job until the returned function is called. */
  begin(userId: string | null): () => void {
    const shares = [...new Set(this.#keys(userId))].map((key) => this.#share(key));
    this.#turns += 1;
    for (const share of shares) {
      share.running += 1;
      share.lastTurn = this.#turns;
    }
    return () => {
      for (const share of shares) share.running -= 1;
    };
  }

  /** The keys of the user and of the address. A user without a known address counts as a separate address. */
  #keys(userId: string | null): [string, string] {
    const user = `user ${userId}`;
    const address = userId === null ? undefined : this.#addresses.get(userId);
    return [user, address === undefined ? user : `address ${address}`];
  }

  #share(key: string): Share {
    const known = this.#shares.get(key);
    if (known) return known;
    if (this.#shares.size >= maxRemembered) this.#forgetIdle();
    const share = { running: 0, lastTurn: 0 };
    this.#shares.set(key, share);
    return share;
  }

  #forgetIdle(): void {
    for (const [key, { running }] of this.#shares) if (running === 0) this.#shares.delete(key);
  }
}
