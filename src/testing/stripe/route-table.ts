import { invalidRequest } from "./protocol/faults.ts";
import { chargeRoutes } from "./resources/charges.ts";
import { customerRoutes } from "./resources/customers.ts";
import { disputeRoutes } from "./resources/disputes.ts";
import { eventRoutes } from "./resources/events.ts";
import { invoiceRoutes } from "./resources/invoices.ts";
import { paymentIntentRoutes } from "./resources/payment-intents.ts";
import { paymentMethodRoutes } from "./resources/payment-methods.ts";
import { priceRoutes } from "./resources/prices.ts";
import { productRoutes } from "./resources/products.ts";
import { refundRoutes } from "./resources/refunds.ts";
import { subscriptionRoutes } from "./resources/subscriptions.ts";
import { taxRoutes } from "./resources/tax.ts";
import type { Route, Routes } from "./routes.ts";

const ALL: Routes = {
  ...chargeRoutes,
  ...customerRoutes,
  ...disputeRoutes,
  ...eventRoutes,
  ...invoiceRoutes,
  ...paymentIntentRoutes,
  ...paymentMethodRoutes,
  ...priceRoutes,
  ...productRoutes,
  ...refundRoutes,
  ...subscriptionRoutes,
  ...taxRoutes,
};

const PATTERNS = Object.entries(ALL).map(([name, route]) => ({
  pattern: new RegExp(`^${name.replace(":id", "([^/]+)")}$`),
  route,
}));

/** The route for a call and the id in its path. Throws Stripe's 404 for an unknown one. */
export function matchRoute(method: string, path: string): { route: Route; id: string } {
  for (const { pattern, route } of PATTERNS) {
    const match = pattern.exec(`${method} ${path}`);
    if (match !== null) return { route, id: decodeURIComponent(match[1] ?? "") };
  }
  const message = `Unrecognized request URL (${method}: ${path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`;
  throw invalidRequest(message, { status: 404 });
}
