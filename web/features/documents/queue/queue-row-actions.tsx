import { X } from "lucide-react";
import { Button } from "../../../components/button.tsx";
import { IconButton } from "../../../components/icon-button.tsx";
import { classes } from "../../../lib/classes.ts";
import { documentsMessages } from "../../../texts/documents.ts";
import { queueMessages as text } from "../../../texts/upload-queue.ts";
import type { DocumentView } from "../document.ts";
import { FileButton, fileFace } from "../file-action.tsx";
import { fileAddress } from "../files.ts";
import { canBeSetUp } from "../workflow/workflow.ts";
import { canRetry, type QueueRow } from "./queue.ts";
import type { Phase } from "./row-phase.ts";

/** Phases in which the row cannot be stopped or removed. */
const staying: Phase[] = ["setUp", "starting", "processing", "completed"];

export type QueueRowProps = {
  row: QueueRow;
  phase: Phase;
  /** Undefined while another document is being processed above; so is `onPay`. */
  onSetUp: ((document: DocumentView) => void) | undefined;
  onPay: ((document: DocumentView) => void) | undefined;
  onAgain: () => void;
  onRemove: () => void;
};

/** The actions for one file: at most one next step, its files once it is stamped, and removal. */
export function QueueRowActions({ row, phase, onSetUp, onPay, onAgain, onRemove }: QueueRowProps) {
  const { file, state } = row;
  const document = state.kind === "uploaded" ? state.document : undefined;
  const act = phase === "unpaid" ? onPay : onSetUp;
  const words = phase === "unpaid" ? text.pay : text.setUp;
  const mayAct = document && canBeSetUp(document) && phase !== "setUp" && phase !== "starting";
  return (
    <div
      className={classes(
        "-mr-2 flex min-h-11 items-center justify-end gap-1",
        document?.status === "completed" &&
          "max-lg:col-span-2 max-lg:flex-wrap max-lg:justify-start max-lg:gap-2",
      )}
    >
      {canRetry(state) && (
        <Button variant="secondary" size="small" onClick={onAgain} aria-label={text.againLabel(file.name)}>
          {text.again}
        </Button>
      )}
      {mayAct && act && (
        <Button
          variant="secondary"
          size="small"
          onClick={() => act(document)}
          aria-label={words.label(file.name)}
        >
          {words.short}
        </Button>
      )}
      {document?.status === "completed" && (
        <>
          <FileButton
            {...fileFace.stamped(file.name)}
            href={fileAddress.stamped(document.id)}
            variant="secondary"
          />
          <FileButton
            {...fileFace.certificate(file.name)}
            href={fileAddress.certificate(document.id)}
            variant="secondary"
          />
        </>
      )}
      {!staying.includes(phase) && (
        <IconButton
          icon={X}
          label={phase === "sending" ? text.cancelLabel(file.name) : text.removeLabel(file.name)}
          hint={phase === "sending" ? documentsMessages.upload.cancel : text.remove}
          onClick={onRemove}
        />
      )}
    </div>
  );
}
