import { sameBytes } from "../hash.ts";
import { oids } from "../oids.ts";
import type { Certificate } from "./certificate.ts";
import { keyUsages } from "./certificate-extensions.ts";
import { type Crl, type Revocation, revocationReasons } from "./crl.ts";
import { isSignedBy } from "./signed.ts";

/** The purpose of the last certificate of a chain. */
type Purpose = "time-stamping" | "sealing";

/**
 * `untrusted`: no chain to one of the roots; `outside-validity`: a certificate was not valid at the time;
 * `wrong-purpose`: a certificate may not be used for this; `revoked`: a certificate was revoked, and nothing shows that
 * the signature is older (REVOKED_NO_POE in EN 319 102-1, 5.1.3); `revocation-unknown`: lists of its issuer were given
 * and none of them covers a certificate at that time.
 */
export type ChainIssue =
  | "untrusted"
  | "outside-validity"
  | "wrong-purpose"
  | "revoked"
  | "revocation-unknown";

export type ChainQuestion = {
  certificate: Certificate;
  purpose: Purpose;
  /** Possible intermediate certificates; only the first 16 are used. */
  others: Certificate[];
  /** The trusted certificates. */
  roots: Certificate[];
  /** The time of validation, not necessarily now (RFC 3161, appendix B). */
  at: Date;
  /** Known lists: if a certificate's issuer has one among them, one of them must cover the certificate. */
  crls?: Crl[];
  /**
   * A time by which what the certificate's key signed is known to have existed, from proof that does not depend on this
   * key. Without it, nothing that a stolen key signed counts.
   */
  existedBy?: Date | undefined;
  /** Verifies a signature; outside browsers a faster implementation can be passed. */
  check?: SignatureCheck;
};

type SignatureCheck = typeof isSignedBy;

export type VerifiedChain = { chain: Certificate[]; distrustedSince?: Date };

const longest = 8;
const maxOthers = 16;

/**
 * The chain from a certificate to one of the roots, valid at the given time, the root last (RFC 5280, 6.1 without
 * policies and name constraints: a certificate that requires either is rejected). `distrustedSince`: a key of the chain
 * was stolen then, after the signature existed. Runs in browsers.
 */
export function verifyChain(question: ChainQuestion): VerifiedChain | { error: ChainIssue } {
  const chain = findChain(question);
  if (!chain) return { error: "untrusted" };
  const { purpose, at, check = isSignedBy } = question;
  if (chain.some(({ notBefore, notAfter }) => at < notBefore || at > notAfter)) {
    return { error: "outside-validity" };
  }
  const isFit = chain.every((certificate, place) =>
    place === 0 ? mayServe(certificate, purpose) : mayIssue(certificate, place - 1, purpose),
  );
  if (!isFit) return { error: "wrong-purpose" };
  const revocations: Revocation[] = [];
  for (const [place, issuer] of chain.entries()) {
    const certificate = chain[place - 1];
    const found = certificate ? findRevocations(certificate, issuer, question, check) : [];
    if (found === "revocation-unknown") return { error: found };
    revocations.push(...found);
  }
  if (revocations.some((one) => concerns(one, question))) return { error: "revoked" };
  const [distrustedSince] = revocations
    .filter(({ reason }) => !leavesEarlierAlone(reason))
    .map(endOfTrust)
    .toSorted((one, other) => one.getTime() - other.getTime());
  return { chain, ...(distrustedSince && { distrustedSince }) };
}

/**
 * The shortest chain; a trusted list can name the very certificate that signs time-stamps. Each certificate is visited
 * once, so that a set of certificates that all seem to have issued each other costs no more than any other set.
 */
function findChain({
  certificate,
  others,
  roots,
  check = isSignedBy,
}: ChainQuestion): Certificate[] | undefined {
  if (roots.some(({ bytes }) => sameBytes(bytes, certificate.bytes))) return [certificate];
  let unseen = others.slice(0, maxOthers);
  const chains = [[certificate]];
  for (const chain of chains) {
    const last = chain.at(-1);
    if (!last || chain.length > longest) return undefined;
    const root = roots.find((candidate) => isIssuedBy(last, candidate, check));
    if (root) return [...chain, root];
    const issuers = unseen.filter((other) => isIssuedBy(last, other, check));
    unseen = unseen.filter((other) => !issuers.includes(other));
    chains.push(...issuers.map((issuer) => [...chain, issuer]));
  }
  return undefined;
}

function isIssuedBy(certificate: Certificate, issuer: Certificate, check: SignatureCheck): boolean {
  const isNamed = sameBytes(certificate.issuer.bytes, issuer.subject.bytes);
  const { authorityKeyId } = certificate;
  const isSameKey = !authorityKeyId || !issuer.subjectKeyId || sameBytes(authorityKeyId, issuer.subjectKeyId);
  return isNamed && isSameKey && check(certificate, issuer.publicKey);
}

/** Time-stamping: the only purpose, critical (RFC 3161, 2.3). Both: the key is for signatures. */
function mayServe(certificate: Certificate, purpose: Purpose): boolean {
  const { keyUsage, extendedKeyUsage, hasUnknownCritical } = certificate;
  const signs =
    !keyUsage || keyUsage.has(keyUsages.digitalSignature) || keyUsage.has(keyUsages.nonRepudiation);
  if (hasUnknownCritical || !signs) return false;
  if (purpose === "sealing") return true;
  const [only, ...more] = extendedKeyUsage?.purposes ?? [];
  return extendedKeyUsage?.isCritical === true && only === oids.timeStamping && more.length === 0;
}

/** `below`: the number of CA certificates between this one and the last certificate. */
function mayIssue(certificate: Certificate, below: number, purpose: Purpose): boolean {
  const { isCa, pathLength, keyUsage, extendedKeyUsage, hasUnknownCritical } = certificate;
  const purposes = extendedKeyUsage?.purposes;
  const isForPurpose =
    purpose === "sealing" ||
    !purposes ||
    purposes.some((one) => one === oids.timeStamping || one === oids.anyExtendedKeyUsage);
  return (
    isCa &&
    !hasUnknownCritical &&
    isForPurpose &&
    (pathLength === undefined || below <= pathLength) &&
    (!keyUsage || keyUsage.has(keyUsages.keyCertSign))
  );
}

/**
 * A list covers the time `at` if it was in force then or was issued later: our lists keep revocations of expired
 * certificates, so a later one only knows more.
 */
function findRevocations(
  certificate: Certificate,
  issuer: Certificate,
  { crls = [], at }: ChainQuestion,
  check: SignatureCheck,
): Revocation[] | "revocation-unknown" {
  const own = crls.filter((crl) => sameBytes(crl.issuer.bytes, certificate.issuer.bytes));
  const speaking = own.filter(
    (crl) =>
      !crl.hasUnknownCritical &&
      crl.nextUpdate !== undefined &&
      crl.nextUpdate >= at &&
      (!issuer.keyUsage || issuer.keyUsage.has(keyUsages.crlSign)) &&
      check(crl, issuer.publicKey),
  );
  if (speaking.length === 0) return own.length > 0 ? "revocation-unknown" : [];
  return speaking
    .flatMap(({ revocations }) => revocations)
    .filter(({ serialNumber }) => serialNumber === certificate.serialNumber);
}

/**
 * Whether a revocation concerns a signature of the time `at`. If the key was stolen, or the reason is missing, that
 * time proves nothing, since the key can sign for any time: only what is known to have existed before the theft counts
 * (RFC 3161, 4.1; RFC 5280, 5.3.2).
 */
function concerns(revocation: Revocation, { at, existedBy }: ChainQuestion): boolean {
  if (leavesEarlierAlone(revocation.reason)) return revocation.at <= at;
  return existedBy === undefined || endOfTrust(revocation) <= existedBy;
}

/** From this time on, nothing that the key signed counts. */
const endOfTrust = ({ at, invalidSince = at }: Revocation) => (invalidSince < at ? invalidSince : at);

const harmless: ReadonlySet<number | undefined> = new Set([
  revocationReasons.unspecified,
  revocationReasons.affiliationChanged,
  revocationReasons.superseded,
  revocationReasons.cessationOfOperation,
]);

/**
 * Signatures made before the revocation stay valid for these reasons only, and not if the reason is missing (RFC 3161,
 * 4.1).
 */
const leavesEarlierAlone = (reason: number | undefined) => harmless.has(reason);
