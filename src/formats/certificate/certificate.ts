import type { CertificateFacts } from "./certificate-facts.ts";
import { layOutCertificate } from "./layout.ts";
import { writePdf } from "./pdf-writer.ts";
import { qrCode } from "./qr-code.ts";
import { verifyUrl } from "./verify-url.ts";
import { wordings } from "./wording.ts";

/**
 * The Certificate of Attestation: a US Letter page, more when the text needs it, as a tagged PDF whose QR code
 * carries the signed attestation. Pure: no clock, no randomness, no environment.
 */
export function renderCertificate(facts: CertificateFacts): Uint8Array {
  const code = qrCode(verifyUrl(facts.origin, facts.serialNumber, facts.attestation));
  const layout = layOutCertificate(facts, code);
  return writePdf(layout, {
    title: `${wordings[facts.language ?? "en"].title} ${facts.serialNumber}`,
    author: facts.productName,
    subject: facts.documentName,
    time: facts.time,
  });
}
