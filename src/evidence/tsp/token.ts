import { readFields } from "../../formats/der/fields.ts";
import { wellFormed } from "../../formats/der/malformed.ts";
import { readDer } from "../../formats/der/read.ts";
import { tags } from "../../formats/der/tags.ts";
import { readSmallInteger } from "../../formats/der/values.ts";
import { readSignedData } from "../cms/signed-data.ts";
import { verifySignedData } from "../cms/verify-signed-data.ts";
import { sameBytes } from "../hash.ts";
import { oids } from "../oids.ts";
import type { Certificate } from "../x509/certificate.ts";
import { type ChainIssue, verifyChain } from "../x509/chain.ts";
import type { Crl } from "../x509/crl.ts";
import type { Imprint } from "./imprint.ts";
import { readTstInfo, type TstInfo } from "./tst-info.ts";

/** The expected content and the trusted authorities of a token. Omitted fields are not checked. */
export type TokenExpectation = {
  imprint: Imprint;
  /** The nonce of the request, for a reply to it. */
  nonce?: bigint;
  /** The trusted certificates. */
  roots: Certificate[];
  /** Certificates that the token may omit. */
  certificates?: Certificate[];
  crls?: Crl[];
  /** A time by which the token is known to have existed, from proof other than itself. */
  existedBy?: Date | undefined;
};

/** A valid token. */
export type TimeStamp = {
  time: Date;
  accuracyMs: number | undefined;
  serialNumber: bigint;
  policy: string;
  /** It says that it is a qualified one; `checkQualified` says whether it is. */
  isStatedQualified: boolean;
  /** The name of the authority in its certificate, and of the root above it. */
  authority: string;
  root: string;
  /** The token's own certificate first, the root last: what must be stored to check it later. */
  chain: Certificate[];
  /** Its key was stolen then; the token is known to be older. */
  distrustedSince?: Date;
};

/**
 * `malformed`: not a token; `refused`: the authority rejected the request; `wrong-imprint`, `wrong-nonce`: over
 * something else than requested; `forged`: the signature does not match; `no-certificate`: its certificate is missing;
 * `unsupported`: a hash or algorithm that we do not accept; `renewed-late`: it renews one whose certificate had ended;
 * the rest as in `ChainIssue`.
 */
export type TimeStampIssue =
  | ChainIssue
  | "malformed"
  | "refused"
  | "wrong-imprint"
  | "wrong-nonce"
  | "forged"
  | "no-certificate"
  | "unsupported"
  | "renewed-late";

export type TimeStampCheck = { timeStamp: TimeStamp } | { error: TimeStampIssue };

/** The bare token in a TimeStampResp that grants one (RFC 3161, 2.4.2). Never throws. Runs in browsers. */
export function tokenOfReply(reply: Uint8Array): { token: Uint8Array } | { error: "malformed" | "refused" } {
  return wellFormed(() => readReply(reply)) ?? { error: "malformed" };
}

function readReply(reply: Uint8Array): { token: Uint8Array } | { error: "malformed" | "refused" } {
  const fields = readFields(readDer(reply));
  const status = readSmallInteger(readFields(fields.take(tags.sequence)).take(tags.integer), 5);
  const token = fields.optional(tags.sequence);
  fields.end();
  if (status > 1) return { error: "refused" };
  return token ? { token: token.bytes } : { error: "malformed" };
}

/**
 * Verifies a bare time-stamp token completely (RFC 3161, 2.2 and 2.4.2; RFC 5816): over this imprint and nonce, signed
 * by the certificate it names, which is for time-stamping only and was valid at the token's time under one of the
 * roots. Never throws, whatever the bytes are. Runs in browsers, also over plain http.
 */
export function verifyTimeStampToken(token: Uint8Array, expected: TokenExpectation): TimeStampCheck {
  return wellFormed(() => checkToken(token, expected)) ?? { error: "malformed" };
}

function checkToken(token: Uint8Array, expected: TokenExpectation): TimeStampCheck {
  const data = readSignedData(token);
  if (data.contentType !== oids.tstInfo || !data.content) return { error: "malformed" };
  const info = readTstInfo(data.content);
  if (!info) return { error: "unsupported" };
  const known = expected.certificates ?? [];
  const signature = verifySignedData(data, () => undefined, known);
  if ("error" in signature) {
    return { error: signature.error === "wrong-content" ? "forged" : signature.error };
  }
  const error = findUnexpected(info, expected);
  if (error) return { error };
  const path = verifyChain({
    certificate: signature.signer,
    purpose: "time-stamping",
    others: [...data.certificates, ...known],
    roots: expected.roots,
    at: info.time,
    crls: expected.crls,
    existedBy: expected.existedBy,
  });
  if ("error" in path) return path;
  const { time, accuracyMs, serialNumber, policy, isStatedQualified } = info;
  const { chain, distrustedSince } = path;
  return {
    timeStamp: {
      time,
      accuracyMs,
      serialNumber,
      policy,
      isStatedQualified,
      authority: signature.signer.subject.text,
      root: chain.at(-1)?.subject.text ?? "",
      chain,
      ...(distrustedSince && { distrustedSince }),
    },
  };
}

function findUnexpected(info: TstInfo, expected: TokenExpectation): TimeStampIssue | undefined {
  const { imprint, nonce } = expected;
  const isAbout = info.imprint.hash === imprint.hash && sameBytes(info.imprint.digest, imprint.digest);
  if (!isAbout) return "wrong-imprint";
  if (nonce !== undefined && info.nonce !== nonce) return "wrong-nonce";
  return undefined;
}
