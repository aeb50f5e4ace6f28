import { decodeBase64 } from "../tlog/base64.ts";
import type { Evidence } from "./evidence.ts";
import type { GivenFile } from "./file-context.ts";

/** The evidence in the record of a serial number, as the API returns it; binary parts in base64. */
export type RecordEvidence = {
  attestation?: string | undefined;
  receipt?: string | undefined;
  timeStamps: { about: "original" | "stamped"; token: string }[];
  renewed?: { record: string } | undefined;
  witnessed?: { tokens: string[]; proof?: string | undefined } | undefined;
};

/** The same as evidence for the verifier. None of it has been checked; what cannot be read is left out. */
export function evidenceInRecord({
  attestation,
  receipt,
  timeStamps,
  renewed,
  witnessed,
}: RecordEvidence): Partial<Evidence> {
  const { tokens = [], proof } = witnessed ?? {};
  return {
    tokens: [
      ...timeStamps.flatMap(({ token, about }) => decodeBytes(token).map((bytes) => ({ bytes, about }))),
      ...tokens.flatMap((token) => decodeBytes(token).map((bytes) => ({ bytes }))),
    ],
    ...(proof === undefined ? {} : { proofs: decodeBytes(proof).map((bytes) => ({ bytes })) }),
    ...(renewed === undefined ? {} : { records: decodeBytes(renewed.record).map((bytes) => ({ bytes })) }),
    ...(attestation === undefined ? {} : { attestations: [attestation] }),
    ...(receipt === undefined ? {} : { receipts: [receipt] }),
  };
}

function decodeBytes(base64: string): Uint8Array[] {
  const bytes = decodeBase64(base64);
  return bytes ? [bytes] : [];
}

/** The fingerprints in a record: those of a document, or the root of a collection's hash tree. */
type Fingerprints = { root: string } | { stampedSha256: string };

/** The signed statement or, once it is hidden with the client's account, the fingerprint under the time-stamps. */
export function subjectOf(record: Pick<RecordEvidence, "attestation"> & Fingerprints): GivenFile {
  if (record.attestation !== undefined)
    return { name: "", bytes: new TextEncoder().encode(record.attestation) };
  return { name: "", sha256: "root" in record ? record.root : record.stampedSha256 };
}
