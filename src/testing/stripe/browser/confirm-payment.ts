import { askCustomer } from "./challenge.ts";
import type { Elements } from "./elements.ts";
import type { Outcome, PaymentError, PublicApi, PublicIntent } from "./public-api.ts";

export type ConfirmCall = {
  elements?: Elements;
  clientSecret?: string;
  redirect?: "always" | "if_required";
  confirmParams?: { return_url?: string };
};

/** `redirect: "if_required"` gives the outcome; otherwise a success leaves the page for the return URL. */
export async function confirmPayment(api: PublicApi, call: ConfirmCall): Promise<Outcome> {
  const { elements, redirect = "always", confirmParams = {} } = call;
  const clientSecret = call.clientSecret ?? elements?.clientSecret;
  if (elements === undefined || clientSecret === undefined) {
    throw new Error("stripe.confirmPayment(): expected elements and a client secret.");
  }
  const returnUrl = confirmParams.return_url;
  if (redirect === "always" && returnUrl === undefined) {
    throw new Error("stripe.confirmPayment(): the `confirmParams.return_url` argument is required.");
  }
  const { error } = await elements.submit();
  if (error !== undefined) return { error };
  const outcome = await pay(api, elements, clientSecret, returnUrl);
  if (outcome.error !== undefined || redirect === "if_required" || returnUrl === undefined) return outcome;
  return leaveFor(returnUrl, outcome.paymentIntent);
}

export function retrievePaymentIntent(api: PublicApi, clientSecret: string): Promise<Outcome> {
  return api.retrieve(clientSecret);
}

async function pay(api: PublicApi, elements: Elements, secret: string, returnUrl?: string): Promise<Outcome> {
  const params: Record<string, string> = { use_stripe_sdk: "true" };
  if (returnUrl !== undefined) params.return_url = returnUrl;
  const form = elements.getElement("payment")?.params() ?? {};
  const first = await api.confirm(secret, { ...params, ...form });
  if (first.error !== undefined || first.paymentIntent.status !== "requires_action") return first;
  const answer = await askCustomer(first.paymentIntent.next_action?.type ?? "");
  const second = await api.authenticate(secret, answer);
  if (second.error !== undefined || second.paymentIntent.status !== "requires_payment_method") return second;
  return { error: refusalOf(second.paymentIntent) };
}

function refusalOf(intent: PublicIntent): PaymentError {
  return { type: "invalid_request_error", ...intent.last_payment_error, payment_intent: intent };
}

/** Never resolves: the page is about to be replaced. */
function leaveFor(returnUrl: string, intent: PublicIntent): Promise<never> {
  const url = new URL(returnUrl);
  url.searchParams.set("payment_intent", intent.id);
  url.searchParams.set("payment_intent_client_secret", intent.client_secret);
  url.searchParams.set("redirect_status", "succeeded");
  window.location.assign(url);
  return new Promise(() => {});
}
