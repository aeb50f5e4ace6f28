import { Elements, PaymentElement, useElements, useStripe } from "@stripe/react-stripe-js";
import type { Appearance, Stripe } from "@stripe/stripe-js";
import { loadStripe } from "@stripe/stripe-js/pure";
import { type FormEvent, useEffect, useRef, useState } from "react";
import type { PaymentSetup } from "../../../src/features/billing/billing.output.schema.ts";
import { Button } from "../../components/button.tsx";
import { formatCents } from "../../lib/format.ts";
import { billingMessages } from "../../texts/billing.ts";

const text = billingMessages.payment;

/** States of a payment that was made. */
const paidStates = ["succeeded", "processing"];

type PaymentFormProps = {
  setup: PaymentSetup;
  /** Whether nothing else is offered before it. */
  isFirst: boolean;
  /** Asked when the customer presses Pay; if not, the form goes. */
  mayCharge: () => Promise<boolean>;
  /** From now on, a payment may be under way. */
  onTried: () => void;
  /** It was not: the form shows what is missing or wrong in it, and sent nothing. */
  onInvalid: () => void;
  /** The payment succeeded according to the browser. */
  onPaid: () => void;
  /** Nothing can be paid with this form anymore: it was paid, as in another tab, or canceled. Nothing was charged. */
  onOver: (isPaid: boolean) => void;
  /** The provider refused it with this message; the form stays for another attempt. */
  onRefused: (message: string) => void;
  /** The form cannot be shown. */
  onBroken: (message: string) => void;
};

/** Stripe's form for a card or Cash App Pay. Stripe's library and this form are loaded when a payment opens. */
export function PaymentForm(props: PaymentFormProps) {
  const { setup, onBroken } = props;
  const place = useRef<HTMLDivElement>(null);
  const [stripe, setStripe] = useState<Stripe>();
  const tell = useRef(onBroken);
  useEffect(() => {
    let isShown = true;
    loadStripe(setup.publishableKey).then(
      (loaded) => isShown && loaded && setStripe(loaded),
      () => isShown && tell.current(text.formFailed),
    );
    return () => {
      isShown = false;
    };
  }, [setup.publishableKey]);
  const options = place.current && {
    clientSecret: setup.clientSecret,
    appearance: readAppearance(place.current),
  };
  return (
    <div ref={place} className="min-h-picture bg-card text-ink">
      {stripe && options ? (
        <Elements stripe={stripe} options={options}>
          <Fields {...props} />
        </Elements>
      ) : (
        <p role="status" className="text-muted">
          {text.loading}
        </p>
      )}
    </div>
  );
}

function Fields(props: PaymentFormProps) {
  const { setup, isFirst, mayCharge, onTried, onInvalid, onPaid, onOver, onRefused, onBroken } = props;
  const stripe = useStripe();
  const elements = useElements();
  const [ready, setReady] = useState(false);
  const [busy, setBusy] = useState(false);

  async function pay(event: FormEvent) {
    event.preventDefault();
    if (!stripe || !elements) return;
    setBusy(true);
    if (!(await mayCharge())) return;
    onTried();
    const { error } = await stripe
      .confirmPayment({ elements, redirect: "if_required", confirmParams: { return_url: location.origin } })
      .finally(() => setBusy(false));
    if (!error) onPaid();
    else if (error.type === "validation_error") onInvalid();
    else if (error.code === "payment_intent_unexpected_state")
      onOver(paidStates.includes(error.payment_intent?.status ?? ""));
    else onRefused(error.message ?? text.failed);
  }

  return (
    <form onSubmit={pay} className="grid gap-4">
      <PaymentElement
        onReady={() => setReady(true)}
        onLoadError={({ error }) => onBroken(error.message ?? text.formFailed)}
      />
      <Button type="submit" variant={isFirst ? "primary" : "secondary"} busy={busy} disabled={!ready}>
        {busy ? text.paying : text.pay(formatCents(setup.amount, setup.currency))}
      </Button>
    </form>
  );
}

/** Stripe's form, styled with the colors and fonts of the page. */
function readAppearance(place: Element): Appearance {
  const { color, backgroundColor, fontFamily } = getComputedStyle(place);
  return {
    theme: isDark(backgroundColor) ? "night" : "stripe",
    variables: {
      colorText: color,
      colorBackground: backgroundColor,
      fontFamily,
      fontSizeBase: "17px",
      borderRadius: "8px",
    },
  };
}

/** True for a dark color such as "rgb(13, 26, 30)": its mean is in the lower half. */
function isDark(color: string): boolean {
  const parts = (color.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number);
  return parts.reduce((sum, part) => sum + part, 0) / 3 < 128;
}
