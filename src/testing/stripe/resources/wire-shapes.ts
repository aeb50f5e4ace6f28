import type Stripe from "stripe";

/*
 * The client's types describe objects after it has turned decimal strings into its own Decimal class; on the
 * wire they are strings. These are the wire's shapes of the objects that carry decimals.
 */
export type Price = Omit<Stripe.Price, "unit_amount_decimal"> & { unit_amount_decimal: string | null };
export type Plan = Omit<Stripe.Plan, "amount_decimal"> & { amount_decimal: string | null };
export type SubscriptionItem = Omit<Stripe.SubscriptionItem, "price" | "plan"> & { price: Price; plan: Plan };
export type Subscription = Omit<Stripe.Subscription, "items"> & { items: Stripe.ApiList<SubscriptionItem> };
export type InvoiceLine = Omit<Stripe.InvoiceLineItem, "pricing" | "quantity_decimal"> & {
  pricing: {
    type: "price_details";
    price_details: { price: string; product: string };
    unit_amount_decimal: string;
  };
  quantity_decimal: string;
};
export type Invoice = Omit<Stripe.Invoice, "lines"> & { lines: Stripe.ApiList<InvoiceLine> };
