import { X } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef } from "react";
import { createPortal } from "react-dom";
import { BareButton } from "../../components/bare-button.tsx";
import { billingMessages } from "../../texts/billing.ts";

type PaymentFrameProps = {
  title: string;
  /** The name of the payment's step. */
  step: string;
  onClose: () => void;
  children: ReactNode;
};

/**
 * The dialog around a payment. Not the browser's modal dialog: that would cover the bank's questions and Cash App's
 * code, which Stripe adds to the page outside of it, and make them inert. Instead the page itself is inert.
 */
export function PaymentFrame({ title, step, onClose, children }: PaymentFrameProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const titleId = useId();
  useEffect(() => {
    const page = document.getElementById("root");
    const before = document.activeElement;
    if (page) page.inert = true;
    heading.current?.focus();
    return () => {
      if (page) page.inert = false;
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  // What was pressed or typed in may be gone after a step. Escape and Tab then go on from the title.
  useEffect(() => {
    if (step && document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, [step]);
  return createPortal(
    <div className="fixed inset-0 z-40 grid place-items-center overflow-y-auto bg-veil p-4">
      <div
        role="dialog"
        aria-modal="true"
        aria-labelledby={titleId}
        onKeyDown={(event) => event.key === "Escape" && onClose()}
        className="w-full max-w-form rounded-panel border border-line bg-card p-6 text-ink shadow-lifted"
      >
        <div className="mb-3 flex items-start justify-between gap-4">
          <h2 id={titleId} ref={heading} tabIndex={-1} className="min-w-0 text-heading wrap-anywhere">
            {title}
          </h2>
          <BareButton
            onClick={onClose}
            aria-label={billingMessages.payment.close}
            className="-my-1 grid size-11 shrink-0 place-items-center rounded-lg text-muted hover:bg-tint"
          >
            <X className="size-5" aria-hidden="true" />
          </BareButton>
        </div>
        {children}
      </div>
    </div>,
    document.body,
  );
}
