import { readSignedData } from "../../cms/signed-data.ts";
import { verifySignedData } from "../../cms/verify-signed-data.ts";
import { wellFormed } from "../../der/malformed.ts";
import { withoutPadding } from "../../der/read.ts";
import { sameBytes } from "../../hash.ts";
import { verifySeal } from "../../seal/verify-seal.ts";
import { type TimeStamp, verifyTimeStampToken } from "../../time-stamp/token.ts";
import type { Certificate } from "../../x509/certificate.ts";
import type { Crl } from "../../x509/crl.ts";
import { isSignedBy } from "../../x509/signed.ts";
import { coveredDigest, type FoundSignature, latin1 } from "./find-signatures.ts";

/** `unknown`: whether it holds could not be found out. */
type Holds = "yes" | "no" | "unknown";

export type CheckedSignature = {
  found: FoundSignature;
  kind: "seal" | "time-stamp";
  /** It says, truly or not, that one of the trusted roots stands behind it. */
  isOurs: boolean;
  holds: Holds;
  /** Why it does not hold, as the checks name it. */
  fault?: string;
  /** The name in the signer's certificate; empty when there is none. */
  signer: string;
  /** A trusted time: of a time-stamp itself, or of the one in a seal. */
  timeStamp?: TimeStamp;
};

export type SignatureTrust = { roots: Certificate[]; crls: Crl[]; now: Date };

/** Checks one signature of a PDF: whose it is, and whether it fits the bytes it covers. Never throws. */
export function checkSignature(
  bytes: Uint8Array,
  found: FoundSignature,
  trust: SignatureTrust,
): CheckedSignature {
  const digest = coveredDigest(bytes, found);
  const kind = found.subFilter === "ETSI.RFC3161" ? "time-stamp" : "seal";
  const base = { found, kind, signer: signerName(found.contents) } as const;
  const check =
    kind === "time-stamp"
      ? checkStamp(found.contents, digest, trust)
      : verifySeal(found.contents, { digest, roots: trust.roots, crls: trust.crls, at: trust.now });
  if ("timeStamp" in check && typeof check.timeStamp === "object") {
    return ours(bytes, { ...base, timeStamp: check.timeStamp });
  }
  if ("seal" in check) {
    const { sealer, timeStamp } = check.seal;
    return ours(bytes, { ...base, signer: sealer, ...(timeStamp ? { timeStamp } : {}) });
  }
  const fault = "fault" in check ? check.fault : "malformed";
  if (fault !== "untrusted" && claimsOurs(found.contents, trust.roots)) {
    return { ...base, isOurs: true, holds: fault === "revocation-unknown" ? "unknown" : "no", fault };
  }
  return { ...base, isOurs: false, ...(kind === "seal" ? strangersWorth(found.contents, digest) : unknown) };
}

const unknown = { holds: "unknown" } as const;

/** Our values are written in small letters and then zeros: anything else was changed, if to no effect. */
function ours(bytes: Uint8Array, signature: Omit<CheckedSignature, "isOurs" | "holds">): CheckedSignature {
  const { start, end } = signature.found.gap;
  const isAsWritten = !/[A-F]/.test(latin1(bytes.subarray(start, end)));
  return isAsWritten
    ? { ...signature, isOurs: true, holds: "yes" }
    : { ...signature, isOurs: true, holds: "no", fault: "malformed" };
}

function checkStamp(contents: Uint8Array, digest: Uint8Array, { roots, crls }: SignatureTrust) {
  const token = wellFormed(() => withoutPadding(contents));
  if (!token) return { fault: "malformed" } as const;
  return verifyTimeStampToken(token, { imprint: { hash: "SHA-256", digest }, roots, crls });
}

/** True when a certificate in it, other than a root itself, was issued by a trusted root. */
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

function signerName(contents: Uint8Array): string {
  const data = wellFormed(() => readSignedData(withoutPadding(contents)));
  const { signerId } = data ?? {};
  const signer = data?.certificates.find(
    ({ serialNumber }) => signerId && "serialNumber" in signerId && signerId.serialNumber === serialNumber,
  );
  return signer?.subject.text ?? "";
}

/** Whether a stranger's signature fits its bytes, as far as our checks go; who the stranger is stays open. */
function strangersWorth(contents: Uint8Array, digest: Uint8Array): { holds: Holds; fault?: string } {
  const verdict = wellFormed(() => {
    const data = readSignedData(withoutPadding(contents));
    return data.hash === "SHA-256" ? verifySignedData(data, () => digest, []) : undefined;
  });
  if (!verdict) return unknown;
  if ("signer" in verdict) return { holds: "yes" };
  return { holds: verdict.fault === "wrong-content" ? "no" : "unknown" };
}
