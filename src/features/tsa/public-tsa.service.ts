import { answerTimeStampRequest } from "../../evidence/tsp/authority.ts";
import { encodePem } from "../../evidence/x509/pem.ts";
import { takeFromLimit } from "../../platform/rate-limits.ts";
import type { Deps } from "../deps.ts";
import { isClockWrong, ownAccuracyMs, recordTime } from "./clock.service.ts";

/** Answers a TimeStampReq with a TimeStampResp, both DER (RFC 3161). Throws `rate_limited`. */
export async function answerTimeStampQuery(
  deps: Pick<Deps, "config" | "db" | "now" | "memoryRateLimiter" | "authority" | "externalTsas">,
  request: Uint8Array,
  address: string,
): Promise<Uint8Array> {
  await takeFromLimit(deps, "timeStampsPerAddress", address);
  const now = new Date(deps.now());
  const facts = {
    signer: deps.authority.tsa,
    time: (await isClockWrong(deps)) ? undefined : now,
    serial: crypto.getRandomValues(new Uint8Array(16)),
    accuracyMs: ownAccuracyMs(deps),
  };
  const answer = answerTimeStampRequest(request, facts);
  if ("token" in answer) await recordTime(deps, now);
  return answer.reply;
}

/** Our root certificates, PEM: the current one first, then the earlier ones. */
export const rootCertificatePem = ({ authority }: Pick<Deps, "authority">): string =>
  [authority.root, ...authority.formerRoots].map(({ bytes }) => encodePem("CERTIFICATE", bytes)).join("");

/** Today's revocation list, DER. Every seal contains the list of its own day. */
export const crlDer = ({ authority }: Pick<Deps, "authority">): Uint8Array => authority.crl().bytes;

/** Today's revocation list and the last lists of earlier roots, PEM. */
export const crlsPem = ({ authority }: Pick<Deps, "authority">): string =>
  [authority.crl(), ...authority.lastCrls].map(({ bytes }) => encodePem("X509 CRL", bytes)).join("");
