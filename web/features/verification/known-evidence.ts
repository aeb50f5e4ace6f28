import { decodeBase64 } from "../../../src/evidence/tlog/base64.ts";
import { type Evidence, noEvidence } from "../../../src/evidence/verifier/evidence.ts";
import type { VerificationView } from "../../../src/features/verification/verification.output.schema.ts";
import type { RecordLookup } from "./verify-code.ts";

/**
 * The evidence known besides a file: the server's answer for the serial number in the address or, without one, the
 * statement of the QR code that led here (compact JWS). `headers` are those of the Bitcoin block in the answer's proof.
 * None of it has been checked yet.
 */
export function knownEvidence(lookup: RecordLookup, code: string, headers?: Uint8Array): Evidence {
  const ofCode = { ...noEvidence, attestations: code === "" ? [] : [code] };
  switch (lookup.state) {
    case "unreachable":
      return ofCode;
    case "unknown":
      return { ...ofCode, record: "unknown" };
    case "found":
      return {
        ...ofCode,
        ...parseEvidence(lookup.record),
        record: lookup.record,
        headers: headers ? [headers] : [],
      };
  }
}

function parseEvidence({
  attestation,
  receipt,
  timeStamps,
  renewed,
  witnessed,
}: VerificationView): Partial<Evidence> {
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
