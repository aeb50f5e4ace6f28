import type { Deps } from "../deps.ts";
import { answerTimeStampRequest } from "../evidence/time-stamp/authority.ts";
import { verifyTimeStampToken } from "../evidence/time-stamp/token.ts";
import type { Certificate } from "../evidence/x509/certificate.ts";
import { encodePem } from "../evidence/x509/pem.ts";
import { takeFromLimit } from "../limits.ts";
import { accuracyMs, imprintOf } from "./authority.ts";
import { isClockBehind, noteTime } from "./clock.service.ts";
import { imprintOfToken } from "./token-imprint.ts";

/** Answers anybody's TimeStampReq with a TimeStampResp, both DER (RFC 3161). Throws `rate_limited`. */
export function answerTimeStampQuery(deps: Deps, request: Uint8Array, address: string): Uint8Array {
  takeFromLimit(deps, "timeStampsPerAddress", address);
  const now = new Date(deps.now());
  const facts = {
    signer: deps.authority.tsa,
    time: isClockBehind(deps) ? undefined : now,
    serial: crypto.getRandomValues(new Uint8Array(16)),
    accuracyMs,
  };
  const answer = answerTimeStampRequest(request, facts);
  if ("token" in answer) noteTime(deps, now);
  return answer.reply;
}

/** The certificate everything of ours leads to, PEM. */
export const rootCertificatePem = ({ authority }: Deps): string =>
  encodePem("CERTIFICATE", authority.root.bytes);

/** The revocation list of today, DER, as every seal carries the one of its own day. */
export const crlDer = ({ authority }: Deps): Uint8Array => authority.crl().bytes;

/**
 * The outside certificates that kept time-stamp tokens lead to, PEM, each once; empty when all lead to ours. A token
 * whose root is known no more adds none.
 */
export function outsideRootsBehind({ authority, outside }: Deps, tokens: Uint8Array[]): string {
  const strange = tokens.filter((token) => rootOf(token, [authority.root]) === undefined);
  const roots = new Set(strange.flatMap((token) => rootOf(token, outside.roots) ?? []));
  return [...roots].map(({ bytes }) => encodePem("CERTIFICATE", bytes)).join("");
}

function rootOf(token: Uint8Array, roots: Certificate[]): Certificate | undefined {
  const checked = verifyTimeStampToken(token, { imprint: imprintOf(imprintOfToken(token)), roots });
  return "fault" in checked ? undefined : checked.timeStamp.chain.at(-1);
}
