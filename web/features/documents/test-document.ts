/** Test support: a document as the server returns it. */
import type { DocumentView } from "./document.ts";

/** A newly uploaded document with these changes. */
export function documentWith(changes: Partial<DocumentView>): DocumentView {
  return {
    id: "d1",
    originalName: "lease.pdf",
    displayName: "lease.pdf",
    note: null,
    generated: null,
    recipient: null,
    projectId: null,
    collection: null,
    fileType: "application/pdf",
    fileSize: "1000",
    status: "uploaded",
    serialNumber: null,
    errorMessage: null,
    errorCode: null,
    errorParams: null,
    timestampConfig: null,
    paymentCompleted: "false",
    sha256: "0".repeat(64),
    stampedSha256: null,
    stampedType: null,
    certificateSha256: null,
    pages: null,
    originalKept: null,
    notes: [],
    noteMessages: [],
    processedPath: null,
    certificatePath: null,
    createdAt: "2026-11-20T19:11:00.000Z",
    processedAt: null,
    originalDeletedAt: null,
    ...changes,
  };
}
