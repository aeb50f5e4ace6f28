import type Stripe from "stripe";
import type { Account } from "../account.ts";
import { invalidRequest } from "../protocol/faults.ts";
import { idOf } from "../protocol/ids.ts";
import { choice, flag, group, text } from "../protocol/params.ts";
import type { Call } from "../routes.ts";
import { confirmIntent } from "./confirmation.ts";
import { refuseMethodTypes } from "./payment-intent-params.ts";
import { createPaymentMethod, methodFor } from "./payment-methods.ts";

/** Confirms an intent as a confirm call, or a create call with `confirm`, asks. */
export function confirmWith(
  account: Account,
  intent: Stripe.PaymentIntent,
  { params, fromBrowser }: Call,
): void {
  refuseMethodTypes(params);
  const returnUrl = text(params, "return_url");
  if (
    !fromBrowser &&
    intent.automatic_payment_methods?.allow_redirects === "always" &&
    returnUrl === undefined
  ) {
    const message =
      "This PaymentIntent is configured to accept payment methods enabled in your Dashboard. Because some of these payment methods might redirect your customer off of your page, you must provide a `return_url`. If you don't want to accept redirect-based payment methods, set `automatic_payment_methods[enabled]` to `true` and `automatic_payment_methods[allow_redirects]` to `never` when creating Setup Intents and Payment Intents.";
    throw invalidRequest(message, { payment_intent: intent });
  }
  const usage = choice(params, "setup_future_usage", ["on_session", "off_session"]);
  if (usage !== undefined) intent.setup_future_usage = usage;
  const data = group(params, "payment_method_data");
  const named = text(params, "payment_method") ?? idOf(intent.payment_method);
  if (data === undefined && named === null) {
    const message =
      "You cannot confirm this PaymentIntent because it's missing a payment method. To confirm the PaymentIntent with a payment method, specify a payment method attached to this customer along with the customer's ID.";
    throw invalidRequest(message, { code: "payment_intent_unexpected_state", payment_intent: intent });
  }
  const method = data ? createPaymentMethod(account, data, fromBrowser) : methodFor(account, named ?? "");
  confirmIntent(account, intent, method, {
    returnUrl,
    offSession: flag(params, "off_session"),
    sdk: fromBrowser || flag(params, "use_stripe_sdk"),
  });
}
