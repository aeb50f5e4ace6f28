import { expect, test } from "bun:test";
import type { PurchaseState } from "../../../db/columns/billing.ts";
import {
  choosePlanAfter,
  describeSubscription,
  getSubscriptionState,
  type SubscriptionState,
} from "./subscription-state.ts";

const day = 86_400_000;
const now = 1_000 * day;
const inDays = (days: number) => new Date(now + days * day);

const table: [state: PurchaseState, periodEndsInDays: number | null, subscriptionState: SubscriptionState][] =
  [
    ["open", 30, "unpaid"],
    ["open", null, "unpaid"],
    ["paid", 30, "active"],
    ["paid", 0, "active"],
    ["paid", -2, "active"],
    ["paid", -3, "ended"],
    ["paid", -30, "ended"],
    ["paid", null, "ended"],
    ["overdue", 30, "overdue"],
    ["overdue", -30, "overdue"],
    ["refunded", 30, "overdue"],
    ["disputed", 30, "overdue"],
    ["ended", 30, "ended"],
    ["ended", -30, "ended"],
    ["closed", 30, "none"],
  ];

test.each(table)(
  "a subscription that is %s, its period ending in %p days, has the status %s",
  (state, days, subscriptionState) => {
    const periodEnd = days === null ? null : inDays(days);
    expect(getSubscriptionState({ state, periodEnd }, now)).toBe(subscriptionState);
  },
);

test("a user who never subscribed has no subscription status", () => {
  expect(getSubscriptionState(undefined, now)).toBe("none");
});

test("the page receives one of the four words of the specification", () => {
  const subscriptionStates: SubscriptionState[] = ["none", "unpaid", "active", "overdue", "ended"];
  expect(subscriptionStates.map(describeSubscription)).toEqual([
    "none",
    "incomplete",
    "active",
    "incomplete",
    "canceled",
  ]);
});

const changes: [chosen: string | null, subscriptionState: SubscriptionState, chosenAfter: string | null][] = [
  [null, "none", null],
  [null, "unpaid", "unlimited"],
  [null, "active", "unlimited"],
  [null, "overdue", "unlimited"],
  [null, "ended", "unlimited"],
  ["trial", "none", "trial"],
  ["trial", "unpaid", "trial"],
  ["trial", "active", "unlimited"],
  ["trial", "overdue", "trial"],
  ["trial", "ended", "trial"],
  ["bundle", "none", "bundle"],
  ["bundle", "unpaid", "bundle"],
  ["bundle", "active", "unlimited"],
  ["bundle", "overdue", "bundle"],
  ["bundle", "ended", "bundle"],
  ["unlimited", "none", null],
  ["unlimited", "unpaid", "unlimited"],
  ["unlimited", "active", "unlimited"],
  ["unlimited", "overdue", "unlimited"],
  ["unlimited", "ended", "unlimited"],
];

test.each(changes)(
  "%p was chosen and the subscription is %s: %p counts as chosen",
  (chosen, subscriptionState, after) => {
    expect(choosePlanAfter(chosen, subscriptionState)).toBe(after);
  },
);
