import type { Account, InvoiceItem, Subscription } from "./account.ts";
import { find, invalidRequest, newId } from "./protocol.ts";
import { getItem, hasEnded } from "./subscription-items.ts";

export type ProrationBehavior = "create_prorations" | "none";

/**
 * Changes the quantity of a subscription's item. With `create_prorations`, the rest of the period is credited at the
 * old quantity and charged at the new one, both on the next invoice. The same quantity again changes nothing.
 */
export function changeQuantity(
  account: Account,
  itemId: string,
  { quantity, behavior }: { quantity: number; behavior: ProrationBehavior },
): Subscription["items"]["data"][number] {
  const subscription = findByItem(account, itemId);
  if (subscription.status === "incomplete") {
    throw invalidRequest(
      "You cannot update a subscription in `incomplete` status in this way. Only the default source and metadata can be updated.",
    );
  }
  if (hasEnded(subscription)) throw invalidRequest("A canceled subscription cannot be updated.");
  if (quantity < 0)
    throw invalidRequest("This value must be greater than or equal to 0.", { param: "quantity" });
  const item = getItem(subscription);
  const before = structuredClone(subscription);
  const old = item.quantity ?? 1;
  if (quantity === old) return item;
  if (behavior === "create_prorations") {
    prorate(account, subscription, -old);
    prorate(account, subscription, quantity);
  }
  item.quantity = quantity;
  account.recordChange("customer.subscription.updated", subscription, before);
  return item;
}

/** What waits for the next invoice of a subscription. */
export function listPending(account: Account, { id }: Subscription): InvoiceItem[] {
  return [...account.invoiceItems.values()].filter(
    ({ invoice, parent }) => invoice === null && parent?.subscription_details?.subscription === id,
  );
}

/** Charges the rest of the period for this quantity; a negative one is credited. */
function prorate(account: Account, subscription: Subscription, quantity: number): void {
  if (quantity === 0) return;
  const { current_period_end: end, current_period_start: start, id, price } = getItem(subscription);
  const now = account.now();
  const share = Math.max(0, end - now) / (end - start);
  const { name } = find(account.products, "product", String(price.product));
  const what = quantity < 0 ? "Unused time on" : "Remaining time on";
  const item: InvoiceItem = {
    id: newId("ii"),
    object: "invoiceitem",
    amount: Math.round((price.unit_amount ?? 0) * quantity * share),
    currency: subscription.currency,
    customer: subscription.customer,
    date: now,
    description: `${what} ${Math.abs(quantity)} × ${name}`,
    invoice: null,
    livemode: false,
    parent: {
      type: "subscription_details",
      subscription_details: { subscription: subscription.id, subscription_item: id },
    },
    period: { start: now, end },
    proration: true,
    quantity: Math.abs(quantity),
  };
  account.invoiceItems.set(item.id, item);
  account.record("invoiceitem.created", item);
}

function findByItem(account: Account, itemId: string): Subscription {
  const found = [...account.subscriptions.values()].find(({ items }) =>
    items.data.some(({ id }) => id === itemId),
  );
  return found ?? find(new Map<string, Subscription>(), "subscription_item", itemId);
}
