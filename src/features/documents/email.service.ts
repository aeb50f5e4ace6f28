import type { Database } from "../../../db/client.ts";
import type { MailAttachment, MailLetter, MailLink } from "../../../db/columns/mail.ts";
import { transaction } from "../../../db/transaction.ts";
import { AppError } from "../../errors.ts";
import { readSerialNumber } from "../../evidence/serial-number.ts";
import type { Language } from "../../formats/languages.ts";
import { withoutQuotes } from "../../formats/text/quoted-name.ts";
import { type DocumentRow, isStarted } from "../../issuing/attestations/document-row.ts";
import { readAttestation } from "../../issuing/attestations/record-attestation.service.ts";
import { hasWitnesses } from "../../issuing/witnesses/witnesses.ts";
import { takeFromLimit } from "../../platform/rate-limits.ts";
import { requireAccount } from "../accounts/accounts.service.ts";
import { type Actor, requireAdmin } from "../accounts/accounts.ts";
import { hashMailbox, requireConfirmedAddress } from "../accounts/owner-mails.service.ts";
import { writeAudit } from "../audit/audit.repo.ts";
import { noteInOffice } from "../audit/office-log.repo.ts";
import type { Deps, RateLimitDeps } from "../deps.ts";
import { defang } from "../mail/defang.ts";
import { openMagicLink } from "../mail/magic-links.service.ts";
import { enqueueMail } from "../mail/mail.service.ts";
import type { NewMail } from "../mail/mail.ts";
import { mailOutcome } from "../mail/mail-outcome.service.ts";
import type { EmailAnswer, EmailedDocument } from "./documents.output.schema.ts";
import { findDocument, findDocumentBySerial } from "./documents.repo.ts";
import { findStampedCopy, openCertificate, requireOwned } from "./documents.service.ts";
import { documentNotFound, documentWithdrawn, viewTimeZone, withDistinctNames } from "./documents.ts";
import { type EmailDocumentInput, type EmailSeveralInput, sharedLinkDays } from "./email.schema.ts";
import { holdsList } from "./kinds/kinds.ts";

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
  { id, ...recipient }: EmailDocumentInput,
  address: string,
): Promise<EmailAnswer> {
  return emailSeveral(deps, owner, { ids: [id], ...recipient }, address);
}

/** The same for up to twenty documents in one mail. */
export async function emailSeveral(
  deps: Pick<Deps, "config" | "db" | "now" | "files" | "memoryRateLimiter" | "counterKey" | "jobEvents">,
  owner: Actor,
  { ids, email, name, note, language = "en" }: EmailSeveralInput,
  address: string,
): Promise<EmailAnswer> {
  const rows: DocumentRow[] = [];
  for (const id of new Set(ids)) rows.push(await requireOwned(deps, owner, id));
  for (const row of rows) await openCertificate(deps, row);
  const documentIds = rows.map((row) => row.id);
  const replyTo = await takeFromMailLimits(deps, owner, { email, address, documentIds });
  const sender = nameSender(owner);
  const opening = letterTexts[language].opening(sender, deps.config.productName, rows.length);
  return send(
    deps,
    rows,
    { language, sender, note, opening },
    { to: email, toName: name, replyTo: replyTo ?? undefined, userId: owner.id },
    async (db) => {
      await requireAccount({ db }, owner);
      for (const { id, serialNumber } of rows)
        await noteInOffice({ db, now: deps.now }, owner, {
          action: "document.emailed",
          subject: id,
          detail: serialNumber === null ? {} : { serialNumber },
        });
    },
  );
}

/**
 * Counts an email from a user to a stranger. Returns the address to which replies go; null on a server without
 * mail. Throws `forbidden` if the owner has no confirmed address, and `rate_limited`.
 */
export async function takeFromMailLimits(
  deps: RateLimitDeps,
  owner: Actor,
  { email, address, documentIds = [] }: { email: string; address: string; documentIds?: string[] },
): Promise<string | null> {
  const replyTo = await requireConfirmedAddress(deps, owner);
  await takeFromLimit(deps, "mailsPerAccount", owner.id);
  for (const id of documentIds) await takeFromLimit(deps, "mailsPerDocument", id);
  await takeFromLimit(deps, "mailsPerAddress", address);
  await takeFromLimit(deps, "mailsPerSender", replyTo === null ? owner.id : hashMailbox(deps, replyTo));
  await takeFromLimit(deps, "mailsPerRecipient", hashMailbox(deps, email));
  return replyTo;
}

/**
 * Mails the completed document with this serial number, with its certificate, to its client; for admins, who give the
 * address. The audit log keeps the address until the document or account is deleted. Throws as `emailDocument` does,
 * and `forbidden`.
 */
export async function emailDocuments(
  deps: Pick<Deps, "config" | "db" | "now" | "files" | "memoryRateLimiter" | "counterKey" | "jobEvents">,
  admin: Actor,
  { serialNumber, email }: { serialNumber: string; email: string },
): Promise<EmailAnswer> {
  requireAdmin(admin);
  const row = await findDocumentBySerial(deps.db, readSerialNumber(serialNumber) ?? "");
  if (!row) throw documentNotFound();
  if (row.withdrawnAt !== null) throw documentWithdrawn();
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
    [row],
    { language: "en", opening },
    { to: email, toName: row.clientName ?? undefined },
    note,
  );
}

/** Truncates the name, since it appears in emails to people who did not ask for one. */
export function nameSender({ firstName, lastName, username }: Actor): string {
  return shorten([firstName, lastName].filter(Boolean).join(" ") || username, maxSenderName);
}

/** A user's text for an email to a stranger: limited in length, without quotation marks or links. */
export function shorten(text: string, max: number): string {
  const characters = [...text];
  const shown = characters.length > max ? `${characters.slice(0, max).join("")}…` : text;
  return defang(withoutQuotes(shown));
}

/** The document behind an emailed link. Throws `not_found` if the link has expired. */
export async function openSharedDocument(
  deps: Pick<Deps, "db" | "now">,
  token: string,
): Promise<DocumentRow> {
  const id = await openMagicLink(deps, "shared-document", token);
  const row = id === undefined ? undefined : await findDocument(deps.db, id);
  if (row) return row;
  throw new AppError(
    "not_found",
    "document-link-invalid",
    "This link is no longer valid. Please ask the sender for a new one.",
  );
}

/** What the page behind an emailed link says about its document. Throws `not_found` and `rate_limited`. */
export async function describeShared(
  deps: Pick<Deps, "config" | "db" | "now" | "memoryRateLimiter" | "counterKey">,
  token: string,
  address: string,
): Promise<EmailedDocument> {
  await takeFromLimit(deps, "shareCallsPerAddress", address);
  const row = await openSharedDocument(deps, token);
  if (!isStarted(row)) throw documentNotFound();
  const { originalName, serialNumber, processedAt } = row;
  return {
    name: originalName,
    serialNumber,
    time: processedAt.toISOString(),
    ...viewTimeZone(row),
    isCollection: holdsList(row),
  };
}

/** Queues the mail; `note` is written in the same transaction. */
async function send(
  deps: Pick<Deps, "config" | "db" | "now" | "files" | "jobEvents">,
  rows: DocumentRow[],
  words: MailWords,
  recipient: Pick<NewMail, "to" | "toName" | "replyTo" | "userId">,
  note: (db: Database) => Promise<unknown> = async () => {},
): Promise<EmailAnswer> {
  const documents: SharedDocument[] = [];
  for (const row of withDistinctNames(rows)) documents.push(await readSharedDocument(deps, row));
  const { productName } = deps.config;
  const count = documents.length;
  const [first] = rows;
  const only = count === 1 && first ? shorten(first.originalName, maxSubjectName) : undefined;
  const subject = letterTexts[words.language].subject(only, count, words.sender);
  const mailId = await transaction(deps, async (deps) => {
    await note(deps.db);
    return enqueueMail(deps, {
      ...recipient,
      subject:
        count === 1
          ? `${productName}: a stamped document and its certificate`
          : `${productName}: ${count} stamped documents and their certificates`,
      letter: {
        ...composeLetter(documents, words, hasWitnesses(deps.config)),
        language: words.language,
        subject,
      },
    });
  });
  deps.jobEvents.queued();
  return { success: true, ...(await mailOutcome(deps, mailId)) };
}

type MailWords = {
  language: Language;
  /** States whose document it is and why the recipient gets it. */
  opening: string;
  sender?: string;
  /** The sender's own words. */
  note?: string | undefined;
};

type SharedDocument = {
  documentId: string;
  /** As the mail's sentences quote it. */
  name: string;
  serialNumber: string;
  /** The signed statement: with it, the record page can tell that the address is genuine, as with the QR code. */
  attestation: string | undefined;
  /** A collection has no stamped copy: its SHA256SUMS is sent instead. */
  isCollection: boolean;
  /** The stamped copy or SHA256SUMS, and the certificate. */
  files: (MailAttachment & { bytes: number })[];
};

async function readSharedDocument(
  deps: Pick<Deps, "db" | "files">,
  row: DocumentRow,
): Promise<SharedDocument> {
  return {
    documentId: row.id,
    name: shorten(row.originalName, maxSubjectName),
    serialNumber: row.serialNumber ?? "",
    isCollection: holdsList(row),
    // The name of a deleted account is still in the statement, but no longer on any page.
    attestation: row.clientName === null ? undefined : await readAttestation(deps, row.id),
    files: [await findStampedCopy(deps, row), await openCertificate(deps, row)],
  };
}

/** The limit for all files of an email together. Encoding adds a third, and mail servers usually accept 25 MB. */
const maxAttachedBytes = 17 * 1024 * 1024;

function fitsInMail(documents: SharedDocument[]): boolean {
  const sizes = documents.flatMap(({ files }) => files.map(({ bytes }) => bytes));
  return sizes.reduce((sum, bytes) => sum + bytes, 0) <= maxAttachedBytes;
}

/**
 * The mail with stamped copies and their certificates: all attached, or all linked if they are too large. Evidence
 * packs are always links.
 */
function composeLetter(
  documents: SharedDocument[],
  { language, opening, sender, note }: MailWords,
  isWitnessed: boolean,
): MailLetter {
  const text = letterTexts[language];
  const count = documents.length;
  const results = findResults(documents);
  const listed = documents
    .map(({ name, serialNumber }) => (count === 1 ? serialNumber : `“${name}” (${serialNumber})`))
    .join(", ");
  const verify = documents.map((document) => verifyLink(document, text.verify(count, document.name)));
  const download = (label: LetterText["verify"]) =>
    documents.map((document) => downloadLink(document, label(count, document.name)));
  const unchecked = sender === undefined ? [] : [text.sender(sender)];
  const ending = [...unchecked, ...(note === undefined ? [] : [text.note])];
  const rest: Pick<MailLetter, "quote" | "button"> = {
    ...(note !== undefined && { quote: defang(note) }),
    ...(count > 1 && { button: false }),
  };
  if (fitsInMail(documents)) {
    const paragraphs = [
      opening,
      text.attached(count, results, listed),
      text.closing(count),
      text.evidence(count) + (isWitnessed ? ` ${text.downloadAgain(count)}` : ""),
    ];
    return {
      paragraphs: [...paragraphs, ...ending],
      ...rest,
      links: [...verify, ...download(text.downloadEvidence)],
      attachments: documents.flatMap(({ files }) => files.map(attachment)),
    };
  }
  return {
    paragraphs: [opening, text.linked(count, results, listed), text.closing(count), ...ending],
    ...rest,
    links: [...download(text.downloadFiles), ...verify],
  };
}

/** What is sent with the certificates. */
type Results = "stamped copies" | "lists of files" | "both";

function findResults(documents: SharedDocument[]): Results {
  if (documents.every(({ isCollection }) => isCollection)) return "lists of files";
  return documents.some(({ isCollection }) => isCollection) ? "both" : "stamped copies";
}

function verifyLink({ serialNumber, attestation }: SharedDocument, label: string): MailLink {
  return { label, path: `/verify/${serialNumber}${attestation === undefined ? "" : `#${attestation}`}` };
}

/** Sentences about one document or several. If there are several, they are named: in the list and in the labels. */
type LetterText = {
  subject: (onlyName: string | undefined, count: number, sender: string | undefined) => string;
  opening: (sender: string, productName: string, count: number) => string;
  attached: (count: number, results: Results, listed: string) => string;
  linked: (count: number, results: Results, listed: string) => string;
  /** What to do, and what it costs. */
  closing: (count: number) => string;
  /** Says that no one checked the name; the other sentences use it as it is. */
  sender: (sender: string) => string;
  evidence: (count: number) => string;
  /** Added if the server has external witnesses. */
  downloadAgain: (count: number) => string;
  note: string;
  verify: (count: number, name: string) => string;
  downloadEvidence: (count: number, name: string) => string;
  downloadFiles: (count: number, name: string) => string;
};

type ResultNames = { one: Record<Exclude<Results, "both">, string>; several: Record<Results, string> };

const resultNames: Record<Language, ResultNames> = {
  en: {
    one: { "stamped copies": "The stamped copy", "lists of files": "SHA256SUMS (the list of its files)" },
    several: {
      "stamped copies": "The stamped copies",
      "lists of files": "The SHA256SUMS lists",
      both: "The stamped copies, the SHA256SUMS lists",
    },
  },
  es: {
    one: { "stamped copies": "La copia sellada", "lists of files": "SHA256SUMS (la lista de sus archivos)" },
    several: {
      "stamped copies": "Las copias selladas",
      "lists of files": "Las listas SHA256SUMS",
      both: "Las copias selladas, las listas SHA256SUMS",
    },
  },
};

function nameResults(language: Language, count: number, results: Results): string {
  const { one, several } = resultNames[language];
  return count === 1 && results !== "both" ? one[results] : several[results];
}

const letterTexts: Record<Language, LetterText> = {
  en: {
    subject: (name, count, sender) => {
      const from = sender ? ` from “${sender}”` : "";
      return name === undefined
        ? `${count} stamped documents${from} and their certificates`
        : `“${name}”${from}: a stamped document and its certificate`;
    },
    opening: (sender, productName, count) =>
      `"${sender}" is sending you ${count === 1 ? "a document" : `${count} documents`} through ${productName}, a service that puts a date on documents that anyone can check.`,
    attached: (count, results, listed) =>
      count === 1
        ? `${nameResults("en", count, results)} and its Certificate of Attestation are attached. Serial number: ${listed}.`
        : `${nameResults("en", count, results)} and their Certificates of Attestation are attached. The documents: ${listed}.`,
    linked: (count, results, listed) =>
      count === 1
        ? `${nameResults("en", count, results)} and its Certificate of Attestation are too large for an email. You can download them for ${sharedLinkDays} days. Serial number: ${listed}.`
        : `${nameResults("en", count, results)} and their Certificates of Attestation are too large for an email. You can download them from the links below for ${sharedLinkDays} days. The documents: ${listed}.`,
    closing: (count) =>
      count === 1
        ? "You don't have to do anything: just keep the files. Checking the document is free, and you don't need an account."
        : "You don't have to do anything: just keep the files. To check a document, open its link below. That is free, and you don't need an account.",
    sender: (sender) =>
      `We show the name "${sender}" as the sender entered it (not checked). If you didn't expect this email, ask the person you know by that name before you rely on it.`,
    evidence: (count) =>
      count === 1
        ? `With the evidence pack, anyone can check the document even without us. You can download it from the link below for ${sharedLinkDays} days.`
        : `With the evidence packs, anyone can check the documents even without us. You can download them from the links below for ${sharedLinkDays} days.`,
    downloadAgain: (count) =>
      count === 1
        ? "Soon after stamping, it lacks what others confirm later: download it again then."
        : "Soon after stamping, they lack what others confirm later: download them again then.",
    note: "The sender adds, in their own words:",
    verify: (count, name) => (count === 1 ? "Verify this document" : `Verify “${name}”`),
    downloadEvidence: (count, name) => `Download the evidence pack${count === 1 ? "" : ` of “${name}”`}`,
    downloadFiles: (count, name) => `Download the files${count === 1 ? "" : ` of “${name}”`}`,
  },
  es: {
    subject: (name, count, sender) => {
      const from = sender ? ` de “${sender}”` : "";
      return name === undefined
        ? `${count} documentos sellados${from} y sus certificados`
        : `“${name}”${from}: un documento sellado y su certificado`;
    },
    opening: (sender, productName, count) =>
      `“${sender}” le envía ${count === 1 ? "un documento" : `${count} documentos`} a través de ${productName}, un servicio que pone a los documentos una fecha que cualquiera puede comprobar.`,
    attached: (count, results, listed) =>
      count === 1
        ? `${nameResults("es", count, results)} y su certificado de atestación van adjuntos. Número de serie: ${listed}.`
        : `${nameResults("es", count, results)} y sus certificados de atestación van adjuntos. Los documentos: ${listed}.`,
    linked: (count, results, listed) =>
      count === 1
        ? `${nameResults("es", count, results)} y su certificado de atestación son demasiado grandes para un correo. Puede descargarlos durante ${sharedLinkDays} días. Número de serie: ${listed}.`
        : `${nameResults("es", count, results)} y sus certificados de atestación son demasiado grandes para un correo. Puede descargarlos con los enlaces de abajo durante ${sharedLinkDays} días. Los documentos: ${listed}.`,
    closing: (count) =>
      count === 1
        ? "No tiene que hacer nada: basta con guardar los archivos. Comprobar el documento es gratuito y no necesita una cuenta."
        : "No tiene que hacer nada: basta con guardar los archivos. Para comprobar un documento, abra su enlace más abajo. Es gratuito y no necesita una cuenta.",
    sender: (sender) =>
      `Mostramos el nombre “${sender}” tal como lo escribió el remitente (sin comprobar). Si no esperaba este correo, pregunte a la persona que conoce con ese nombre antes de confiar en él.`,
    evidence: (count) =>
      count === 1
        ? `Con el paquete de pruebas, cualquiera puede comprobar el documento incluso sin nosotros. Puede descargarlo con el enlace de abajo durante ${sharedLinkDays} días.`
        : `Con los paquetes de pruebas, cualquiera puede comprobar los documentos incluso sin nosotros. Puede descargarlos con los enlaces de abajo durante ${sharedLinkDays} días.`,
    downloadAgain: (count) =>
      count === 1
        ? "Poco después del sellado le falta lo que otros confirman más tarde: descárguelo entonces de nuevo."
        : "Poco después del sellado les falta lo que otros confirman más tarde: descárguelos entonces de nuevo.",
    note: "El remitente añade, con sus propias palabras:",
    verify: (count, name) => (count === 1 ? "Verificar este documento" : `Verificar “${name}”`),
    downloadEvidence: (count, name) => `Descargar el paquete de pruebas${count === 1 ? "" : ` de “${name}”`}`,
    downloadFiles: (count, name) => `Descargar los archivos${count === 1 ? "" : ` de “${name}”`}`,
  },
};

/** Drops the fields that an email does not need. */
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
