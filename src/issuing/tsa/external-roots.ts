import { rootCertificates } from "node:tls";
import { AppError } from "../../errors.ts";
import { type Certificate, readCertificate } from "../../evidence/x509/certificate.ts";
import { decodePem } from "../../evidence/x509/pem.ts";
import { wellFormed } from "../../formats/der/malformed.ts";

/**
 * The accepted roots of external authorities: the operator's certificates (PEM) and those that every computer trusts,
 * which are parsed on first use. Throws AppError when one of the operator's cannot be read.
 */
export function externalRoots(pem: string | undefined): () => Certificate[] {
  const own = ownRoots(pem ?? "");
  let all: Certificate[] | undefined;
  return () => {
    all ??= [...own, ...rootCertificates.flatMap(certificatesIn)];
    return all;
  };
}

function ownRoots(pem: string): Certificate[] {
  const roots = certificatesIn(pem);
  if (roots.length === pem.split("-----BEGIN CERTIFICATE-----").length - 1) return roots;
  throw new AppError("invalid", "tsa-roots-unreadable", "TSA_ROOTS: one of the certificates cannot be read.");
}

const certificatesIn = (pem: string): Certificate[] =>
  decodePem("CERTIFICATE", pem).flatMap((der) => wellFormed(() => readCertificate(der)) ?? []);
