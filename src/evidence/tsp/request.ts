import { readFields } from "../../formats/der/fields.ts";
import { wellFormed } from "../../formats/der/malformed.ts";
import { readDer } from "../../formats/der/read.ts";
import { constructedTag, tags } from "../../formats/der/tags.ts";
import { readBoolean, readInteger, readOid } from "../../formats/der/values.ts";
import { boolean, type Encoded, integer, sequence } from "../../formats/der/write.ts";
import { encodeImprint, type Imprint, readImprint } from "./imprint.ts";

/** A request to a time-stamp authority. `wantsCertificate`: include the authority's certificate in the token. */
export type TimeStampRequest = {
  imprint: Imprint;
  nonce: bigint | undefined;
  policy: string | undefined;
  wantsCertificate: boolean;
};

/** The reasons for rejecting a request, by the names and bits of PKIFailureInfo (RFC 3161, 2.4.2). */
export const requestIssues = {
  badAlg: 0,
  badRequest: 2,
  badDataFormat: 5,
  timeNotAvailable: 14,
  unacceptedPolicy: 15,
  unacceptedExtension: 16,
} as const;
export type RequestIssue = keyof typeof requestIssues;

/**
 * A TimeStampReq (RFC 3161, 2.4.1) for this imprint that requests the authority's certificate. `nonce` is a random
 * number of at least 64 bits, which the reply must repeat. Runs in browsers.
 */
export function makeTimeStampRequest(imprint: Imprint, nonce: bigint): Encoded {
  return sequence(integer(1), encodeImprint(imprint), integer(nonce), boolean(true));
}

/** Parses any request, or returns the reason for rejecting it. Never throws. */
export function parseTimeStampRequest(bytes: Uint8Array): TimeStampRequest | { error: RequestIssue } {
  return wellFormed(() => readRequest(bytes)) ?? { error: "badDataFormat" };
}

function readRequest(bytes: Uint8Array): TimeStampRequest | { error: RequestIssue } {
  const fields = readFields(readDer(bytes));
  if (readInteger(fields.take(tags.integer)) !== 1n) return { error: "badRequest" };
  const imprint = readImprint(fields.take(tags.sequence));
  const policy = fields.optional(tags.oid);
  const nonce = fields.optional(tags.integer);
  const certReq = fields.optional(tags.boolean);
  const extensions = fields.optional(constructedTag(0));
  fields.end();
  if (imprint === "unsupported-hash") return { error: "badAlg" };
  if (imprint === "wrong-length") return { error: "badDataFormat" };
  if (extensions) return { error: "unacceptedExtension" };
  return {
    imprint,
    nonce: nonce && readInteger(nonce),
    policy: policy && readOid(policy),
    wantsCertificate: certReq !== undefined && readBoolean(certReq),
  };
}
