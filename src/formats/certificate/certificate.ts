import { qrCode } from "../qr-code.ts";
import { verifyUrl } from "../verify-url.ts";
import type { CertificateFacts } from "./certificate-facts.ts";
import { layOutCertificate } from "./layout.ts";
import { writePdf } from "./tagged-pdf.ts";
import { wordings } from "./wording.ts";

/**
 * The Certificate of Attestation: a tagged PDF of one page, or more if the text needs them. Its QR code
 * contains the signed statement. Reads no clock, random numbers or environment.
 */
export function renderCertificate(facts: CertificateFacts): Promise<Uint8Array> {
  const code = qrCode(verifyUrl(facts.origin, facts.serialNumber, facts.attestation));
  const layout = layOutCertificate(facts, code);
  return writePdf(layout, {
    title: `${wordings[facts.language ?? "en"].title} ${facts.serialNumber}`,
    author: facts.productName,
    subject: facts.documentName,
    time: facts.time,
  });
}
