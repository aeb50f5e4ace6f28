import { AppError } from "../../errors.ts";
import { answerTimeStampRequest } from "../../evidence/tsp/authority.ts";
import { encodePem } from "../../evidence/x509/pem.ts";
import { isSignedByNatively } from "../../evidence/x509/signed-natively.ts";
import { crlPathOf } from "../../platform/keys/make-pki-key.ts";
import { takeFromLimit } from "../../platform/rate-limits.ts";
import type { IssuingDeps } from "../deps.ts";
import { isClockWrong, ownAccuracyMs, recordTime } from "./clock.service.ts";

/** Answers a TimeStampReq with a TimeStampResp, both DER (RFC 3161). Throws `rate_limited`. */
export async function answerTimeStampQuery(
  deps: Pick<
    IssuingDeps,
    "config" | "db" | "now" | "memoryRateLimiter" | "counterKey" | "authority" | "externalTsas"
  >,
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
export const rootCertificatePem = ({ authority }: Pick<IssuingDeps, "authority">): string =>
  [authority.root, ...authority.formerRoots].map(({ bytes }) => encodePem("CERTIFICATE", bytes)).join("");

/** Today's revocation list, DER. Every seal contains the list of its own day. */
export const crlDer = ({ authority }: Pick<IssuingDeps, "authority">): Uint8Array => authority.crl().bytes;

/**
 * The newest revocation list, DER, of the root whose certificates name this path. Throws `not_found` for any other
 * path, and for a stolen root, whose lists prove nothing.
 */
export function crlDerAt({ authority }: Pick<IssuingDeps, "authority">, path: string): Uint8Array {
  const found = listCrls({ authority }).find((one) => one.path === path);
  if (found) return found.der;
  throw new AppError(
    "not_found",
    "revocation-list-not-found",
    "This server has no revocation list at this address.",
  );
}

/** The paths that certificates of this server name, each with the newest revocation list there, DER. */
export function listCrls({ authority }: Pick<IssuingDeps, "authority">): { path: string; der: Uint8Array }[] {
  const former = authority.formerRoots.flatMap((root) => {
    const last = authority.lastCrls.find((crl) => isSignedByNatively(crl, root.publicKey));
    return last ? [{ path: crlPathOf(root), der: last.bytes }] : [];
  });
  return [{ path: crlPathOf(authority.root), der: authority.crl().bytes }, ...former];
}

/** Today's revocation list and the last lists of earlier roots, PEM. */
export const crlsPem = ({ authority }: Pick<IssuingDeps, "authority">): string =>
  [authority.crl(), ...authority.lastCrls].map(({ bytes }) => encodePem("X509 CRL", bytes)).join("");
