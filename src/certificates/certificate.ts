import { verifyUrl } from "../evidence/verify-url.ts";
import { frameOperators } from "./frame.ts";
import { layOutCertificate } from "./layout.ts";
import { writePdf } from "./pdf-writer.ts";
import { qrCode } from "./qr-code.ts";

/** Everything a certificate says, as raw values. The same facts always give the same bytes. */
export type CertificateFacts = {
  productName: string;
  /** Public base address of the service, e.g. https://attestamp.example. */
  origin: string;
  serialNumber: string;
  /** Null once the account was deleted. */
  clientName: string | null;
  /** Name of the file as uploaded. */
  documentName: string;
  /** MIME type and bytes of the original. */
  fileType: string;
  fileSize: number;
  /** MIME type and bytes of the stamped copy. */
  stampedType: string;
  stampedSize: number;
  pages: number;
  /** The time on the stamp, milliseconds since 1970 UTC, and the IANA zone it is printed in. */
  time: number;
  timeZone: string;
  /** Lower-case hex. */
  originalSha256: string;
  stampedSha256: string;
  /** True when the stamped copy begins with the original, byte for byte. */
  originalKept: boolean;
  /** When the client confirmed to be the legal owner, milliseconds since 1970 UTC; null when not asked. */
  ownershipConfirmedAt: number | null;
  /** As the client stated them, unverified. */
  originalDate: string | null;
  otherParties: string | null;
  /** Sentences the stamping engine left, e.g. "Scripts were removed." */
  notes: string[];
  /** Signed attestation (evidence/sign-attestation.ts). */
  attestation: string;
};

/**
 * The Certificate of Attestation: a US Letter page, more when the text needs it, as a tagged PDF whose QR code
 * carries the signed attestation. Pure: no clock, no randomness, no environment.
 */
export async function renderCertificate(facts: CertificateFacts): Promise<Uint8Array> {
  const code = qrCode(verifyUrl(facts.origin, facts.serialNumber, facts.attestation));
  const layout = layOutCertificate(facts, code);
  return writePdf(layout, {
    title: `Certificate of Attestation ${facts.serialNumber}`,
    author: facts.productName,
    subject: facts.documentName,
    time: facts.time,
    frame: frameOperators(layout.width, layout.height),
  });
}
