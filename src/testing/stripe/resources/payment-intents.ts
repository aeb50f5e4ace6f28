import type Stripe from "stripe";
import { type Account, find } from "../account.ts";
import { invalidRequest } from "../protocol/faults.ts";
import { LIST_PARAMS, page } from "../protocol/lists.ts";
import { choice, flag, onlyKnown, requiredText, text, textOrNull } from "../protocol/params.ts";
import type { Call, Routes } from "../routes.ts";
import { finishAction } from "./confirmation.ts";
import { cancelIntent } from "./payment-intent-cancel.ts";
import { confirmWith } from "./payment-intent-confirm.ts";
import { createIntent, ON_CONFIRM, updateIntent } from "./payment-intent-params.ts";
import { publicView } from "./payment-intent-shape.ts";

const FROM_BROWSER = ["client_secret", "key", "expected_payment_method_type", "receipt_email"];

export const paymentIntentRoutes: Routes = {
  "POST /v1/payment_intents": (account, call) => {
    const intent = createIntent(account, call.params);
    if (flag(call.params, "confirm")) confirmWith(account, intent, call);
    return intent;
  },
  "GET /v1/payment_intents": (account, { params }) => {
    onlyKnown(params, [...LIST_PARAMS, "customer"]);
    const customer = text(params, "customer");
    const all = [...account.paymentIntents.values()];
    return page(
      all.filter((one) => customer === undefined || one.customer === customer),
      "/v1/payment_intents",
      params,
    );
  },
  "GET /v1/payment_intents/:id": (account, call) => shown(call, intentOf(account, call)),
  "POST /v1/payment_intents/:id": (account, call) =>
    updateIntent(account, intentOf(account, call), call.params),
  "POST /v1/payment_intents/:id/confirm": (account, call) => {
    const intent = intentOf(account, call);
    onlyKnown(call.params, [...ON_CONFIRM, ...FROM_BROWSER, "setup_future_usage", "payment_method_types"]);
    confirmWith(account, intent, call);
    return shown(call, intent);
  },
  "POST /v1/payment_intents/:id/cancel": (account, call) =>
    cancelIntent(account, intentOf(account, call), textOrNull(call.params, "cancellation_reason")),
  /** Stripe's own browser library tells the outcome of the bank's dialog; here the outcome is a parameter. */
  "POST /v1/3ds2/authenticate": (account, call) => {
    const intent = intentOf(account, { ...call, id: requiredText(call.params, "payment_intent") });
    finishAction(account, intent, choice(call.params, "outcome", ["succeed", "fail"]) ?? "succeed");
    return shown(call, intent);
  },
};

/** From the browser the client secret is the only right to an intent. */
function intentOf(account: Account, { id, params, fromBrowser }: Call): Stripe.PaymentIntent {
  const intent = find(account.paymentIntents, "payment_intent", id, "intent");
  const secret = text(params, "client_secret");
  if (
    fromBrowser ? secret !== intent.client_secret : secret !== undefined && secret !== intent.client_secret
  ) {
    const message = "The client_secret provided does not match any associated PaymentIntent on this account.";
    throw invalidRequest(message, { code: "payment_intent_invalid_parameter", param: "client_secret" });
  }
  return intent;
}

function shown({ fromBrowser }: Call, intent: Stripe.PaymentIntent): object {
  return fromBrowser ? publicView(intent) : intent;
}
