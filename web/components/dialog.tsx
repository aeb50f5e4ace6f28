import { X } from "lucide-react";
import { type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { createPortal } from "react-dom";
import { BareButton } from "./bare-button.tsx";

type DialogProps = { title: string; closeLabel: string; onClose: () => void; children: ReactNode };

/**
 * A modal dialog. The browser traps the focus, closes it on Escape and restores the focus. It is a child of the body:
 * inside a part of the page that only some widths show, it would vanish with that part and leave the page inert.
 */
export function Dialog({ title, closeLabel, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  /** Closed before it is removed, otherwise the browser would not restore the focus. */
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return createPortal(
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onClose={onClose}
      className="m-auto w-form max-w-window rounded-panel border border-line bg-card p-6 text-ink shadow-lifted"
    >
      <div className="mb-3 flex items-start justify-between gap-4">
        <h2 id={titleId} className="text-heading">
          {title}
        </h2>
        <BareButton
          onClick={() => dialog.current?.close()}
          aria-label={closeLabel}
          className="-my-1 grid size-11 shrink-0 place-items-center rounded-lg text-muted hover:bg-tint"
        >
          <X className="size-5" aria-hidden="true" />
        </BareButton>
      </div>
      {children}
    </dialog>,
    document.body,
  );
}
