import type { HashName } from "../../evidence/hash.ts";
import type { Certificate } from "../../evidence/x509/certificate.ts";
import type { Logger } from "../../platform/logger.ts";
import { requestToken } from "./external-tsa.ts";
import { confirmingAccuracyMs, type IssuedTimeStamp, maxDriftMs, timeoutMs } from "./tsa.ts";
import { noTsaAccess, type TsaAccess } from "./tsa-access.ts";
import { ExternalValidationData } from "./validation-data.ts";

/** A failing authority is skipped for this long: a document needs six tokens and must not wait for each. */
const cooldownMs = 60_000;
/** The time limit for one authority, and for all of them together. */
const defaultTimeoutMs = { one: timeoutMs, all: 5_000 };
/** A confirmation of our clock is valid for this long, unless the clock is changed by more than a second. */
const confirmationMs = 2 * 3_600_000;
const steadyMs = 1_000;

export type ExternalTsaOptions = {
  /** In the order in which they are asked. */
  urls: string[];
  access?: TsaAccess;
  roots: () => Certificate[];
  now: () => number;
  log: Logger;
  timeoutMs?: { one: number; all: number };
  /** What other instances for the same authorities already know. */
  validationData?: ExternalValidationData;
};

/** `contradicted`: an authority gave a valid token with a time far from ours, and no other confirmed our time. */
export type ExternalTimeStamp = IssuedTimeStamp | "none" | "contradicted";

/** The external time-stamping authorities in the settings. A failing one is skipped for a minute. */
export class ExternalTsas {
  readonly #options: ExternalTsaOptions;
  readonly #resting = new Map<string, number>();
  readonly #tokenBytes = new Map<string, number>();
  /** What validators need for the tokens besides their own certificates. */
  readonly validationData: ExternalValidationData;
  /** When our clock was last confirmed, by that clock and by a monotonic one. */
  #confirmed: { now: number; steady: number } | undefined;

  constructor(options: ExternalTsaOptions) {
    const { urls, now, log, timeoutMs = defaultTimeoutMs } = options;
    this.#options = options;
    const hosts = urls.map((url) => new URL(url).host);
    this.validationData =
      options.validationData ??
      new ExternalValidationData({ hosts, now, log, timeoutMs: () => timeoutMs.one });
  }

  /** Their hosts. People never see the full address: it may contain a password. */
  get names(): string[] {
    return this.#options.urls.map((url) => new URL(url).host);
  }

  /** The accepted roots. */
  get roots(): Certificate[] {
    return this.#options.roots();
  }

  /** The size of the largest among each authority's last token; 0 before the first answer. */
  get tokenBytes(): number {
    return Math.max(0, ...this.#tokenBytes.values());
  }

  /** The individual authorities, with the host and path of their addresses, to collect a token from each. */
  separately(): { url: string; address: string; alone: ExternalTsas }[] {
    const { validationData } = this;
    return this.#options.urls.map((url) => {
      const { host, pathname } = new URL(url);
      const alone = new ExternalTsas({ ...this.#options, validationData, urls: [url] });
      return { url, address: host + pathname, alone };
    });
  }

  /** Whether an authority has confirmed our clock within two hours, and the clock was not changed since. */
  hasConfirmedClock(): boolean {
    if (!this.#confirmed) return false;
    const passedMs = performance.now() - this.#confirmed.steady;
    const shownMs = this.#options.now() - this.#confirmed.now;
    return passedMs < confirmationMs && Math.abs(shownMs - passedMs) <= steadyMs;
  }

  /**
   * A token over a digest, by default SHA-256, from the first authority that gives a valid one with a time near ours.
   * Never rejects,
   * takes at most five seconds, and logs each failing authority at most once a minute.
   */
  async timeStamp(digest: Uint8Array, hash: HashName = "SHA-256"): Promise<ExternalTimeStamp> {
    const { urls, access = noTsaAccess, roots, now, log, timeoutMs = defaultTimeoutMs } = this.#options;
    const end = performance.now() + timeoutMs.all;
    let contradicted = false;
    for (const url of urls) {
      const left = Math.floor(Math.min(timeoutMs.one, end - performance.now()));
      if (left <= 0) break;
      if (this.#isResting(url)) continue;
      const { host } = new URL(url);
      const answer = await requestToken(url, digest, roots(), left, { hash, access });
      if ("error" in answer) {
        this.#resting.set(url, now());
        log.warn(
          { authority: host, error: answer.error },
          "an external time-stamp authority gave no usable answer",
        );
        continue;
      }
      this.#resting.delete(url);
      this.#tokenBytes.set(url, answer.token.length);
      const { time, authority, chain, accuracyMs = confirmingAccuracyMs } = answer.timeStamp;
      this.validationData.meet(chain);
      const driftMs = now() - time.getTime();
      if (Math.abs(driftMs) <= maxDriftMs) {
        if (accuracyMs <= confirmingAccuracyMs) this.#confirmed = { now: now(), steady: performance.now() };
        const certificateEnd = chain[0]?.notAfter ?? time;
        return { token: answer.token, time, authority, certificateEnd, outside: true, root: chain.at(-1) };
      }
      log.error({ authority: host, driftMs }, "the clocks of this server and an external authority disagree");
      contradicted = true;
      this.#confirmed = undefined;
    }
    return contradicted ? "contradicted" : "none";
  }

  /** Setting the clock back ends the cooldown too. */
  #isResting(url: string): boolean {
    const since = this.#resting.get(url);
    return since !== undefined && Math.abs(this.#options.now() - since) < cooldownMs;
  }
}
