import { sha256 as computeSha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import { earliest } from "../earliest.ts";
import { claimedDigest } from "../tsp/is-over.ts";
import { type TimeStampCheck, verifyTimeStampToken } from "../tsp/token.ts";
import type { Crl } from "../x509/crl.ts";
import { requireKeyInUse } from "./ended-key.ts";
import type { Evidence, KnownToken } from "./evidence.ts";
import { knownBlocks } from "./known-blocks.ts";
import { findPreserved, type Preserved, preservedBy } from "./preserved.ts";
import type { Finding } from "./report.ts";
import { readStatement, type Statement } from "./statement.ts";
import type { Trust } from "./trust.ts";

/**
 * The head in a receipt: `signed` by a known log; of an `unknown-log`; or `wrong`, if the receipt is damaged or the log
 * that it names did not sign it.
 */
export type ReceiptState = "signed" | "unknown-log" | "wrong";

/**
 * Evidence with the results of its checks, each made once for all files that are verified by it: the signatures of
 * statements, the time-stamps, and the entries in the log. A result is stored under all that it depends on besides
 * evidence and trust, so that no file gets the result of another one. Runs in browsers.
 */
export class CheckedEvidence {
  readonly evidence: Evidence;
  readonly trust: Trust;
  readonly statements: readonly Statement[];
  readonly crls: Crl[];
  /** The statements after the check of their signatures alone. */
  readonly #signed: readonly Statement[];
  /** The tokens with the digest that each claims to be over, in hex. */
  readonly #tokens: (KnownToken & { digest: string | undefined })[];
  readonly #stamps = new Map<string, TimeStampCheck>();
  #preserved: Preserved[] | undefined;
  readonly #entries = new Map<string, Finding | undefined>();
  readonly #receipts: Map<string, ReceiptState>;

  constructor(
    evidence: Evidence,
    trust: Trust,
    signed: readonly Statement[] = [],
    receipts = new Map<string, ReceiptState>(),
  ) {
    const known = new Map(signed.map((statement) => [statement.text, statement]));
    this.evidence = evidence;
    this.trust = { ...trust, publicBlocks: knownBlocks(evidence, trust) };
    this.#receipts = receipts;
    this.#signed = evidence.attestations.map((text) => known.get(text) ?? readStatement(text, trust));
    this.statements = this.#signed.map((one) => requireKeyInUse(one, evidence, trust.logs));
    this.crls = [...trust.crls, ...evidence.crls];
    this.#tokens = evidence.tokens.map((token) => {
      const digest = claimedDigest(token.bytes);
      return { ...token, digest: digest && bytesToHex(digest) };
    });
  }

  /** Other evidence under the same trust. Signatures of statements and receipts in both are not checked again. */
  withEvidence(evidence: Evidence): CheckedEvidence {
    return new CheckedEvidence(evidence, this.trust, this.#signed, this.#receipts);
  }

  /** The state of a receipt, found by `find` when it is first needed; it depends on the trusted logs alone. */
  receiptState(receipt: string, find: () => ReceiptState): ReceiptState {
    const state = this.#receipts.get(receipt) ?? find();
    this.#receipts.set(receipt, state);
    return state;
  }

  /** The time-stamps over this SHA-256 (hex), and those whose source says that they are about such a file. */
  stampsOver(sha256: string, about?: string): TimeStampCheck[] {
    return this.#tokens
      .filter((token) => token.digest === sha256 || (about !== undefined && token.about === about))
      .map(({ bytes }) => this.checkStamp(bytes, sha256));
  }

  /** `renewedAt`: a time by which the token is known to have existed. */
  checkStamp(token: Uint8Array, sha256: string, renewedAt?: Date): TimeStampCheck {
    const key = `${sha256} ${renewedAt?.getTime()} ${bytesToHex(token)}`;
    const check =
      this.#stamps.get(key) ??
      verifyTimeStampToken(token, {
        imprint: { hash: "SHA-256", digest: hexToBytes(sha256) },
        roots: [...this.trust.roots, ...this.trust.stampRoots],
        crls: this.crls,
        existedBy: earliest([renewedAt, this.existedBy(token)]),
      });
    this.#stamps.set(key, check);
    return check;
  }

  /** The earliest time-stamp over a token, or over a record that preserves it, shows that it existed by then. */
  existedBy(token: Uint8Array): Date | undefined {
    const over = this.stampsOver(bytesToHex(computeSha256(token)));
    const times = over.map((stamp) => ("timeStamp" in stamp ? stamp.timeStamp.time : undefined));
    return earliest([...times, preservedBy(this.preserved, token)]);
  }

  /** The evidence records about the statements here. */
  get preserved(): readonly Preserved[] {
    this.#preserved ??= findPreserved(this.evidence, { ...this.trust, crls: this.crls });
    return this.#preserved;
  }

  /**
   * The finding about the entry of this attestation in the log, made by `find` when it is first needed; undefined if no
   * receipt proves one.
   */
  logEntry(
    attestation: string,
    find: (checked: CheckedEvidence) => Finding | undefined,
  ): Finding | undefined {
    if (!this.#entries.has(attestation)) this.#entries.set(attestation, find(this));
    return this.#entries.get(attestation);
  }
}
