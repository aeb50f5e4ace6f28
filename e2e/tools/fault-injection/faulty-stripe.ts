import Stripe from "stripe";
import { openPayments, type Payments } from "../../../src/features/billing/payments.ts";
import type { StripeFake } from "../../../src/testing/stripe/stripe-fake.ts";
import type { FaultPlan } from "./fault-plan.ts";

const cut = () => new TypeError("The connection was cut.");

/** Payments over a network that fails according to the plan; the client's automatic retry is a separate call. */
export function openFaultyPayments(stripeFake: StripeFake, plan: FaultPlan): Payments {
  const { secretKey, publishableKey, webhookSecret, url, host, port } = stripeFake;
  const payments = openPayments({ secretKey, publishableKey, webhookSecret, apiUrl: url, tax: false });
  const faultyFetch = (input: RequestInfo | URL, init?: RequestInit) => {
    const path = new URL(input instanceof Request ? input.url : input).pathname.replace(
      /_[A-Za-z0-9]{8,}/,
      "_…",
    );
    return plan.callLater(`Stripe: ${init?.method ?? "GET"} ${path}`, cut, () => fetch(input, init));
  };
  const httpClient = Stripe.createFetchHttpClient(
    Object.assign(faultyFetch, { preconnect: fetch.preconnect }),
  );
  payments.stripe = new Stripe(secretKey, {
    host,
    port,
    protocol: "http",
    httpClient,
    timeout: 4_500,
    maxNetworkRetries: 1,
    telemetry: false,
  });
  return payments;
}
