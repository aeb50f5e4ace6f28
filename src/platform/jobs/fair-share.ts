import type { Sender } from "./job-events.ts";
import type { Share } from "./scheduling.ts";

const remembered = 1_000;
const none: Share = { running: 0, lastTurn: 0 };

/** Who had how much of a runner. In memory alone: a restart forgives everybody, and no address is written down. */
export class FairShare {
  readonly #shares = new Map<string, Share>();
  readonly #addresses = new Map<string, string>();
  #turns = 0;

  /** From now on the user's jobs count for this address. */
  note({ userId, address }: Sender): void {
    this.#addresses.delete(userId);
    this.#addresses.set(userId, address);
    for (const oldest of this.#addresses.keys()) {
      if (this.#addresses.size <= remembered) return;
      this.#addresses.delete(oldest);
    }
  }

  readonly of = (userId: string | null): { user: Share; address: Share } => {
    const { user, address } = this.#keysOf(userId);
    return { user: this.#shares.get(user) ?? none, address: this.#shares.get(address) ?? none };
  };

  /** Counts a job that begins; the returned function says that it has ended. */
  begin(userId: string | null): () => void {
    const keys = new Set(Object.values(this.#keysOf(userId)));
    const shares = [...keys].map((key) => this.#share(key));
    this.#turns += 1;
    for (const share of shares) {
      share.running += 1;
      share.lastTurn = this.#turns;
    }
    return () => {
      for (const share of shares) share.running -= 1;
    };
  }

  /** A user whose address is not known is alone at it. */
  #keysOf(userId: string | null) {
    const user = `user ${userId}`;
    const address = userId === null ? undefined : this.#addresses.get(userId);
    return { user, address: address === undefined ? user : `address ${address}` };
  }

  #share(key: string): Share {
    const known = this.#shares.get(key);
    if (known) return known;
    if (this.#shares.size >= remembered) this.#forgetIdle();
    const share = { running: 0, lastTurn: 0 };
    this.#shares.set(key, share);
    return share;
  }

  #forgetIdle(): void {
    for (const [key, { running }] of this.#shares) if (running === 0) this.#shares.delete(key);
  }
}
