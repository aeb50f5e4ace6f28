import {
  type CredentialIssue,
  type EmbeddedCredentials,
  verifyCredentials,
} from "../../c2pa/verify-credentials.ts";
import { sameBytes } from "../../hash.ts";
import type { Certificate } from "../../x509/certificate.ts";
import { isSignedBy } from "../../x509/signed.ts";
import type { CheckedSignature, SignatureTrust } from "../pdf/check-signatures.ts";
import type { SignatureStatus } from "../pdf/status.ts";

/** Everything that could be checked matches; whether it is trusted could not be determined. */
const undecided: ReadonlySet<string> = new Set([
  "revocation-unknown",
  "revoked",
  "outside-validity",
  "untrusted",
  "unsupported",
]);

/**
 * The status of the content credentials in a JPEG or PNG, which cover every byte of it as a seal covers a PDF. Never
 * throws, whatever the bytes are. Runs in browsers.
 */
export function findPictureStatus(credentials: EmbeddedCredentials, trust: SignatureTrust): SignatureStatus {
  const check = verifyCredentials(credentials, { ...trust, at: trust.now });
  const { signer } = check;
  const base = {
    found: {
      placeholder: { start: 0, end: 0 },
      end: credentials.length,
      subFilter: "",
      contents: new Uint8Array(),
    },
    kind: "seal",
    signer: signer?.subject.text ?? "",
  } as const;
  const isOurs = signer !== undefined && isIssuedByOne(signer, trust.roots);
  if (!isOurs) return buildStatus("none", { ...base, isOurs, validity: "unknown" });
  if ("timeStamp" in check) {
    const { timeStamp } = check;
    const seal = { ...base, isOurs, validity: "valid", timeStamp } as const;
    return { ...buildStatus(check.isExact ? "whole" : "altered", seal), seal };
  }
  const reason = getReason(check.error);
  const isOpen = undecided.has(reason);
  const error = typeof check.error === "string" || reason === "revoked" ? reason : "time-stamp";
  const validity = isOpen ? "unknown" : "invalid";
  return buildStatus(isOpen ? "undecided" : "changed", { ...base, isOurs, validity, error });
}

const getReason = (error: CredentialIssue) => (typeof error === "string" ? error : error.timeStamp);

const buildStatus = (state: SignatureStatus["state"], signature: CheckedSignature): SignatureStatus => ({
  state,
  signatures: [signature],
  unsound: 0,
  isCutShort: false,
});

function isIssuedByOne(certificate: Certificate, roots: Certificate[]): boolean {
  return roots.some(
    (root) => !sameBytes(root.bytes, certificate.bytes) && isSignedBy(certificate, root.publicKey),
  );
}
