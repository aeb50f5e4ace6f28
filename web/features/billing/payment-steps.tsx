import { CircleAlert } from "lucide-react";
import { lazy, type ReactNode, Suspense } from "react";
import { Button } from "../../components/button.tsx";
import { Notice } from "../../components/notice.tsx";
import { billingMessages } from "../../texts/billing.ts";
import { PaymentTerms } from "./payment-terms.tsx";
import type { PaymentProgress } from "./use-payment.ts";

const text = billingMessages.payment;

const PaymentForm = lazy(async () => ({ default: (await import("./payment-form.tsx")).PaymentForm }));

type PaymentStepsProps = {
  payment: PaymentProgress;
  /** Another way that costs no money: it comes first, and its button is the filled one. */
  free?: ReactNode;
  /** Shown below the form, e.g. where to buy something else. */
  aside?: ReactNode;
};

/** A payment from preparation to acceptance. */
export function PaymentSteps({ payment, free, aside }: PaymentStepsProps) {
  const { step, failure } = payment;
  const isOpen = step.name !== "completing" && step.name !== "noted";
  const waiting = (sentence: string) => (
    <p role="status" className="py-6 text-muted">
      {sentence}
    </p>
  );
  return (
    <div className="grid gap-4">
      {failure && (
        <Notice tone="bad" icon={<CircleAlert aria-hidden="true" />} role="alert">
          {failure}
        </Notice>
      )}
      {step.name === "noted" && (
        <>
          <Notice tone="warn" icon={<CircleAlert aria-hidden="true" />} role="alert">
            {step.note}
          </Notice>
          <Button onClick={step.goOn} className="justify-self-start">
            {text.goOn}
          </Button>
        </>
      )}
      {isOpen && free}
      {step.name === "preparing" && waiting(text.preparing)}
      {step.name === "completing" && waiting(text.completing)}
      {step.name === "stopped" && (
        <Button variant={free ? "secondary" : "primary"} onClick={step.again} className="justify-self-start">
          {text.again}
        </Button>
      )}
      {step.name === "paying" && (
        <>
          {payment.isRefused && <p>{text.declined}</p>}
          <PaymentTerms {...step.setup} />
          <Suspense fallback={waiting(text.loading)}>
            <PaymentForm
              key={step.setup.clientSecret}
              setup={step.setup}
              isFirst={!free}
              mayCharge={payment.mayCharge}
              onTried={payment.noteTry}
              onInvalid={payment.takeBackTry}
              onPaid={payment.complete}
              onOver={payment.over}
              onRefused={payment.refused}
              onBroken={payment.broken}
            />
          </Suspense>
          <p className="text-sm text-muted">{text.provider}</p>
        </>
      )}
      {isOpen && aside}
    </div>
  );
}
