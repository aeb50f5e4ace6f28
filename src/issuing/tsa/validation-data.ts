import type { Certificate } from "../../evidence/x509/certificate.ts";
import type { Crl } from "../../evidence/x509/crl.ts";
import { isSignedByNatively } from "../../evidence/x509/signed-natively.ts";
import { getErrorName } from "../../platform/http-body.ts";
import type { Logger } from "../../platform/logger.ts";
import { fetchCrl } from "./fetch-crl.ts";

/** Certificates and revocation lists, DER, that validators need for the time-stamps of external authorities. */
export type ValidationData = { certificates: Uint8Array[]; crls: Uint8Array[] };

const day = 24 * 3_600_000;
/** A list that cannot be had is asked for again after this time, like a failing authority. */
const cooldownMs = 60_000;

type Options = {
  /** The hosts, with their ports, of the authorities in the settings. */
  hosts: string[];
  now: () => number;
  log: Logger;
  /** The time limit for all lists of a chain together. */
  timeoutMs: () => number;
};

/**
 * The chains of the external authorities that answer, and the revocation lists that their certificates name. Lists are
 * fetched when a chain is first met, and once a day from then on.
 */
export class ExternalValidationData {
  readonly #options: Options;
  /** By the issuer of the first certificate: an authority can have several certificates of its own. */
  readonly #chains = new Map<string, Certificate[]>();
  readonly #lists = new Map<string, { crl?: Crl; triedAt: number }>();
  #pending: Promise<unknown> = Promise.resolve();

  constructor(options: Options) {
    this.#options = options;
  }

  /** What is known about all chains that were met; the tokens have their own certificates. */
  get current(): ValidationData {
    const above = [...this.#chains.values()].flatMap((chain) => chain.slice(1));
    const lists = [...this.#chains.values()].flatMap((chain) =>
      chain.flatMap(({ crlUrls }) => crlUrls.flatMap((url) => this.#lists.get(url)?.crl ?? [])),
    );
    return { certificates: distinct(above), crls: distinct(lists) };
  }

  /** Remembers the chain of a valid token, its own certificate first, and fetches lists that are missing or old. */
  meet(chain: Certificate[]): void {
    this.#chains.set(Buffer.from(chain[1]?.bytes ?? []).toString("base64"), chain);
    const due = chain.flatMap((certificate, place) => {
      const issuer = chain[place + 1];
      const url = certificate.crlUrls.find((one) => this.#isDue(one));
      return issuer && url !== undefined ? [{ url, issuer }] : [];
    });
    if (due.length === 0) return;
    const signal = AbortSignal.timeout(this.#options.timeoutMs());
    this.#pending = Promise.all([
      this.#pending,
      ...due.map(({ url, issuer }) => this.#fetch(url, issuer, signal)),
    ]);
  }

  /** Resolves when the lists of all chains so far have been fetched or could not be; never rejects. */
  async settled(): Promise<void> {
    await this.#pending;
  }

  #isDue(url: string): boolean {
    const known = this.#lists.get(url);
    const ageMs = Math.abs(this.#options.now() - (known?.triedAt ?? Number.NEGATIVE_INFINITY));
    return ageMs >= (known?.crl ? day : cooldownMs);
  }

  async #fetch(url: string, issuer: Certificate, signal: AbortSignal): Promise<void> {
    const { now, log, hosts } = this.#options;
    const earlier = this.#lists.get(url);
    this.#lists.set(url, { ...earlier, triedAt: now() });
    try {
      const crl = await fetchCrl(url, hosts, signal);
      if (!isSignedByNatively(crl, issuer.publicKey)) throw new Error("it is not signed by the issuer");
      this.#lists.set(url, { crl, triedAt: now() });
    } catch (error) {
      const { host } = new URL(url);
      log.warn(
        { host, error: getErrorName(error) },
        "the revocation list of an external authority cannot be had",
      );
    }
  }
}

const distinct = (some: { bytes: Uint8Array }[]) => [
  ...new Map(some.map(({ bytes }) => [Buffer.from(bytes).toString("base64"), bytes])).values(),
];
