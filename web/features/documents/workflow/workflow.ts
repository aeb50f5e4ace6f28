import type { DocumentStatus } from "../../../../db/columns/documents.ts";
import { documentsMessages } from "../../../texts/documents.ts";
import type { DocumentView } from "../document.ts";
import { translateDocumentError } from "../document-error.ts";

/** The five stages of the dashboard with the data of each. */
export type Workflow =
  | { stage: "idle" }
  | { stage: "configuring"; document: DocumentView }
  | Processing
  | { stage: "completed"; document: DocumentView }
  /** `name`: of the file that failed. */
  | { stage: "error"; name: string; message: string };
export type Stage = Workflow["stage"];

/** `shown`: the status on screen, which follows the document's status; undefined before the first answer. */
type Processing = { stage: "processing"; document: DocumentView; shown: Step | undefined };

const steps = ["uploaded", "processing", "completed"] as const;
type Step = (typeof steps)[number];

/** The minimum time each step stays on screen, in milliseconds, so that it can be seen. */
const minDisplayTimes: Record<Step, number> = { uploaded: 200, processing: 250, completed: 350 };

export type WorkflowEvent =
  /** A document was uploaded, or chosen from the list, to be set up. */
  | { type: "uploaded"; document: DocumentView }
  /** The page was loaded while this document's job was running. */
  | { type: "found"; document: DocumentView }
  /** The server was asked to start this document. */
  | { type: "starting"; document: DocumentView }
  /** The server's answers to starting and polling a document. */
  | { type: "started"; document: DocumentView }
  | { type: "polled"; document: DocumentView }
  /** The document has to be paid for before it can be started. */
  | { type: "unpaid"; document: DocumentView }
  /** The current step was shown for its minimum time (`minDisplayMs`). */
  | { type: "displayTimePassed" }
  /** An upload failed, or the start of the given document. */
  | { type: "failed"; documentId?: string; name: string; message: string }
  | { type: "reset" };

export const atStart: Workflow = { stage: "idle" };

/**
 * Reduces one event. User actions (`uploaded`, `reset`) always count; a late answer, or one about another document,
 * changes nothing.
 */
export function nextWorkflow(now: Workflow, event: WorkflowEvent): Workflow {
  switch (event.type) {
    case "uploaded":
      return { stage: "configuring", document: event.document };
    case "found":
      return now.stage === "idle" ? { stage: "processing", document: event.document, shown: undefined } : now;
    case "starting":
      return now.stage === "configuring" && now.document.id === event.document.id
        ? { stage: "processing", document: { ...event.document, status: "uploaded" }, shown: undefined }
        : now;
    case "started":
      return isStarting(now, event.document.id) ? withUpdate(now, event.document) : now;
    case "polled":
      return isProcessing(now, event.document.id) ? withUpdate(now, event.document) : now;
    case "unpaid":
      return isStarting(now, event.document.id) ? { stage: "configuring", document: event.document } : now;
    case "displayTimePassed":
      return now.stage === "processing" ? showNextStep(now) : now;
    case "failed":
      return isAwaited(now, event.documentId)
        ? { stage: "error", name: event.name, message: event.message }
        : now;
    case "reset":
      return atStart;
  }
}

/** How long the current step stays on screen, in milliseconds; undefined if it is the latest one. */
export function minDisplayMs(now: Workflow): number | undefined {
  if (now.stage !== "processing" || now.shown === undefined) return undefined;
  return now.shown === "completed" || now.shown !== now.document.status
    ? minDisplayTimes[now.shown]
    : undefined;
}

function isProcessing(now: Workflow, id: string): now is Processing {
  return now.stage === "processing" && now.document.id === id;
}

/** The document's start was sent but not answered yet. */
function isStarting(now: Workflow, id: string): now is Processing {
  return isProcessing(now, id) && now.document.status === "uploaded";
}

function isAwaited(now: Workflow, id: string | undefined): boolean {
  return id === undefined ? now.stage === "idle" : isStarting(now, id);
}

function withUpdate(now: Processing, document: DocumentView): Workflow {
  if (document.status === "error") {
    return {
      stage: "error",
      name: document.originalName,
      message: translateDocumentError(document) ?? documentsMessages.processing.failed,
    };
  }
  // A document that the page started shows every step; one that was found running continues from its step.
  const first = now.document.status === "uploaded" ? "uploaded" : "processing";
  return { stage: "processing", document, shown: now.shown ?? first };
}

function showNextStep(now: Processing): Workflow {
  if (minDisplayMs(now) === undefined || now.shown === undefined) return now;
  if (now.shown === "completed") return { stage: "completed", document: now.document };
  return { ...now, shown: steps[steps.indexOf(now.shown) + 1] };
}

/** A job that was running when the page was loaded: the newest one, if any. */
export function runningDocument(documents: DocumentView[]): DocumentView | undefined {
  return documents.find(({ status }) => status === "processing");
}

/** Documents that are not stamped and can still be set up. */
export function canBeSetUp(document: Pick<DocumentView, "status" | "originalDeletedAt">): boolean {
  const waiting: DocumentStatus[] = ["uploaded", "error"];
  return waiting.includes(document.status) && document.originalDeletedAt === null;
}

/** Names the draft of what is typed to set up a document. */
export const setupName = (documentId: string): string => `setup of ${documentId}`;
