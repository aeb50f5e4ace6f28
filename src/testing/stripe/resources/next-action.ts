import type Stripe from "stripe";
import type { Account } from "../account.ts";
import { newId } from "../protocol/ids.ts";
import { record } from "./events.ts";

export type ConfirmOptions = {
  /** Where a bank that wants to authenticate sends the customer back to. */
  returnUrl?: string;
  /** The customer is not there to authenticate. */
  offSession?: boolean;
  /** The browser's library handles whatever the bank asks for. */
  sdk?: boolean;
};

const CASHAPP_QR_SECONDS = 3600;

/** Puts the intent to requires_action: the bank's dialog for a card, the QR code for Cash App Pay. */
export function requestAction(
  account: Account,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  options: ConfirmOptions,
): void {
  intent.status = "requires_action";
  intent.next_action = method.type === "cashapp" ? cashApp(account, intent) : threeDSecure(options);
  record(account, "payment_intent.requires_action", intent);
}

function cashApp(account: Account, intent: Stripe.PaymentIntent): Stripe.PaymentIntent.NextAction {
  const page = `https://payments.stripe.com/cashapp/instructions/${intent.id}`;
  return {
    type: "cashapp_handle_redirect_or_display_qr_code",
    cashapp_handle_redirect_or_display_qr_code: {
      hosted_instructions_url: page,
      mobile_auth_url: `https://pm-redirects.stripe.com/authorize/${intent.id}`,
      qr_code: {
        expires_at: account.clock.now() + CASHAPP_QR_SECONDS,
        image_url_png: `${page}/qr.png`,
        image_url_svg: `${page}/qr.svg`,
      },
    },
  };
}

function threeDSecure({ sdk, returnUrl }: ConfirmOptions): Stripe.PaymentIntent.NextAction {
  const url = `https://hooks.stripe.com/3d_secure_2/hosted/${newId("payatt")}`;
  if (!sdk && returnUrl !== undefined) {
    return { type: "redirect_to_url", redirect_to_url: { return_url: returnUrl, url } };
  }
  return { type: "use_stripe_sdk", use_stripe_sdk: { type: "three_d_secure_redirect", stripe_js: url } };
}
