import type { DocumentStatus } from "../../../../src/documents/documents.schema.ts";
import type { DocumentView } from "../document.ts";

/** The five stages of the dashboard, with what each one knows. */
export type Workflow =
  | { stage: "idle" }
  | { stage: "configuring"; document: DocumentView }
  | { stage: "processing"; document: DocumentView }
  | { stage: "completed"; document: DocumentView }
  | { stage: "error"; message: string };
export type Stage = Workflow["stage"];

export type WorkflowEvent =
  | { type: "uploaded"; document: DocumentView }
  | { type: "started"; document: DocumentView }
  | { type: "polled"; document: DocumentView }
  | { type: "failed"; message: string }
  | { type: "reset" };

export const atStart: Workflow = { stage: "idle" };

const processingFailed = "Processing failed";

/** One step. Events that arrive late, or are about another document, change nothing. */
export function nextWorkflow(now: Workflow, event: WorkflowEvent): Workflow {
  switch (event.type) {
    case "uploaded":
      return { stage: "configuring", document: event.document };
    case "started":
      return afterStatus(event.document);
    case "polled":
      return isAbout(now, event.document) ? afterStatus(event.document) : now;
    case "failed":
      return { stage: "error", message: event.message };
    case "reset":
      return atStart;
  }
}

function isAbout(now: Workflow, document: DocumentView): boolean {
  return now.stage === "processing" && now.document.id === document.id;
}

function afterStatus(document: DocumentView): Workflow {
  if (document.status === "completed") return { stage: "completed", document };
  if (document.status === "error") {
    return { stage: "error", message: document.errorMessage || processingFailed };
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
