import type { Subscription } from "./account.ts";

/** The only item: its price, quantity and current period. */
export function getItem(subscription: Subscription): Subscription["items"]["data"][number] {
  const [item] = subscription.items.data;
  if (item === undefined) throw new Error("A subscription of this fake has one item.");
  return item;
}

export function hasEnded({ status }: Subscription): boolean {
  return status === "canceled" || status === "incomplete_expired";
}
