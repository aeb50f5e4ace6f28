import { AppError } from "../../errors.ts";
import { type Signer, signerCertificate } from "../../evidence/x509/key-pair.ts";
import type { IssuingDeps } from "../deps.ts";

const warnedAheadMs = 90 * 24 * 3_600_000;

/**
 * The signer of time-stamps or seals. Logs and throws `unavailable` when its certificate has expired, because no one
 * would accept its signatures. The start of validity is not checked: a clock before it is behind, which is checked
 * elsewhere.
 */
export function requireValidSigner(
  { authority, log, now }: Pick<IssuingDeps, "log" | "now" | "authority">,
  role: "tsa" | "seal",
): Signer {
  const signer = authority[role];
  const { notAfter } = signerCertificate(signer);
  if (now() <= notAfter.getTime()) return signer;
  log.error(
    { role, notAfter },
    "a certificate of the authority has expired: see keys rotate in docs/operating.md",
  );
  throw new AppError(
    "unavailable",
    "server-certificate-expired",
    "The server's certificate for seals and timestamps has expired, so nothing can be stamped at the moment. Please try again later.",
  );
}

/** The authority's certificates that expire within ninety days, or have expired. */
export function listExpiringCertificates({
  authority,
  now,
}: Pick<IssuingDeps, "authority" | "now">): { role: string; notAfter: Date; hasEnded: boolean }[] {
  const certificates = {
    root: authority.root,
    tsa: signerCertificate(authority.tsa),
    seal: signerCertificate(authority.seal),
  };
  return Object.entries(certificates)
    .filter(([, { notAfter }]) => notAfter.getTime() - now() < warnedAheadMs)
    .map(([role, { notAfter }]) => ({ role, notAfter, hasEnded: notAfter.getTime() < now() }));
}
