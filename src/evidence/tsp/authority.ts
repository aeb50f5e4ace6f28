import { tags } from "../../formats/der/tags.ts";
import { unsignedInteger } from "../../formats/der/values.ts";
import { type Encoded, encode, integer, namedBits, sequence, utf8String } from "../../formats/der/write.ts";
import { encodeSignedData, largestSignature, signContent } from "../cms/sign-data.ts";
import { computeHash } from "../hash.ts";
import { oids } from "../oids.ts";
import { type Signer, signerCertificate } from "../x509/key-pair.ts";
import { parseTimeStampRequest, type RequestIssue, requestIssues, type TimeStampRequest } from "./request.ts";
import { encodeTstInfo } from "./tst-info.ts";

/**
 * The policy in our tokens, below 2.25, where every UUID is an identifier (X.667): time from the server's clock, for
 * anyone's document. A token states its accuracy while an external authority confirms the clock; without it, the time
 * depends on the operator alone.
 */
export const timeStampPolicy = "2.25.218938277744463546780385698230433498777";

/** Input for one token besides the request. Server only: browsers must not import it. */
export type TokenFacts = {
  signer: Signer;
  time: Date;
  /** 16 bytes of the system's random source. */
  serial: Uint8Array;
  /** The maximum error of the clock in milliseconds; undefined: the token states no accuracy. */
  accuracyMs: number | undefined;
};

/** The response to a request: TimeStampResp in DER, and the token or the reason for the rejection. */
export type TimeStampAnswer = { reply: Uint8Array } & ({ token: Uint8Array } | { error: RequestIssue });

/**
 * Answers any TimeStampReq (RFC 3161, 2.4): whatever the bytes are, the result is a valid response. `time` is undefined
 * while the clock is unreliable; then, and outside the certificate's validity, the response is timeNotAvailable.
 */
export function answerTimeStampRequest(
  request: Uint8Array,
  facts: Omit<TokenFacts, "time"> & { time: Date | undefined },
): TimeStampAnswer {
  const parsed = parseTimeStampRequest(request);
  if ("error" in parsed) return refusal(parsed.error);
  if (parsed.policy !== undefined && parsed.policy !== timeStampPolicy) return refusal("unacceptedPolicy");
  const { time, signer } = facts;
  const { notBefore, notAfter } = signerCertificate(signer);
  if (!time || time < notBefore || time > notAfter) return refusal("timeNotAvailable");
  const token = makeTimeStampToken(parsed, { ...facts, time });
  return { reply: replyWith(token), token };
}

/** A token as the response that granted it (TimeStampResp, RFC 3161, 2.4.2), the content of a .tsr file. */
export const replyWith = (token: Uint8Array): Uint8Array => sequence(sequence(integer(0)), token);

/** A time-stamp token (RFC 3161, 2.4.2; RFC 5816). */
export function makeTimeStampToken(
  request: Pick<TimeStampRequest, "imprint" | "nonce" | "wantsCertificate">,
  { signer, time, serial, accuracyMs }: TokenFacts,
): Encoded {
  const content = encodeTstInfo({
    policy: timeStampPolicy,
    imprint: request.imprint,
    serialNumber: unsignedInteger(serial),
    time,
    accuracyMs,
    nonce: request.nonce,
  });
  return encodeSignedData({
    contentType: oids.tstInfo,
    content,
    certificates: request.wantsCertificate ? [signer.certificate] : [],
    signer,
    signature: signContent(oids.tstInfo, computeHash("SHA-256", content), signer),
  });
}

/** The size of the largest token that `makeTimeStampToken` makes for a SHA-256 and without a nonce. */
export function computeMaxTokenBytes(signer: Signer): number {
  const content = encodeTstInfo({
    policy: timeStampPolicy,
    imprint: { hash: "SHA-256", digest: new Uint8Array(32) },
    serialNumber: unsignedInteger(new Uint8Array(16).fill(0xff)),
    time: new Date(999),
    accuracyMs: 86_399_999,
    nonce: undefined,
  });
  return encodeSignedData({
    contentType: oids.tstInfo,
    content,
    certificates: [signer.certificate],
    signer,
    signature: largestSignature(oids.tstInfo, signer),
  }).length;
}

const sentences: Record<RequestIssue, string> = {
  badAlg: "Only SHA-256, SHA-384 and SHA-512 are timestamped.",
  badRequest: "Only version 1 of the request is known.",
  timeNotAvailable: "The clock cannot be relied on now: ask again later.",
  badDataFormat: "The request is not a TimeStampReq in DER.",
  unacceptedPolicy: `The only policy is ${timeStampPolicy}.`,
  unacceptedExtension: "Extensions are not supported.",
};

/** PKIStatusInfo: rejection, a message, and the failure bit. */
function refusal(error: RequestIssue): TimeStampAnswer {
  const text = encode(tags.sequence, utf8String(sentences[error]));
  const status = sequence(integer(2), text, namedBits(requestIssues[error]));
  return { reply: sequence(status), error };
}
