import { type Evidence, noEvidence } from "../../../src/evidence/verifier/evidence.ts";
import { evidenceInRecord } from "../../../src/evidence/verifier/record-evidence.ts";
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
        ...evidenceInRecord(lookup.record),
        record: lookup.record,
        headers: headers ? [headers] : [],
      };
  }
}
