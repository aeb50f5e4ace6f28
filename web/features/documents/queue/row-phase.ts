import { translateDocumentError } from "../document-error.ts";
import type { QueueRow } from "./queue.ts";

/** The phases of a file from the reader's disk to its stamped copy. */
export type Phase =
  | "waiting"
  | "sending"
  /** Waits for a connection, then uploads automatically. */
  | "offline"
  | "failed"
  | "uploaded"
  /** Open in the form above. */
  | "setUp"
  | "starting"
  | "unpaid"
  /** Starting the stamp failed. */
  | "unstarted"
  | "processing"
  | "completed"
  /** The stamp failed. */
  | "error";

/** `settingUp`: the ID of the document that is open in the form above, if any. */
export function getPhase({ state }: QueueRow, settingUp: string | undefined): Phase {
  if (state.kind === "failed" && state.isLost) return "offline";
  if (state.kind !== "uploaded") return state.kind;
  const { document, start } = state;
  if (document.status !== "uploaded") return document.status;
  if (document.id === settingUp) return "setUp";
  switch (start?.kind) {
    case "asked":
      return "starting";
    case "unpaid":
      return "unpaid";
    case "refused":
      return "unstarted";
    case undefined:
      return "uploaded";
  }
}

/** Why a row failed, for the user. Undefined otherwise; a payment that is due is shown once for all rows. */
export function getRowError({ state }: QueueRow): string | undefined {
  if (state.kind === "failed") return state.message;
  if (state.kind !== "uploaded") return undefined;
  const { document, start } = state;
  if (document.status === "error") return translateDocumentError(document);
  return document.status === "uploaded" && start?.kind === "refused" ? start.message : undefined;
}

/** The progress of the whole list. */
export type Progress =
  | { kind: "uploading"; at: number; of: number }
  | { kind: "stamping"; done: number; of: number }
  | { kind: "resting"; stamped: number; uploaded: number; offline: number; failed: number };

export function progressOfAll(phases: Phase[]): Progress {
  const count = (...wanted: Phase[]) => phases.filter((phase) => wanted.includes(phase)).length;
  const toSend = count("waiting", "sending");
  if (toSend > 0) return { kind: "uploading", at: phases.length - toSend + 1, of: phases.length };
  const running = count("starting", "processing");
  const stamped = count("completed");
  if (running > 0) return { kind: "stamping", done: stamped, of: stamped + running };
  const failed = count("failed", "error");
  const offline = count("offline");
  return { kind: "resting", stamped, uploaded: phases.length - stamped - offline - failed, offline, failed };
}

/** Phases of documents that "Stamp all" starts: uploaded, with no other step required first. */
const ready: Phase[] = ["uploaded", "unstarted"];
export const isReady = (phase: Phase) => ready.includes(phase);
