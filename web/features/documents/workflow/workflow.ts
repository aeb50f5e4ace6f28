import type { DocumentStatus } from "../../../../src/documents/documents.schema.ts";
import type { DocumentView } from "../document.ts";
import { documentsMessages } from "../messages.ts";

/** The five stages of the dashboard, with what each one knows. */
export type Workflow =
  | { stage: "idle" }
  | { stage: "configuring"; document: DocumentView }
  | { stage: "processing"; document: DocumentView }
  | { stage: "completed"; document: DocumentView }
  | { stage: "error"; message: string };
export type Stage = Workflow["stage"];

export type WorkflowEvent =
  /** A document was uploaded, or taken from the list, to be set up. */
  | { type: "uploaded"; document: DocumentView }
  /** The page was loaded while this document's job ran. */
  | { type: "found"; document: DocumentView }
  /** The server's answers to starting a document and to asking for it. */
  | { type: "started"; document: DocumentView }
  | { type: "polled"; document: DocumentView }
  /** An upload failed, or the start of the document that is named. */
  | { type: "failed"; documentId?: string; message: string }
  | { type: "reset" };

export const atStart: Workflow = { stage: "idle" };

/**
 * One step. What the user does (`uploaded`, `reset`) always counts; an answer that arrives late, or is about
 * another document than the one at hand, changes nothing.
 */
export function nextWorkflow(now: Workflow, event: WorkflowEvent): Workflow {
  switch (event.type) {
    case "uploaded":
      return { stage: "configuring", document: event.document };
    case "found":
      return now.stage === "idle" ? afterStatus(event.document) : now;
    case "started":
      return isAt(now, "configuring", event.document.id) ? afterStatus(event.document) : now;
    case "polled":
      return isAt(now, "processing", event.document.id) ? afterStatus(event.document) : now;
    case "failed":
      return isAwaited(now, event.documentId) ? { stage: "error", message: event.message } : now;
    case "reset":
      return atStart;
  }
}

function isAt(now: Workflow, stage: "configuring" | "processing", id: string): boolean {
  return now.stage === stage && now.document.id === id;
}

function isAwaited(now: Workflow, id: string | undefined): boolean {
  return id === undefined ? now.stage === "idle" : isAt(now, "configuring", id);
}

function afterStatus(document: DocumentView): Workflow {
  if (document.status === "completed") return { stage: "completed", document };
  if (document.status === "error") {
    return { stage: "error", message: document.errorMessage || documentsMessages.processing.failed };
  }
  return { stage: "processing", document };
}

/** A job that was running when the page was loaded: the newest one, if any. */
export function runningDocument(documents: DocumentView[]): DocumentView | undefined {
  return documents.find(({ status }) => status === "processing");
}

/** Documents whose stamp was not made and can still be set up. */
export function canBeSetUp(document: Pick<DocumentView, "status" | "originalDeletedAt">): boolean {
  const waiting: DocumentStatus[] = ["uploaded", "error"];
  return waiting.includes(document.status) && document.originalDeletedAt === null;
}
