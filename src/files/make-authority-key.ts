import { generateKeyPairSync } from "node:crypto";
import type { Signer } from "../evidence/x509/key-pair.ts";
import {
  type CertificateRequest,
  makeRootCertificate,
  makeSealCertificate,
  makeTsaCertificate,
} from "../evidence/x509/make-certificate.ts";
import type { AuthorityKey, AuthorityRole } from "./authority-files.ts";

/** Who the authority is. */
export type AuthorityIdentity = { organization: string };

const years = { root: 30, tsa: 10, seal: 10 };
const names = { root: "Root", tsa: "Time-Stamping Authority", seal: "Document Seal" };

/** A new root, valid for thirty years from `now` on. */
export function makeRootKey({ organization }: AuthorityIdentity, now: Date): Signer {
  const request = certificateRequest("root", organization, now);
  return { privateKey: request.privateKey, certificate: makeRootCertificate(request) };
}

/** A new key under the root, valid for ten years from `now` on, and not longer than the root. */
export function makeServingKey(
  role: Exclude<AuthorityRole, "root">,
  root: AuthorityKey,
  { organization }: AuthorityIdentity,
  now: Date,
): Signer {
  const request = certificateRequest(role, organization, now, root.parsed.notAfter);
  const make = role === "tsa" ? makeTsaCertificate : makeSealCertificate;
  return { privateKey: request.privateKey, certificate: make(request, root) };
}

function certificateRequest(
  role: AuthorityRole,
  organization: string,
  notBefore: Date,
  latest?: Date,
): CertificateRequest {
  const end = new Date(notBefore);
  end.setUTCFullYear(notBefore.getUTCFullYear() + years[role]);
  return {
    serial: crypto.getRandomValues(new Uint8Array(16)),
    organization,
    commonName: `${organization} ${names[role]}`,
    notBefore,
    notAfter: latest && latest < end ? latest : end,
    privateKey: generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey,
  };
}
