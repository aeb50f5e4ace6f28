import { generateKeyPairSync } from "node:crypto";
import { type Certificate, readCertificate } from "../../evidence/x509/certificate.ts";
import type { Signer } from "../../evidence/x509/key-pair.ts";
import {
  type CertificateRequest,
  makeRootCertificate,
  makeSealCertificate,
  makeTsaCertificate,
} from "../../evidence/x509/make-certificate.ts";
import type { AuthorityRole } from "./key-names.ts";
import type { PkiKey } from "./pki-files.ts";

/** The authority's organization and address: any installation can choose any name, but not someone else's host. */
export type AuthorityIdentity = { organization: string; origin: string };

export const authorityIdentity = ({
  productName,
  origin,
}: {
  productName: string;
  origin: string;
}): AuthorityIdentity => ({ organization: productName, origin });

/**
 * Where the server publishes a root's newest revocation list. Each root has its own address, so that a certificate
 * still names the list of its issuer after the server has a new root.
 */
export const crlPathOf = ({ serialNumber }: Certificate) => `/evidence/ca/${serialNumber.toString(16)}.crl`;

/**
 * What the certificates under a root name as the address of their revocation list. Nothing on a machine that only
 * serves itself: programs that ask an address and get no answer call the seal invalid.
 */
export function namedCrl(root: Signer, { origin }: AuthorityIdentity): Pick<CertificateRequest, "crlUrl"> {
  const url = new URL(crlPathOf(readCertificate(root.certificate)), origin);
  const isLocal = /^(localhost|.*\.localhost|127\..*|\[::1\])$/.test(url.hostname);
  return isLocal ? {} : { crlUrl: url.href };
}

/** The longest common name (RFC 5280, appendix A.1). */
const maxNameLength = 64;

/**
 * The common name of a key: its purpose and its host. If it is too long, the organization is shortened first, because
 * the certificate also contains it separately. Then the start of the host is removed, because its end identifies the
 * owner.
 */
export function keyName(role: string, { organization, origin }: AuthorityIdentity): string {
  const host = new URL(origin).hostname;
  const behind = (shown: string) => ` ${role} (${shown})`;
  const maxCharacters = maxNameLength - behind(host).length;
  if (maxCharacters > 0)
    return `${[...organization].slice(0, maxCharacters).join("").trim()}${behind(host)}`.trim();
  return `${role} (…${host.slice(behind("…").length - 1 - maxNameLength)})`;
}

const years = { root: 30, tsa: 10, seal: 10 };
const names = { root: "Root", tsa: "Time-Stamping Authority", seal: "Document Seal" };

/**
 * A new root, valid for thirty years from `now`; `place` is 1 for the authority's first. Each has a different name,
 * since issuers and their revocation lists are looked up by name.
 */
export function makeRootKey(identity: AuthorityIdentity, now: Date, place: number): Signer {
  const name = place === 1 ? names.root : `${names.root} ${place}`;
  const request = certificateRequest(name, identity, now, yearsAfter(now, years.root));
  return { privateKey: request.privateKey, certificate: makeRootCertificate(request) };
}

/** A new key under the root, valid for ten years from `now`, but not longer than the root. */
export function makeServingKey(
  role: Exclude<AuthorityRole, "root">,
  root: PkiKey,
  identity: AuthorityIdentity,
  now: Date,
): Signer {
  const end = getLatestEnd(role, now, root.parsed.notAfter);
  const request = certificateRequest(names[role], identity, now, end);
  const make = role === "tsa" ? makeTsaCertificate : makeSealCertificate;
  const certificate = make({ ...request, ...namedCrl(root, identity) }, root);
  return { privateKey: request.privateKey, certificate };
}

/** When a certificate created `now` expires under a root that expires at `rootEnd`. */
export function getLatestEnd(role: Exclude<AuthorityRole, "root">, now: Date, rootEnd: Date): Date {
  const end = yearsAfter(now, years[role]);
  return rootEnd < end ? rootEnd : end;
}

export function yearsAfter(time: Date, count: number): Date {
  const end = new Date(time);
  end.setUTCFullYear(time.getUTCFullYear() + count);
  return end;
}

function certificateRequest(
  role: string,
  identity: AuthorityIdentity,
  notBefore: Date,
  notAfter: Date,
): CertificateRequest {
  return {
    serial: crypto.getRandomValues(new Uint8Array(16)),
    organization: identity.organization,
    commonName: keyName(role, identity),
    notBefore,
    notAfter,
    privateKey: generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey,
  };
}
