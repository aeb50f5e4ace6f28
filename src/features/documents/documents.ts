import type { StoredConfig, TimestampConfig } from "../../../db/columns/documents.ts";
import { AppError, type Message, say } from "../../errors.ts";
import { writeUtcMinute } from "../../evidence/written-time.ts";
import {
  fileNameFromTitle,
  numberEqualNames,
  sha256SumsFileName,
  stampedFileName,
  withoutExtension,
} from "../../formats/file-names.ts";
import { fileTypes, pictureTypes, type StampableType } from "../../formats/file-types.ts";
import type { DocumentRow } from "../../issuing/attestations/document-row.ts";
import type { DocumentPayload } from "../webhooks/webhooks.schema.ts";
import type { DocumentView } from "./documents.output.schema.ts";
import { holdsList, kindOf } from "./kinds/kinds.ts";

/** The kind of the job that stamps a document; its subject is the document's id. */
export const stampingJob = "stamp-document";

const stampableTypes: ReadonlySet<string> = new Set<StampableType>([fileTypes.pdf, ...pictureTypes]);

/** Whether a file can be stamped without conversion. */
export function isStampable(fileType: string): fileType is StampableType {
  return stampableTypes.has(fileType);
}

/** The same error for a document that does not exist and for one of another user. */
export function documentNotFound(): AppError {
  return new AppError("not_found", "document-not-found", "This document does not exist.");
}

/** Only the record of such a document is left. */
export function documentWithdrawn(): AppError {
  return new AppError(
    "gone",
    "document-withdrawn",
    "The owner of this document has withdrawn it, so its files are gone.",
  );
}

export function originalDeleted(row: DocumentRow): AppError {
  const time = row.originalDeletedAt && writeUtcMinute(row.originalDeletedAt);
  if (!time) {
    return new AppError(
      "gone",
      "original-deleted",
      "The original was deleted, as promised. Please upload the document again.",
    );
  }
  return new AppError(
    "gone",
    "original-deleted-on",
    "The original was deleted on {time} UTC, as promised. Please upload the document again.",
    { params: { time } },
  );
}

/** The zone of times for views, from which that of all documents of earlier versions is missing (outputs.schema.ts). */
export function viewTimeZone({ timeZone }: Pick<DocumentRow, "timeZone">): { timeZone?: string } {
  return timeZone === null ? {} : { timeZone };
}

/** Rounds down to whole seconds, the precision of everything attested. `at`: milliseconds since 1970 UTC. */
export function wholeSeconds(at: number): Date {
  return new Date(Math.floor(at / 1000) * 1000);
}

/** The upload time in whole seconds. With milliseconds it would seem later than a stamp made in the same second. */
function uploadedAt({ createdAt }: DocumentRow): Date {
  return wholeSeconds(createdAt.getTime());
}

/** The payload of a webhook: it contains neither the owner nor the file name. */
export function buildWebhookPayload(row: DocumentRow): DocumentPayload {
  const { id, kind, projectId, status, serialNumber, errorMessage, processedAt } = row;
  const { sha256, stampedSha256, certificateSha256 } = row;
  return {
    id,
    kind,
    projectId,
    status,
    serialNumber,
    sha256,
    stampedSha256,
    certificateSha256,
    errorMessage,
    processedAt: processedAt?.toISOString() ?? null,
  };
}

/** The name that download names are built from. A title has no extension to remove. */
export function baseFileName({ originalName, kind }: Pick<DocumentRow, "originalName" | "kind">) {
  return kindOf({ kind }).holds === "list" ? fileNameFromTitle(`${originalName}.sha256`) : originalName;
}

/** The rows, renamed where their download names would be the same on some file system. */
export function withDistinctNames<Row extends DocumentRow>(rows: Row[]): Row[] {
  const names = numberEqualNames(rows.map(baseFileName));
  return rows.map((row, index) => {
    const name = names[index];
    if (name === undefined || name === baseFileName(row)) return row;
    return { ...row, originalName: holdsList(row) ? withoutExtension(name) : name };
  });
}

/** The download name of what `processedPath` keeps. */
export function resultFileName(row: DocumentRow & { stampedType: string }): string {
  if (holdsList(row)) return fileNameFromTitle(sha256SumsFileName(row.originalName));
  return stampedFileName(row.originalName, row.fileType, row.stampedType);
}

function readNote(note: Message | string): DocumentView["noteMessages"][number] {
  if (typeof note === "string") return { message: note, code: null, params: null };
  const { message, code, params } = say(note);
  return { message, code, params: params ?? null };
}

/** The document as its owner may see it. */
export function toDocumentView(row: DocumentRow): DocumentView {
  return {
    id: row.id,
    originalName: row.originalName,
    displayName: row.displayName ?? row.originalName,
    note: row.note,
    generated: kindOf(row).generated,
    recipient: row.recipient,
    projectId: row.projectId,
    collection: holdsList(row)
      ? {
          fileCount: row.collection.files,
          totalBytes: row.collection.bytes,
          root: row.collection.root,
          hasNames: row.collection.hasNames,
        }
      : null,
    fileType: row.fileType,
    fileSize: row.fileSize,
    status: row.status,
    serialNumber: row.serialNumber,
    errorMessage: row.errorMessage,
    errorCode: row.errorCode,
    errorParams: row.errorParams,
    timestampConfig: row.timestampConfig && withoutChooser(row.timestampConfig),
    paymentCompleted: row.paymentCompleted,
    sha256: row.sha256,
    stampedSha256: row.stampedSha256,
    stampedType: row.stampedType,
    certificateSha256: row.certificateSha256,
    pages: row.pages,
    originalKept: row.originalKept,
    notes: row.notes.map((note) => readNote(note).message),
    noteMessages: row.notes.map(readNote),
    processedPath: row.processedPath,
    certificatePath: row.certificatePath,
    createdAt: uploadedAt(row).toISOString(),
    processedAt: row.processedAt?.toISOString() ?? null,
    ...viewTimeZone(row),
    originalDeletedAt: row.originalDeletedAt?.toISOString() ?? null,
  };
}

/** Who made the choices is for the server alone. */
export function withoutChooser({ chosenBy: _, ...config }: StoredConfig): TimestampConfig {
  return config;
}
