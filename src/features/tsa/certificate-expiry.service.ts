import { AppError } from "../../errors.ts";
import { type Signer, signerCertificate } from "../../evidence/x509/key-pair.ts";
import type { Deps } from "../deps.ts";

const warnedAheadMs = 90 * 24 * 3_600_000;

/**
 * What signs time-stamps or seals. Throws `unavailable` when its certificate has ended, since nobody would accept what
 * it signs, and tells the operator. A time before it begins is that of a clock which is behind.
 */
export function requireInForce({ authority, log, now }: Deps, role: "tsa" | "seal"): Signer {
  const signer = authority[role];
  const { notAfter } = signerCertificate(signer);
  if (now() <= notAfter.getTime()) return signer;
  log.error(
    { role, notAfter },
    "a certificate of the authority has ended: see keys rotate in docs/operating.md",
  );
  throw new AppError(
    "unavailable",
    "The server's certificate for seals and time-stamps has ended, so nothing can be stamped at the moment. Please try again later.",
  );
}

/** The authority's certificates that end within ninety days, or have ended. */
export function endingCertificates({
  authority,
  now,
}: Pick<Deps, "authority" | "now">): { role: string; notAfter: Date; hasEnded: boolean }[] {
  const certificates = {
    root: authority.root,
    tsa: signerCertificate(authority.tsa),
    seal: signerCertificate(authority.seal),
  };
  return Object.entries(certificates)
    .filter(([, { notAfter }]) => notAfter.getTime() - now() < warnedAheadMs)
    .map(([role, { notAfter }]) => ({ role, notAfter, hasEnded: notAfter.getTime() < now() }));
}
