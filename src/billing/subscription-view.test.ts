import { expect, test } from "bun:test";
import type { Account } from "./quota.ts";
import { viewOf } from "./subscription-view.ts";

const nothing = { subscriptionStatus: "none", subscriptionPlan: null };
const ended = { subscriptionStatus: "canceled", subscriptionPlan: "unlimited" };
const unpaid = { subscriptionStatus: "incomplete", subscriptionPlan: "unlimited" };
const account = (parts: Partial<Account>): Account => ({ unlimited: false, bought: {}, used: {}, ...parts });

test("the trial is shown until something else was chosen", () => {
  expect(viewOf(nothing, account({ used: { trial: 1 } }))).toEqual({
    status: "none",
    plan: "trial",
    documentCount: 1,
    documentLimit: 3,
  });
});

test("of several plans the one is shown from which the next stamp is taken", () => {
  const rich = { bought: { smallbundle: 10, bundle: 35, payper: 1 }, used: { bundle: 35, trial: 3 } };
  expect(viewOf(ended, account({ ...rich, unlimited: true })).plan).toBe("unlimited");
  expect(viewOf(ended, account(rich))).toMatchObject({ status: "active", plan: "smallbundle" });
  const lastOne = { bought: { payper: 1, bundle: 35 }, used: { bundle: 35 } };
  expect(viewOf(nothing, account(lastOne))).toMatchObject({ plan: "payper", documentLimit: 1 });
});

test("a missing payment and an end are shown when no bought document is left", () => {
  const usedUp = { bought: { bundle: 35 }, used: { bundle: 35 } };
  expect(viewOf(unpaid, account(usedUp)).status).toBe("incomplete");
  expect(viewOf(ended, account(usedUp)).status).toBe("canceled");
  expect(viewOf(nothing, account(usedUp))).toMatchObject({
    status: "active",
    plan: "bundle",
    documentCount: 35,
  });
});
