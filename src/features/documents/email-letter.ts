import type { MailAttachment, MailLetter, MailLink } from "../mail/mail.ts";
import { sharedLinkDays } from "./email.schema.ts";

export type SharedDocument = {
  documentId: string;
  serialNumber: string;
  /** Says whose document it is and why it comes. */
  opening: string;
  /** The stamped copy and the certificate. */
  files: { stampedCopy: MailAttachment; certificate: MailAttachment };
  /** The size of both together. */
  bytes: number;
};

/** Both files together; as a mail they are a third larger, and the usual limit of mail servers is 25 MB. */
const mostAttachedBytes = 17 * 1024 * 1024;

/**
 * The letter that brings a stamped copy and its certificate: attached, or linked when they are too large. The evidence
 * pack is always a link.
 */
export function documentLetter(document: SharedDocument): MailLetter {
  const { opening, serialNumber, files } = document;
  const closing = "Anyone can check both, without an account, on the public verification page.";
  const verify = { label: "Verify this document", path: `/verify/${serialNumber}` };
  const evidence = `The evidence pack proves the document also without us; the link below opens a page that downloads it for ${sharedLinkDays} days.`;
  if (document.bytes <= mostAttachedBytes) {
    const attached = `The stamped copy and its Certificate of Attestation are attached. Serial number: ${serialNumber}.`;
    return {
      paragraphs: [opening, attached, closing, evidence],
      links: [verify, downloadLink(document, "Download the evidence pack")],
      attachments: [attachment(files.stampedCopy), attachment(files.certificate)],
    };
  }
  const linked = `The stamped copy and its Certificate of Attestation are too large for an email. The link below opens a page that downloads them for ${sharedLinkDays} days. Serial number: ${serialNumber}.`;
  return {
    paragraphs: [opening, linked, closing],
    links: [downloadLink(document, "Download the files"), verify],
  };
}

/** Only what a mail needs to know of a file. */
function attachment({ key, fileName, contentType }: MailAttachment): MailAttachment {
  return { key, fileName, contentType };
}

/** The token follows the #, so that neither a server nor a proxy logs it: the page sends it in a form. */
function downloadLink({ documentId }: SharedDocument, label: string): MailLink {
  const lifetimeMs = sharedLinkDays * 24 * 3_600_000;
  return {
    label,
    path: "/shared#",
    secret: { purpose: "shared-document", subject: documentId, lifetimeMs },
  };
}
