import { wellFormed } from "../../../formats/der/malformed.ts";
import { withoutPadding } from "../../../formats/der/read.ts";
import { readSignedData } from "../../cms/signed-data.ts";
import { signerName } from "../../cms/signer-name.ts";
import { verifySignedData } from "../../cms/verify-signed-data.ts";
import { sameBytes } from "../../hash.ts";
import { isOnlyPlace, latin1 } from "../../pades/byte-ranges.ts";
import { coveredDigest, type FoundSignature } from "../../pades/find-signatures.ts";
import { verifySeal } from "../../seal/verify-seal.ts";
import { type TimeStamp, type TimeStampIssue, verifyTimeStampToken } from "../../tsp/token.ts";
import type { Certificate } from "../../x509/certificate.ts";
import type { Crl } from "../../x509/crl.ts";
import { isSignedBy } from "../../x509/signed.ts";
import { isAtSealPosition } from "./own-seal.ts";

/** `unknown`: the validity could not be determined. */
type Validity = "valid" | "invalid" | "unknown";

export type CheckedSignature = {
  found: FoundSignature;
  kind: "seal" | "time-stamp";
  /** It claims, truthfully or not, to be issued under the service's root. */
  isOurs: boolean;
  validity: Validity;
  /** Why it is not valid, as a code of the checks. */
  error?: string;
  /** The name in the signer's certificate; empty if there is none. */
  signer: string;
  /** A trusted time: that of a time-stamp itself, or of the one in a seal. */
  timeStamp?: TimeStamp;
  /** The certificates of a valid seal. */
  chain?: Certificate[];
  /** The key of a seal was stolen then; the seal is known to be older. */
  distrustedSince?: Date;
};

export type SignatureTrust = {
  roots: Certificate[];
  stampRoots: Certificate[];
  crls: Crl[];
  now: Date;
  /** A time by which the signatures are known to have existed, from proof outside of them. */
  existedBy?: Date | undefined;
};

/** Checks one signature of a PDF: who made it, and whether it matches the bytes it covers. Never throws. */
export function checkSignature(
  bytes: Uint8Array,
  found: FoundSignature,
  trust: SignatureTrust,
): CheckedSignature {
  const digest = coveredDigest(bytes, found);
  const isStamp = found.subFilter === "ETSI.RFC3161";
  const checked = isStamp ? checkStamp(found, digest, trust) : checkSeal(found, digest, trust);
  // Our values use lower-case digits: anything else was changed, even if without effect.
  const { start, end } = found.placeholder;
  if (!checked.isOurs) return checked;
  if (/[A-F]/.test(latin1(bytes.subarray(start, end))))
    return { ...checked, validity: "invalid", error: "malformed" };
  return checked.validity === "invalid" || isInPlace(bytes, checked)
    ? checked
    : { ...checked, validity: "invalid", error: "moved" };
}

/** The digest does not cover the position of the value: only our own position is accepted. */
function isInPlace(bytes: Uint8Array, { found, kind }: CheckedSignature): boolean {
  return isOnlyPlace(bytes, found) && (kind === "time-stamp" || isAtSealPosition(bytes, found));
}

function checkStamp(found: FoundSignature, digest: Uint8Array, trust: SignatureTrust): CheckedSignature {
  const token = wellFormed(() => withoutPadding(found.contents));
  const check = token
    ? verifyTimeStampToken(token, {
        imprint: { hash: "SHA-256", digest },
        roots: [...trust.roots, ...trust.stampRoots],
        crls: trust.crls,
        existedBy: trust.existedBy,
      })
    : ({ error: "malformed" } as const);
  const base = { found, kind: "time-stamp", signer: signerName(found.contents) } as const;
  if ("timeStamp" in check) {
    const root = check.timeStamp.chain.at(-1);
    const isOurs = trust.roots.some((own) => root !== undefined && sameBytes(own.bytes, root.bytes));
    return { ...base, isOurs, validity: "valid", timeStamp: check.timeStamp };
  }
  const { error } = check;
  if (error !== "untrusted" && claimsOurs(found.contents, trust.roots)) return findOurIssue(base, error);
  const isWrong = error === "forged" || error === "wrong-imprint" || error === "malformed";
  // Whether the authority is known is checked last: everything before was valid.
  return {
    ...base,
    isOurs: false,
    validity: error === "untrusted" ? "valid" : isWrong ? "invalid" : "unknown",
  };
}

/** Reasons for which a time-stamp proves nothing, without making its seal invalid. */
const silent: ReadonlySet<TimeStampIssue> = new Set([
  "untrusted",
  "no-certificate",
  "unsupported",
  "revocation-unknown",
  "revoked",
]);

function checkSeal(found: FoundSignature, digest: Uint8Array, trust: SignatureTrust): CheckedSignature {
  const expected = { ...trust, digest, at: trust.now };
  const withStamp = verifySeal(found.contents, expected);
  const isSilent = "timeStamp" in withStamp && silent.has(withStamp.timeStamp);
  const check = isSilent ? verifySeal(found.contents, { ...expected, withoutTimeStamp: true }) : withStamp;
  const base = { found, kind: "seal", signer: signerName(found.contents) } as const;
  if ("seal" in check) {
    const { sealer, chain, timeStamp, distrustedSince } = check.seal;
    return {
      ...base,
      signer: sealer,
      isOurs: true,
      validity: "valid",
      chain,
      ...(timeStamp ? { timeStamp } : {}),
      ...(distrustedSince ? { distrustedSince } : {}),
    };
  }
  if (check.error !== "untrusted" && claimsOurs(found.contents, trust.roots)) {
    return findOurIssue(base, check.error);
  }
  return { ...base, isOurs: false, ...checkForeignSignature(found.contents, digest) };
}

/** The signature matches its bytes; whether it was made while its certificate was valid and its key safe is unknown. */
const undecided: ReadonlySet<string> = new Set(["revocation-unknown", "outside-validity", "revoked"]);

function findOurIssue(
  base: Pick<CheckedSignature, "found" | "kind" | "signer">,
  error: string,
): CheckedSignature {
  const validity = undecided.has(error) ? "unknown" : "invalid";
  return { ...base, isOurs: true, validity, error };
}

/** True if a certificate in it, other than a root itself, was issued by a trusted root. */
function claimsOurs(contents: Uint8Array, roots: Certificate[]): boolean {
  const certificates = wellFormed(() => readSignedData(withoutPadding(contents)))?.certificates ?? [];
  return certificates
    .slice(0, 8)
    .some((certificate) =>
      roots.some(
        (root) => !sameBytes(root.bytes, certificate.bytes) && isSignedBy(certificate, root.publicKey),
      ),
    );
}

/**
 * Whether an external signature matches its bytes, as far as our checks go; the identity of its signer is not checked.
 */
function checkForeignSignature(
  contents: Uint8Array,
  digest: Uint8Array,
): { validity: Validity; error?: string } {
  const verdict = wellFormed(() => {
    const data = readSignedData(withoutPadding(contents));
    return data.hash === "SHA-256" ? verifySignedData(data, () => digest, []) : undefined;
  });
  if (!verdict) return { validity: "unknown" };
  if ("signer" in verdict) return { validity: "valid" };
  return { validity: verdict.error === "wrong-content" ? "invalid" : "unknown" };
}
