import { useCallback, useEffect, useRef, useState } from "react";
import type { PaymentSetup } from "../../../src/features/billing/billing.output.schema.ts";
import { notify } from "../../lib/notify.ts";
import { parseServerError } from "../../lib/server-errors.ts";
import { billingMessages } from "../../texts/billing.ts";

const text = billingMessages.payment;

/** In another tab: what was paid for goes on here. */
const showReceipt = {
  label: text.receipt,
  onClick: () => void window.open("/payments", "_blank", "noopener"),
};

type Step =
  | { name: "preparing" }
  | { name: "paying"; setup: PaymentSetup }
  | { name: "completing" }
  /** A failed step that can be retried; never the payment itself. */
  | { name: "stopped"; again: () => void };

type PaymentParts = {
  /** Titles of the toasts. */
  titles: { setupFailed: string; failed: string };
  prepare: () => Promise<PaymentSetup>;
  /** Makes the server accept the payment; returns a message if it has not arrived yet. */
  accept: () => Promise<string | undefined>;
  onAccepted: () => void;
};

export type PaymentProgress = ReturnType<typeof usePayment>;

/** The steps of one payment, which starts immediately, with a toast for each failure. */
export function usePayment(parts: PaymentParts) {
  const [step, setStep] = useState<Step>({ name: "preparing" });
  const [failure, setFailure] = useState<string>();
  const [isRefused, setRefused] = useState(false);
  const tries = useRef(0);
  const current = useRef(parts);
  current.current = parts;

  const tell = useCallback((title: string, message: string) => {
    setFailure(message);
    notify({ kind: "error", title, description: message });
  }, []);

  const prepare = useCallback(async () => {
    setFailure(undefined);
    setStep({ name: "preparing" });
    try {
      setStep({ name: "paying", setup: await current.current.prepare() });
    } catch (error) {
      tell(current.current.titles.setupFailed, parseServerError(error).message ?? text.noAnswer);
      setStep({ name: "stopped", again: prepare });
    }
  }, [tell]);

  const wait = useCallback((sentence: string, again: () => void) => {
    setFailure(sentence);
    setStep({ name: "stopped", again });
  }, []);

  const complete = useCallback(async () => {
    setFailure(undefined);
    setRefused(false);
    setStep({ name: "completing" });
    try {
      const notYet = await current.current.accept();
      if (notYet !== undefined) return wait(notYet, complete);
      notify({ kind: "success", title: text.succeeded, action: showReceipt });
      current.current.onAccepted();
    } catch (error) {
      tell(text.completionFailed, parseServerError(error).message ?? text.noAnswer);
      setStep({ name: "stopped", again: complete });
    }
  }, [tell, wait]);

  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    void prepare();
  }, [prepare]);

  return {
    step,
    failure,
    complete,
    /** Whether the last attempt was refused; the form is there for another one. */
    isRefused,
    /** How often the customer tried to pay, so that a payment may be under way. */
    tries,
    noteTry() {
      tries.current += 1;
    },
    /** The last try never left the form, because something in it is missing or wrong. */
    takeBackTry() {
      tries.current -= 1;
    },
    refused(message: string) {
      setRefused(true);
      tell(current.current.titles.failed, message);
    },
    broken: (message: string) => {
      tell(current.current.titles.setupFailed, message);
      setStep({ name: "stopped", again: prepare });
    },
  };
}
