import type { Database } from "../../../db/client.ts";
import { transaction } from "../../../db/transaction.ts";
import { AppError } from "../../errors.ts";
import { readSerialNumber } from "../../evidence/serial-number.ts";
import { withoutQuotes } from "../../evidence/stated-name.ts";
import { keyedHash } from "../../platform/keys/keyed-hash.ts";
import { takeFromLimit } from "../../platform/rate-limits.ts";
import { type Actor, requireAdmin } from "../accounts/accounts.ts";
import { hashMailbox, requireConfirmedAddress } from "../accounts/owner-mails.service.ts";
import { writeAudit } from "../admin/audit.repo.ts";
import type { Deps } from "../deps.ts";
import { unlinked } from "../mail/defang.ts";
import { openSecretLink } from "../mail/magic-links.service.ts";
import { enqueueMail } from "../mail/mail.service.ts";
import type { MailAttachment, MailLanguage, MailLetter, MailLink, NewMail } from "../mail/mail.ts";
import { mailOutcome } from "../mail/mail-outcome.service.ts";
import type { EmailAnswer } from "./documents.output.schema.ts";
import { findAttestation, findDocument, findDocumentBySerial } from "./documents.repo.ts";
import { certificateOf, requireOwned, stampedCopyOf } from "./documents.service.ts";
import { type DocumentRow, documentNotFound } from "./documents.ts";
import { type EmailDocumentInput, sharedLinkDays } from "./email.schema.ts";

const maxSenderName = 60;
const maxSubjectName = 80;

/**
 * Mails one of the owner's completed documents, with its certificate, to one address. Returns the outcome known after a
 * few seconds. `address` is the caller's network address, for rate limits. Throws `not_found` before the document is
 * completed, `forbidden` if the owner has no confirmed address, `rate_limited`, and `unavailable` if the mail server
 * refused the mail.
 */
export async function emailDocument(
  deps: Pick<Deps, "config" | "db" | "now" | "files" | "memoryRateLimiter" | "counterKey" | "jobEvents">,
  owner: Actor,
  { id, email, name, note, language = "en" }: EmailDocumentInput,
  address: string,
): Promise<EmailAnswer> {
  const row = await requireOwned(deps, owner, id);
  await certificateOf(deps, row);
  const replyTo = await requireConfirmedAddress(deps, owner);
  await takeFromLimit(deps, "mailsPerAccount", owner.id);
  await takeFromLimit(deps, "mailsPerDocument", row.id);
  await takeFromLimit(deps, "mailsPerAddress", keyedHash(deps, "address", address));
  await takeFromLimit(deps, "mailsPerSender", replyTo === null ? owner.id : hashMailbox(deps, replyTo));
  await takeFromLimit(deps, "mailsPerRecipient", hashMailbox(deps, email));
  const sender = nameSender(owner);
  return send(
    deps,
    row,
    { language, sender, note, opening: letterTexts[language].opening(sender, deps.config.productName) },
    { to: email, toName: name, replyTo: replyTo ?? undefined, userId: owner.id },
  );
}

/**
 * Mails the completed document with this serial number, with its certificate, to its client; for admins, who give the
 * address. The audit log keeps the address until the document or account is deleted. Throws as `emailDocument` does,
 * and `forbidden`.
 */
export async function emailDocuments(
  deps: Pick<Deps, "config" | "db" | "now" | "files" | "memoryRateLimiter" | "jobEvents">,
  admin: Actor,
  { serialNumber, email }: { serialNumber: string; email: string },
): Promise<EmailAnswer> {
  requireAdmin(admin);
  const row = await findDocumentBySerial(deps.db, readSerialNumber(serialNumber) ?? "");
  if (!row) throw documentNotFound();
  await takeFromLimit(deps, "mailsPerDocument", row.id);
  const opening = `Here is your document, stamped by ${deps.config.productName}.`;
  const note = (db: Database) =>
    writeAudit(db, {
      actorId: admin.id,
      action: "document.emailed",
      subject: row.id,
      detail: { serialNumber: row.serialNumber, to: email },
      createdAt: new Date(deps.now()),
    });
  return send(
    deps,
    row,
    { language: "en", opening },
    { to: email, toName: row.clientName ?? undefined },
    note,
  );
}

/** Cuts the name short: it appears in mails to people who did not ask for one. */
function nameSender({ firstName, lastName, username }: Actor): string {
  return shorten([firstName, lastName].filter(Boolean).join(" ") || username, maxSenderName);
}

/** Words of a user for a mail to a stranger: bounded, without quotation marks, and nothing becomes a link. */
function shorten(text: string, max: number): string {
  const characters = [...text];
  const shown = characters.length > max ? `${characters.slice(0, max).join("")}…` : text;
  return unlinked(withoutQuotes(shown));
}

/** The file behind an emailed link, e.g. the stamped copy. Throws `not_found` if the link has expired. */
export async function readShared<Shared>(
  deps: Deps,
  token: string,
  sharedOf: (deps: Deps, row: DocumentRow) => Promise<Shared>,
): Promise<Shared> {
  const id = await openSecretLink(deps, "shared-document", token);
  const row = id === undefined ? undefined : await findDocument(deps.db, id);
  if (row) return sharedOf(deps, row);
  throw new AppError(
    "not_found",
    "document-link-invalid",
    "This link is no longer valid. Please ask the sender for a new one.",
  );
}

/** Queues the mail; `note` is written in the same transaction. */
async function send(
  deps: Pick<Deps, "config" | "db" | "now" | "files" | "jobEvents">,
  row: DocumentRow,
  words: MailWords,
  recipient: Pick<NewMail, "to" | "toName" | "replyTo" | "userId">,
  note: (db: Database) => Promise<unknown> = async () => {},
): Promise<EmailAnswer> {
  const files = {
    stampedCopy: await stampedCopyOf(deps, row),
    certificate: await certificateOf(deps, row),
  };
  const bytes = files.stampedCopy.bytes + files.certificate.bytes;
  const serialNumber = row.serialNumber ?? "";
  // The name of a deleted account is in the statement, but on no page any more.
  const attestation = row.clientName === null ? undefined : await findAttestation(deps.db, row.id);
  const subject = letterTexts[words.language].subject(
    shorten(row.originalName, maxSubjectName),
    words.sender,
  );
  const mailId = await transaction(deps, async (deps) => {
    await note(deps.db);
    return enqueueMail(deps, {
      ...recipient,
      subject: `${deps.config.productName}: a stamped document and its certificate`,
      letter: {
        ...documentLetter({ documentId: row.id, serialNumber, attestation, ...words, files, bytes }),
        language: words.language,
        subject,
      },
    });
  });
  deps.jobEvents.queued();
  return { success: true, ...(await mailOutcome(deps, mailId)) };
}

type MailWords = {
  language: MailLanguage;
  /** States whose document it is and why the recipient gets it. */
  opening: string;
  sender?: string;
  /** The sender's own words. */
  note?: string | undefined;
};

type SharedDocument = MailWords & {
  documentId: string;
  serialNumber: string;
  /** The signed statement: with it, the record page can tell that the address is genuine, as with the QR code. */
  attestation: string | undefined;
  /** The stamped copy and the certificate. */
  files: { stampedCopy: MailAttachment; certificate: MailAttachment };
  /** The size of both together. */
  bytes: number;
};

/** For both files together. Encoding adds a third, and mail servers usually accept 25 MB. */
const maxAttachedBytes = 17 * 1024 * 1024;

/**
 * The mail with a stamped copy and its certificate: attached, or linked if they are too large. The evidence pack is
 * always a link.
 */
function documentLetter(document: SharedDocument): MailLetter {
  const { opening, serialNumber, attestation, files, note } = document;
  const text = letterTexts[document.language];
  const path = `/verify/${serialNumber}${attestation === undefined ? "" : `#${attestation}`}`;
  const verify = { label: text.verify, path };
  const ending = note === undefined ? [] : [text.note];
  const quote = note === undefined ? {} : { quote: unlinked(note) };
  if (document.bytes <= maxAttachedBytes) {
    return {
      paragraphs: [opening, text.attached(serialNumber), text.closing, text.evidence, ...ending],
      ...quote,
      links: [verify, downloadLink(document, text.downloadEvidence)],
      attachments: [attachment(files.stampedCopy), attachment(files.certificate)],
    };
  }
  return {
    paragraphs: [opening, text.linked(serialNumber), text.closing, ...ending],
    ...quote,
    links: [downloadLink(document, text.downloadFiles), verify],
  };
}

type LetterText = {
  subject: (documentName: string, sender: string | undefined) => string;
  opening: (sender: string, productName: string) => string;
  attached: (serialNumber: string) => string;
  linked: (serialNumber: string) => string;
  closing: string;
  evidence: string;
  note: string;
  verify: string;
  downloadEvidence: string;
  downloadFiles: string;
};

const letterTexts: Record<MailLanguage, LetterText> = {
  en: {
    subject: (name, sender) =>
      `“${name}”${sender ? ` from “${sender}”` : ""}: a stamped document and its certificate`,
    opening: (sender, productName) =>
      `An account calling itself "${sender}" (as stated by the account, not checked) sent you a document stamped by ${productName}.`,
    attached: (serialNumber) =>
      `The stamped copy and its Certificate of Attestation are attached. Serial number: ${serialNumber}.`,
    linked: (serialNumber) =>
      `The stamped copy and its Certificate of Attestation are too large for an email. You can download them from the link below for ${sharedLinkDays} days. Serial number: ${serialNumber}.`,
    closing: "Anyone can check both on the public verification page, without an account.",
    evidence: `The evidence pack proves the document even without us. You can download it from the link below for ${sharedLinkDays} days.`,
    note: "The sender adds, in their own words:",
    verify: "Verify this document",
    downloadEvidence: "Download the evidence pack",
    downloadFiles: "Download the files",
  },
  es: {
    subject: (name, sender) =>
      `“${name}”${sender ? ` de “${sender}”` : ""}: un documento sellado y su certificado`,
    opening: (sender, productName) =>
      `Una cuenta que se hace llamar “${sender}” (según la cuenta, sin comprobar) le ha enviado un documento sellado por ${productName}.`,
    attached: (serialNumber) =>
      `La copia sellada y su certificado de atestación van adjuntos. Número de serie: ${serialNumber}.`,
    linked: (serialNumber) =>
      `La copia sellada y su certificado de atestación son demasiado grandes para un correo. Puede descargarlos con el enlace de abajo durante ${sharedLinkDays} días. Número de serie: ${serialNumber}.`,
    closing: "Cualquiera puede comprobar ambos en la página pública de verificación, sin cuenta.",
    evidence: `El paquete de pruebas demuestra el documento incluso sin nosotros. Puede descargarlo con el enlace de abajo durante ${sharedLinkDays} días.`,
    note: "El remitente añade, con sus propias palabras:",
    verify: "Verificar este documento",
    downloadEvidence: "Descargar el paquete de pruebas",
    downloadFiles: "Descargar los archivos",
  },
};

/** Drops the fields a mail does not need. */
function attachment({ key, fileName, contentType }: MailAttachment): MailAttachment {
  return { key, fileName, contentType };
}

/**
 * The token follows the #, which browsers do not send: no server or proxy logs it, and the page submits it in a form.
 */
function downloadLink({ documentId }: SharedDocument, label: string): MailLink {
  const lifetimeMs = sharedLinkDays * 24 * 3_600_000;
  return {
    label,
    path: "/shared#",
    secret: { purpose: "shared-document", subject: documentId, lifetimeMs },
  };
}
