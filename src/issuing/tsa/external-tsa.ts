import type { HashName } from "../../evidence/hash.ts";
import { maxTokenBytes } from "../../evidence/pades/seal.ts";
import { makeTimeStampRequest } from "../../evidence/tsp/request.ts";
import { type TimeStamp, tokenOfReply, verifyTimeStampToken } from "../../evidence/tsp/token.ts";
import type { Certificate } from "../../evidence/x509/certificate.ts";
import { bytesAtMost, getErrorName } from "../../platform/http-body.ts";
import { computeImprint } from "./tsa.ts";
import { accessTo, noTsaAccess, type TsaAccess } from "./tsa-access.ts";

/** A verified token, or the reason why there is none, in a few words for the operator. */
export type ExternalAnswer = { token: Uint8Array; timeStamp: TimeStamp } | { error: string };

/**
 * Requests a token over a digest, by default SHA-256, from one external authority (RFC 3161, 3.4) and verifies status,
 * imprint, nonce, signature, purpose and the chain to one of `roots`. The caller checks its time. Never rejects, and
 * stops after `timeoutMs`.
 */
export async function requestToken(
  url: string,
  digest: Uint8Array,
  roots: Certificate[],
  timeoutMs: number,
  { hash = "SHA-256", access = noTsaAccess }: { hash?: HashName; access?: TsaAccess } = {},
): Promise<ExternalAnswer> {
  const nonce = randomNonce();
  const imprint = computeImprint(digest, hash);
  const reply = await post(url, makeTimeStampRequest(imprint, nonce), timeoutMs, access);
  if ("error" in reply) return reply;
  const answer = tokenOfReply(reply.bytes);
  if ("error" in answer) return answer;
  const checked = verifyTimeStampToken(answer.token, { imprint, nonce, roots });
  return "error" in checked ? checked : { token: answer.token, timeStamp: checked.timeStamp };
}

type Reply = { bytes: Uint8Array } | { error: string };

async function post(url: string, request: Uint8Array, timeoutMs: number, access: TsaAccess): Promise<Reply> {
  try {
    const { headers, ...tls } = accessTo(url, access);
    const response = await fetch(url, {
      ...tls,
      method: "POST",
      headers: { ...headers, "Content-Type": "application/timestamp-query" },
      body: Uint8Array.from(request),
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    });
    return response.ok ? await bounded(response) : { error: `HTTP status ${response.status}` };
  } catch (error) {
    return { error: getErrorName(error) };
  }
}

/** A reply is only slightly longer than its token, and the token must fit into the space reserved in a PDF file. */
async function bounded(response: Response): Promise<Reply> {
  const bytes = await bytesAtMost(response, maxTokenBytes);
  return bytes ? { bytes } : { error: `a reply of more than ${maxTokenBytes} bytes` };
}

/** 64 random bits, the highest set, so that the encoded number always has the same length. */
function randomNonce(): bigint {
  return BigInt.asUintN(64, crypto.getRandomValues(new BigUint64Array(1))[0] ?? 0n) | (1n << 63n);
}
