import { answerTimeStampRequest } from "../../evidence/tsp/authority.ts";
import { encodePem } from "../../evidence/x509/pem.ts";
import { takeFromLimit } from "../../platform/rate-limits.ts";
import type { Deps } from "../deps.ts";
import { isClockWrong, noteTime, ownAccuracyMs } from "./clock.service.ts";

/** Answers anybody's TimeStampReq with a TimeStampResp, both DER (RFC 3161). Throws `rate_limited`. */
export function answerTimeStampQuery(deps: Deps, request: Uint8Array, address: string): Uint8Array {
  takeFromLimit(deps, "timeStampsPerAddress", address);
  const now = new Date(deps.now());
  const facts = {
    signer: deps.authority.tsa,
    time: isClockWrong(deps) ? undefined : now,
    serial: crypto.getRandomValues(new Uint8Array(16)),
    accuracyMs: ownAccuracyMs(deps),
  };
  const answer = answerTimeStampRequest(request, facts);
  if ("token" in answer) noteTime(deps, now);
  return answer.reply;
}

/** The certificates everything of ours leads to, PEM: first that of today, then those before it. */
export const rootCertificatePem = ({ authority }: Deps): string =>
  [authority.root, ...authority.formerRoots].map(({ bytes }) => encodePem("CERTIFICATE", bytes)).join("");

/** The revocation list of today, DER, as every seal carries the one of its own day. */
export const crlDer = ({ authority }: Deps): Uint8Array => authority.crl().bytes;

/** The same, and the last lists of the roots before, PEM. */
export const crlsPem = ({ authority }: Deps): string =>
  [authority.crl(), ...authority.lastCrls].map(({ bytes }) => encodePem("X509 CRL", bytes)).join("");
