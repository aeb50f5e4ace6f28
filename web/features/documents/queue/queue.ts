import type { DocumentView } from "../document.ts";
import { findRefusal } from "../upload/check-file.ts";
import type { Transfer } from "../upload/transfer.ts";

/** Files that were chosen together, in order, with the state of each. */
export type Queue = {
  rows: QueueRow[];
  /** The number of batches added so far, including removed ones. */
  batches: number;
  /** Names of the files in the last batch for which there was no room. */
  leftOut: string[];
  /** The server asked to wait until then, in milliseconds since 1970: nothing is sent before. */
  pausedUntil?: number | undefined;
};

/** `file`: what was chosen, or the name and size of a document that was uploaded before. */
export type QueueRow = { key: string; file: File | { name: string; size: number }; state: RowState };

type RowState =
  | { kind: "waiting" }
  | { kind: "sending"; transfer: Transfer }
  /** `again`: whether a retry with the same file may succeed. */
  | {
      kind: "failed";
      message: string;
      again: boolean;
      /** Failed for lack of a connection: retried when there is one again. */
      isLost?: boolean;
    }
  /** On the server, as a normal document; `start`: the result of starting its stamp from here. */
  | { kind: "uploaded"; document: DocumentView; start?: Start };

export type Start = { kind: "asked" } | { kind: "unpaid" } | { kind: "refused"; message: string };

export type QueueEvent =
  /** All batches chosen so far, oldest first; `wordRefusal`: why Word documents are refused, if they are. */
  | { type: "given"; batches: File[][]; wordRefusal: string | undefined }
  /** Documents that were uploaded before and are waiting. */
  | { type: "resumed"; documents: DocumentView[] }
  | { type: "sending"; key: string }
  | { type: "transferred"; key: string; transfer: Transfer }
  | { type: "uploaded"; key: string; document: DocumentView }
  /** `isFinal`: the same file can never be sent. */
  | { type: "failed"; key: string; message: string; isLost?: boolean; isFinal?: boolean }
  /** The server takes no more files for the moment. The row waits, and so do the others. */
  | { type: "postponed"; key: string; until: number }
  | { type: "continued" }
  /** Nothing more can be sent, e.g. because the session has ended. */
  | { type: "stopped"; message: string }
  | { type: "again"; keys: string[]; wordRefusal: string | undefined }
  | { type: "removed"; key: string }
  /** Stamping was requested for these documents; the results follow one by one. */
  | { type: "starting"; keys: string[] }
  | { type: "started"; key: string }
  | { type: "unstarted"; key: string; start: Start };

/** Maximum number of files that are not uploaded yet. */
export const maxInQueue = 100;

export const emptyQueue: Queue = { rows: [], batches: 0, leftOut: [] };

/** Reduces one event. Events about a removed row change nothing. */
export function nextQueue(now: Queue, event: QueueEvent): Queue {
  switch (event.type) {
    case "given":
      return event.batches
        .slice(now.batches)
        .reduce((queue, files) => withBatch(queue, files, event.wordRefusal), now);
    case "resumed": {
      const known = new Set(now.rows.map(({ key }) => key));
      const rows = event.documents.map(buildRow).filter(({ key }) => !known.has(key));
      return { ...now, rows: [...now.rows, ...rows] };
    }
    case "sending":
      return withRow(now, event.key, ({ file }) => ({
        kind: "sending",
        transfer: { loaded: 0, total: file.size, elapsedMs: 0 },
      }));
    case "transferred":
      return withRow(now, event.key, ({ state }) =>
        state.kind === "sending" ? { ...state, transfer: event.transfer } : state,
      );
    case "uploaded":
      return withRow(now, event.key, () => ({ kind: "uploaded", document: event.document }));
    case "failed":
      return withRow(now, event.key, () => ({
        kind: "failed",
        message: event.message,
        again: event.isFinal !== true,
        isLost: event.isLost === true,
      }));
    case "postponed":
      return { ...withRow(now, event.key, () => ({ kind: "waiting" })), pausedUntil: event.until };
    case "continued":
      return { ...now, pausedUntil: undefined };
    case "stopped":
      return withRows(now, ({ state }) =>
        state.kind === "waiting" ? { kind: "failed", message: event.message, again: true } : state,
      );
    case "again":
      return withRows(now, ({ key, file, state }) =>
        event.keys.includes(key) && canRetry(state) && file instanceof File
          ? stateAtFirst(file, event.wordRefusal)
          : state,
      );
    case "removed":
      return { ...now, rows: now.rows.filter(({ key }) => key !== event.key) };
    case "starting":
      return withRows(now, ({ key, state }) =>
        event.keys.includes(key) ? withStart(state, { kind: "asked" }) : state,
      );
    case "started":
      return withRow(now, event.key, ({ state }) => withStart(state, undefined));
    case "unstarted":
      return withRow(now, event.key, ({ state }) => withStart(state, event.start));
  }
}

/** The row to upload next: the first waiting one, if no upload is running and the server did not ask to wait. */
export function nextToSend({ rows, pausedUntil }: Queue): QueueRow | undefined {
  if (pausedUntil !== undefined || rows.some(({ state }) => state.kind === "sending")) return undefined;
  return rows.find(({ state }) => state.kind === "waiting");
}

/** Whether a file would be lost if the page were closed now. */
export function isUnderWay({ rows }: Queue): boolean {
  return rows.some(({ state }) => {
    if (state.kind === "uploaded") return state.start?.kind === "asked";
    return state.kind === "waiting" || state.kind === "sending";
  });
}

export function canRetry(state: RowState): boolean {
  return state.kind === "failed" && state.again;
}

/** The row of a document that is on the server. */
export function buildRow(document: DocumentView): QueueRow {
  const file = { name: document.originalName, size: Number(document.fileSize) };
  return { key: document.id, file, state: { kind: "uploaded", document } };
}

function withBatch(now: Queue, files: File[], wordRefusal: string | undefined): Queue {
  const notUploaded = now.rows.filter(({ state }) => state.kind !== "uploaded").length;
  const taken = files.slice(0, Math.max(0, maxInQueue - notUploaded));
  const rows = taken.map((file, at) => ({
    key: `${now.batches}-${at}`,
    file,
    state: stateAtFirst(file, wordRefusal),
  }));
  return {
    ...now,
    rows: [...now.rows, ...rows],
    batches: now.batches + 1,
    leftOut: files.slice(taken.length).map(({ name }) => name),
  };
}

/** A file that would be refused is not sent; a Word document may be accepted later. */
function stateAtFirst(file: File, wordRefusal: string | undefined): RowState {
  const message = findRefusal(file, wordRefusal);
  if (message === undefined) return { kind: "waiting" };
  return { kind: "failed", message, again: findRefusal(file) === undefined };
}

function withStart(state: RowState, start: Start | undefined): RowState {
  return state.kind === "uploaded" ? { ...state, start } : state;
}

function withRow(now: Queue, key: string, change: (row: QueueRow) => RowState): Queue {
  return withRows(now, (row) => (row.key === key ? change(row) : row.state));
}

function withRows(now: Queue, change: (row: QueueRow) => RowState): Queue {
  return { ...now, rows: now.rows.map((row) => ({ ...row, state: change(row) })) };
}
