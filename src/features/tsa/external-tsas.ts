import type { Certificate } from "../../evidence/x509/certificate.ts";
import type { Log } from "../../platform/log.ts";
import { askExternalTsa } from "./external-tsa.ts";
import { confirmingAccuracyMs, type IssuedTimeStamp, maxDriftMs, timeoutMs } from "./tsa.ts";

/** Who was of no use is not asked again for so long: a document needs six tokens, and nobody waits for each. */
const cooldownMs = 60_000;
/** For one authority to answer, and for all of them together. */
const defaultTimeoutMs = { one: timeoutMs, all: 5_000 };
/** A confirmation of our clock counts for so long, unless the clock is set by more than a second meanwhile. */
const confirmationMs = 2 * 3_600_000;
const steadyMs = 1_000;

export type ExternalTsaOptions = {
  /** In the order in which they are asked. */
  urls: string[];
  roots: () => Certificate[];
  now: () => number;
  log: Log;
  timeoutMs?: { one: number; all: number };
};

/** `contradicted`: somebody answered as one should, and says a time far from ours, which nobody else confirms. */
export type ExternalTimeStamp = IssuedTimeStamp | "none" | "contradicted";

/** The outside time-stamping authorities of the settings; remembers for a minute who was of no use. */
export class ExternalTsas {
  readonly #options: ExternalTsaOptions;
  readonly #resting = new Map<string, number>();
  readonly #tokenBytes = new Map<string, number>();
  /** When our clock was confirmed last, by itself and by one that nobody sets. */
  #confirmed: { now: number; steady: number } | undefined;

  constructor(options: ExternalTsaOptions) {
    this.#options = options;
  }

  /** Their hosts, as people are told of them: an address may have a password in it. */
  get names(): string[] {
    return this.#options.urls.map((url) => new URL(url).host);
  }

  /** Whom they may lead to. */
  get roots(): Certificate[] {
    return this.#options.roots();
  }

  /** The bytes of the largest of the last tokens of each; 0 before one has answered. */
  get tokenBytes(): number {
    return Math.max(0, ...this.#tokenBytes.values());
  }

  /** Each of them alone, for what all are to vouch for, with the host and path of its address. */
  separately(): { address: string; alone: ExternalTsas }[] {
    return this.#options.urls.map((url) => {
      const { host, pathname } = new URL(url);
      return { address: host + pathname, alone: new ExternalTsas({ ...this.#options, urls: [url] }) };
    });
  }

  /** Whether one of them has confirmed our clock within two hours, and nobody has set it since. */
  hasConfirmedClock(): boolean {
    if (!this.#confirmed) return false;
    const passedMs = performance.now() - this.#confirmed.steady;
    const shownMs = this.#options.now() - this.#confirmed.now;
    return passedMs < confirmationMs && Math.abs(shownMs - passedMs) <= steadyMs;
  }

  /**
   * A token over a SHA-256 digest from the first that gives one that holds, with a time near ours. Never rejects, and
   * takes no longer than five seconds; once in a minute the operator reads who was of no use, and why.
   */
  async timeStamp(digest: Uint8Array): Promise<ExternalTimeStamp> {
    const { urls, roots, now, log, timeoutMs = defaultTimeoutMs } = this.#options;
    const end = performance.now() + timeoutMs.all;
    let contradicted = false;
    for (const url of urls) {
      const left = Math.floor(Math.min(timeoutMs.one, end - performance.now()));
      if (left <= 0) break;
      if (this.#isResting(url)) continue;
      const { host } = new URL(url);
      const answer = await askExternalTsa(url, digest, roots(), left);
      if ("fault" in answer) {
        this.#resting.set(url, now());
        log.warn(
          { authority: host, fault: answer.fault },
          "an outside time-stamping authority was of no use",
        );
        continue;
      }
      this.#resting.delete(url);
      this.#tokenBytes.set(url, answer.token.length);
      const { time, authority, chain, accuracyMs = confirmingAccuracyMs } = answer.timeStamp;
      const driftMs = now() - time.getTime();
      if (Math.abs(driftMs) <= maxDriftMs) {
        if (accuracyMs <= confirmingAccuracyMs) this.#confirmed = { now: now(), steady: performance.now() };
        return { token: answer.token, time, authority, outside: true, root: chain.at(-1) };
      }
      log.error(
        { authority: host, driftMs },
        "the clocks of this server and an outside authority are far apart",
      );
      contradicted = true;
      this.#confirmed = undefined;
    }
    return contradicted ? "contradicted" : "none";
  }

  /** Also ends when the clock is set back. */
  #isResting(url: string): boolean {
    const since = this.#resting.get(url);
    return since !== undefined && Math.abs(this.#options.now() - since) < cooldownMs;
  }
}
