import { fillText, type Message, say } from "../../errors.ts";
import type { CertificateFacts } from "../../formats/certificate/certificate-facts.ts";
import type { Language } from "../../formats/languages.ts";
import { spanishNotes } from "../../formats/stamp/spanish-notes.ts";
import type { StampOutcome } from "../../formats/stamp/stamp.ts";
import type { WrittenFile } from "../../platform/jobs/tasks.ts";
import type { DocumentTimeStamps } from "../tsa/document-time-stamps.service.ts";
import { type StartedDocument, stampTimeZone } from "./document-row.ts";

/** All results of one run, still in temporary files. */
export type Made = {
  stamped: WrittenFile & {
    path: string;
    contentType: string;
    pages: number | null;
    originalKept: boolean | null;
    notes: Message[];
  };
  timeStamps: DocumentTimeStamps;
  attestation: string;
  certificate: WrittenFile & { path: string };
};

/** The stamped copy as stored. */
export type StampedCopy = StampOutcome & { bytes: number; sha256: string };

/** By code. Notes that are missing here are in English. */
const translatedNotes: Record<Language, Readonly<Record<string, string>>> = { en: {}, es: spanishNotes };

/** A note in the language of the certificate. */
function writeNote(note: Message, language: Language = "en"): string {
  const translated = translatedNotes[language][note.code];
  return translated === undefined ? say(note).message : fillText(translated, note.params);
}

/** The content of the certificate: the row, the stamped copy, and the statement signed about both. */
export function buildCertificateFacts(
  document: StartedDocument,
  stamped: StampedCopy,
  attestation: string,
  product: { productName: string; origin: string },
): Omit<CertificateFacts, "timeStamp"> {
  return {
    productName: product.productName,
    origin: product.origin,
    serialNumber: document.serialNumber,
    clientName: document.clientName,
    identity: document.identity,
    documentName: document.originalName,
    fileType: document.fileType,
    fileSize: Number(document.fileSize),
    stampedType: stamped.contentType,
    stampedSize: stamped.bytes,
    pages: stamped.pages,
    paper: stamped.isA4 ? "a4" : "letter",
    time: document.processedAt.getTime(),
    timeZone: stampTimeZone(document),
    originalSha256: document.sha256,
    stampedSha256: stamped.sha256,
    originalKept: stamped.originalKept,
    ownershipConfirmedAt: document.ownershipConfirmedAt?.getTime() ?? null,
    originalDate: document.timestampConfig.originalDate ?? null,
    otherParties: document.timestampConfig.otherParties ?? null,
    language: document.timestampConfig.language,
    notes: stamped.notes.map((note) => writeNote(note, document.timestampConfig.language)),
    attestation,
  };
}
