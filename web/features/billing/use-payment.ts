import { useCallback, useEffect, useRef, useState } from "react";
import type { PaymentSetup } from "../../../src/features/billing/billing.output.schema.ts";
import { notify } from "../../lib/notify.ts";
import { parseServerError, readErrorCode } from "../../lib/server-errors.ts";
import { billingMessages } from "../../texts/billing.ts";
import { translate } from "../../texts/translation.ts";

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
  /** Accepted, or not due: the customer has to know something about it before going on. */
  | { name: "noted"; note: string; goOn: () => void }
  /** A failed step that can be retried; never the payment itself. */
  | { name: "stopped"; again: () => void };

type PaymentParts = {
  /** Titles of the toasts. */
  titles: { setupFailed: string; failed: string };
  prepare: () => Promise<PaymentSetup>;
  /** Asked right before anything is charged: whether something else pays by now, such as a plan from another tab. */
  paysOtherwise?: () => Promise<boolean>;
  /** Makes the server accept the payment. */
  accept: () => Promise<Accepted>;
  onAccepted: () => void;
  /** Called after a message that says why no payment is due. */
  onNotDue: () => void;
  /**
   * Of several documents: told instead of the server's reason, which is about one of them, also if that one is gone.
   * The others may still have to be paid for.
   */
  notDueText?: string;
};

/** `notYet`: the message if the payment has not arrived. `note`: what else the customer has to know about it. */
export type Accepted = { notYet?: string; note?: string };

/** What the server says about an accepted payment, beyond that it arrived. */
export function readAccepted(answer: { code: string; message: string }): Accepted {
  return answer.code === "payment-left-over" ? { note: translate(answer) } : {};
}

/** Refusals that say that there is nothing to pay anymore, e.g. since it was paid in another tab. */
const notDueCodes = [
  "document-already-paid",
  "document-already-stamped",
  "payment-already-arrived",
  "subscription-already-active",
];

/** Refusals that say that a document cannot be stamped anymore. */
const goneCodes = ["document-not-found", "original-deleted-on"];

/** Whether a call was refused because no payment is due. */
export const isNotDue = (error: unknown): boolean => notDueCodes.includes(readErrorCode(error) ?? "");

/** Tells why no payment is due; that is no failure. */
export function tellNotDue(error: unknown): void {
  notify({ kind: "info", title: parseServerError(error).message ?? text.alreadyPaid });
}

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
      const { notDueText, onNotDue } = current.current;
      const isGone = goneCodes.includes(readErrorCode(error) ?? "");
      if (isNotDue(error) || (notDueText !== undefined && isGone)) {
        if (notDueText === undefined) tellNotDue(error);
        else notify({ kind: "info", title: notDueText });
        return onNotDue();
      }
      tell(current.current.titles.setupFailed, parseServerError(error).message ?? text.noAnswer);
      setStep({ name: "stopped", again: prepare });
    }
  }, [tell]);

  const wait = useCallback((sentence: string, again: () => void) => {
    setFailure(sentence);
    setStep({ name: "stopped", again });
  }, []);

  /** `paidBefore`: nothing was charged now, since it had been paid for. */
  const completeAs = useCallback(
    async (paidBefore: boolean) => {
      const complete = () => completeAs(paidBefore);
      setFailure(undefined);
      setRefused(false);
      setStep({ name: "completing" });
      try {
        const { notYet, note } = await current.current.accept();
        if (notYet !== undefined) return wait(notYet, complete);
        const said = paidBefore
          ? ({ kind: "info", title: text.alreadyPaid, description: text.chargedOnce } as const)
          : ({ kind: "success", title: text.succeeded } as const);
        notify({ ...said, action: showReceipt });
        const goOn = () => current.current.onAccepted();
        if (note === undefined) return goOn();
        setStep({ name: "noted", note, goOn });
      } catch (error) {
        tell(text.completionFailed, parseServerError(error).message ?? text.noAnswer);
        setStep({ name: "stopped", again: complete });
      }
    },
    [tell, wait],
  );

  const complete = useCallback(() => completeAs(false), [completeAs]);

  const isOpen = useRef(false);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);

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
    /** Whether the form may charge now. If not, the next step says why, or the payment was closed meanwhile. */
    async mayCharge(): Promise<boolean> {
      const isPaid = await current.current.paysOtherwise?.();
      if (!isOpen.current) return false;
      if (!isPaid) return true;
      setStep({ name: "noted", note: text.planPays, goOn: () => current.current.onNotDue() });
      return false;
    },
    /** The payment of this form is over: made before, or canceled, so that another form takes its place. */
    over(isPaid: boolean) {
      if (isPaid) return void completeAs(true);
      tries.current = 0;
      setRefused(false);
      void prepare().then(() => setFailure((failed) => failed ?? text.replaced));
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
