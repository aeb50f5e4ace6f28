import { makeTimeStampRequest } from "../evidence/time-stamp/request.ts";
import {
  type TimeStamp,
  type TimeStampFault,
  tokenOfReply,
  verifyTimeStampToken,
} from "../evidence/time-stamp/token.ts";
import type { Certificate } from "../evidence/x509/certificate.ts";
import { imprintOf } from "./authority.ts";

const patienceMs = 5_000;
const mostReplyBytes = 64 * 1024;

/** `silent`: no usable answer over HTTP; the rest is what is wrong with the answer. */
export type OutsideFault = TimeStampFault | "silent";
export type OutsideAnswer = { token: Uint8Array; timeStamp: TimeStamp } | { fault: OutsideFault };

/**
 * Asks one outside authority for a token over a SHA-256 digest (RFC 3161, 3.4) and checks the answer in full:
 * status, imprint, nonce, signature, purpose and the way to one of `roots`. Its time is not judged here. Never
 * rejects, and gives up after five seconds.
 */
export async function askOutsideAuthority(
  url: string,
  digest: Uint8Array,
  roots: Certificate[],
): Promise<OutsideAnswer> {
  const nonce = randomNonce();
  const reply = await post(url, makeTimeStampRequest(imprintOf(digest), nonce));
  if (!reply) return { fault: "silent" };
  const answer = tokenOfReply(reply);
  if ("fault" in answer) return answer;
  const checked = verifyTimeStampToken(answer.token, { imprint: imprintOf(digest), nonce, roots });
  return "fault" in checked ? checked : { token: answer.token, timeStamp: checked.timeStamp };
}

async function post(url: string, request: Uint8Array): Promise<Uint8Array | undefined> {
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "Content-Type": "application/timestamp-query" },
      body: Uint8Array.from(request),
      redirect: "error",
      signal: AbortSignal.timeout(patienceMs),
    });
    return response.ok ? await bounded(response) : undefined;
  } catch {
    // Away, too slow or not speaking HTTP: the caller tells the operator which authority was silent.
    return undefined;
  }
}

async function bounded(response: Response): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > mostReplyBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** 64 random bits, the highest set, so that the number is as long as it looks. */
function randomNonce(): bigint {
  return BigInt.asUintN(64, crypto.getRandomValues(new BigUint64Array(1))[0] ?? 0n) | (1n << 63n);
}
