import { type ReactNode, useEffect, useRef } from "react";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";

type ConfirmDialogProps = {
  title: string;
  cancelLabel: string;
  confirmLabel: string;
  /** False while input is missing, e.g. a name to be typed. */
  ready?: boolean;
  busy: boolean;
  onConfirm: () => void;
  onClose: () => void;
  children: ReactNode;
};

/** Asks before an action that cannot be undone. The focus is on Cancel, so that Enter alone does no harm. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, cancelLabel, confirmLabel, ready = true, busy, onConfirm, onClose, children } = props;
  const cancel = useRef<HTMLButtonElement>(null);
  useEffect(() => cancel.current?.focus(), []);
  return (
    <Dialog title={title} closeLabel={cancelLabel} onClose={onClose}>
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (ready && !busy) onConfirm();
        }}
      >
        {children}
        <div className="flex flex-wrap justify-end gap-3">
          <Button ref={cancel} variant="secondary" onClick={onClose}>
            {cancelLabel}
          </Button>
          <Button type="submit" variant="danger" busy={busy} disabled={!ready}>
            {confirmLabel}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
