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
import type { MailAttachment, MailLetter, MailLink, NewMail } from "../mail/mail.ts";
import { mailOutcome } from "../mail/mail-outcome.service.ts";
import type { EmailAnswer } from "./documents.output.schema.ts";
import { findDocument, findDocumentBySerial } from "./documents.repo.ts";
import { certificateOf, requireOwned, stampedCopyOf } from "./documents.service.ts";
import { type DocumentRow, documentNotFound } from "./documents.ts";
import { type EmailDocumentInput, sharedLinkDays } from "./email.schema.ts";

const maxSenderName = 60;

/**
 * Mails one of the owner's completed documents, with its certificate, to one address. Returns the outcome known after a
 * few seconds. `address` is the caller's network address, for rate limits. Throws `not_found` before the document is
 * completed, `forbidden` if the owner has no confirmed address, `rate_limited`, and `unavailable` if the mail server
 * refused the mail.
 */
export async function emailDocument(
  deps: Pick<Deps, "config" | "db" | "now" | "files" | "memoryRateLimiter" | "counterKey" | "jobEvents">,
  owner: Actor,
  { id, email, name }: EmailDocumentInput,
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
  const { productName } = deps.config;
  const account = `An account calling itself "${nameSender(owner)}" (as stated by the account, not checked)`;
  return send(deps, row, `${account} sent you a document stamped by ${productName}.`, {
    to: email,
    toName: name,
    replyTo: replyTo ?? undefined,
    userId: owner.id,
  });
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
  return send(deps, row, opening, { to: email, toName: row.clientName ?? undefined }, note);
}

/** Cuts the name short: it appears in mails to people who did not ask for one. */
function nameSender({ firstName, lastName, username }: Actor): string {
  const name = [...([firstName, lastName].filter(Boolean).join(" ") || username)];
  const shown = name.length > maxSenderName ? `${name.slice(0, maxSenderName).join("")}…` : name.join("");
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
  opening: string,
  recipient: Pick<NewMail, "to" | "toName" | "replyTo" | "userId">,
  note: (db: Database) => Promise<unknown> = async () => {},
): Promise<EmailAnswer> {
  const files = {
    stampedCopy: await stampedCopyOf(deps, row),
    certificate: await certificateOf(deps, row),
  };
  const bytes = files.stampedCopy.bytes + files.certificate.bytes;
  const serialNumber = row.serialNumber ?? "";
  const mailId = await transaction(deps, async (deps) => {
    await note(deps.db);
    return enqueueMail(deps, {
      ...recipient,
      subject: `${deps.config.productName}: a stamped document and its certificate`,
      letter: documentLetter({ documentId: row.id, serialNumber, opening, files, bytes }),
    });
  });
  deps.jobEvents.queued();
  return { success: true, ...(await mailOutcome(deps, mailId)) };
}

type SharedDocument = {
  documentId: string;
  serialNumber: string;
  /** States whose document it is and why the recipient gets it. */
  opening: string;
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
  const { opening, serialNumber, files } = document;
  const closing = "Anyone can check both on the public verification page, without an account.";
  const verify = { label: "Verify this document", path: `/verify/${serialNumber}` };
  const evidence = `The evidence pack proves the document even without us. You can download it from the link below for ${sharedLinkDays} days.`;
  if (document.bytes <= maxAttachedBytes) {
    const attached = `The stamped copy and its Certificate of Attestation are attached. Serial number: ${serialNumber}.`;
    return {
      paragraphs: [opening, attached, closing, evidence],
      links: [verify, downloadLink(document, "Download the evidence pack")],
      attachments: [attachment(files.stampedCopy), attachment(files.certificate)],
    };
  }
  const linked = `The stamped copy and its Certificate of Attestation are too large for an email. You can download them from the link below for ${sharedLinkDays} days. Serial number: ${serialNumber}.`;
  return {
    paragraphs: [opening, linked, closing],
    links: [downloadLink(document, "Download the files"), verify],
  };
}

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
