import { easiestTarget, workOfDifficulty } from "../bitcoin/block-header.ts";
import { type KnownBitcoin, periodBlocks } from "../bitcoin/header-chain.ts";
import { decodeBase64 } from "../tlog/base64.ts";
import { type NoteVerifier, parseVerifierKey } from "../tlog/signed-note.ts";
import { type Certificate, readCertificate } from "../x509/certificate.ts";
import { bitcoinCheckpoints, difficultyAfterCheckpoints } from "./bitcoin-checkpoints.ts";
import type { TrustedList } from "./listed-services.ts";
import { publicLogWitnesses } from "./log-witnesses.ts";
import { publicAuthorities } from "./public-authorities.ts";

/** Whom the reader of evidence trusts to be independent of the service. None of it comes from the service. */
export type TrustLists = {
  /**
   * The only keys of the service that the reader accepts: SHA-256 of root certificates in hex, public keys of
   * statements in base64url, and keys of logs. What is undefined accepts any.
   */
  service?:
    | { roots?: string[] | undefined; keys?: string[] | undefined; logs?: NoteVerifier[] | undefined }
    | undefined;
  /** Roots of public time-stamp authorities. */
  roots: readonly Certificate[];
  /** Public cosigners of transparency logs. */
  witnesses: readonly NoteVerifier[];
  bitcoin: KnownBitcoin;
  /** Trusted lists of states; none come with the verifier. Their services are public authorities. */
  trustedLists?: readonly TrustedList[] | undefined;
};

/** The lists that come with this version of the verifier. */
export const shippedLists: TrustLists = {
  roots: publicAuthorities.flatMap(({ roots }) => roots.map(({ der }) => readRoot(der))),
  witnesses: publicLogWitnesses.flatMap((line) => parseVerifierKey(line) ?? []),
  bitcoin: {
    checkpoints: readCheckpoints(bitcoinCheckpoints),
    work: workOfDifficulty(difficultyAfterCheckpoints),
    easiestTarget,
  },
};

function readRoot(base64: string): Certificate {
  const der = decodeBase64(base64);
  if (!der) throw new Error("A root of the shipped list is not base64.");
  return readCertificate(der);
}

function readCheckpoints(lines: string): Map<number, string> {
  const hashes = lines.trim().split("\n");
  return new Map(hashes.map((hash, period) => [periodBlocks * (period + 1) - 1, hash.padStart(64, "0")]));
}
