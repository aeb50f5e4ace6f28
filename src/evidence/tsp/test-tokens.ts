import { createHash, randomBytes } from "node:crypto";
import { now, testAuthority } from "../test-pki.ts";
import { answerTimeStampRequest, type TokenFacts } from "./authority.ts";
import type { Imprint } from "./imprint.ts";
import { makeTimeStampRequest } from "./request.ts";

export const file = new TextEncoder().encode("a lease");
export const computeImprint = (bytes: Uint8Array): Imprint => ({
  hash: "SHA-256",
  digest: new Uint8Array(createHash("sha256").update(bytes).digest()),
});
export const nonce = 0xfedc_ba98_7654_3210n;
export const authority = testAuthority();
export const facts = { signer: authority.tsa, time: now, serial: randomBytes(16), accuracyMs: 1000 };

/** A reply over `file` and its token. */
export function grant(own: Partial<TokenFacts> = {}): { reply: Uint8Array; token: Uint8Array } {
  const answer = answerTimeStampRequest(makeTimeStampRequest(computeImprint(file), nonce), {
    ...facts,
    ...own,
  });
  if (!("token" in answer)) throw new Error(answer.error);
  return answer;
}
