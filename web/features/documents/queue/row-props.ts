import type { DocumentView } from "../document.ts";
import type { QueueRow } from "./queue.ts";
import type { Phase } from "./row-phase.ts";

/** A row as the card shows it, and what can be done with it. */
export type RowProps = {
  row: QueueRow;
  phase: Phase;
  onSetUp: ((document: DocumentView) => void) | undefined;
  onPay: ((document: DocumentView) => void) | undefined;
  onAgain: () => void;
  onRemove: () => void;
};
