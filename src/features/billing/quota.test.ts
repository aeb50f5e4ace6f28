import { expect, test } from "bun:test";
import { planIds } from "../../../db/columns/billing.ts";
import { plans } from "./plans.ts";
import { type Account, boughtPlan, boughtPlanInUse, countStampsLeft, planForNextStamp } from "./quota.ts";

const account = (parts: Partial<Account>): Account => ({
  subscription: "none",
  free: 3,
  bought: {},
  used: {},
  ...parts,
});

test("trial: a new account has exactly three stamps [spec 9 trial]", () => {
  expect(planForNextStamp(account({}), false)).toBe("trial");
  expect(planForNextStamp(account({ used: { trial: 2 } }), false)).toBe("trial");
  expect(planForNextStamp(account({ used: { trial: 3 } }), false)).toBeUndefined();
});

test("a paid document takes nothing from the trial", () => {
  expect(planForNextStamp(account({ used: { trial: 3 } }), true)).toBe("payper");
  expect(planForNextStamp(account({}), true)).toBe("payper");
});

test("a bundle ends after its documents, and the rest of the trial is still available", () => {
  const bundle = { bundle: 35 };
  expect(planForNextStamp(account({ bought: bundle, used: { bundle: 34, trial: 3 } }), false)).toBe("bundle");
  expect(
    planForNextStamp(account({ bought: bundle, used: { bundle: 35, trial: 3 } }), false),
  ).toBeUndefined();
  const small = account({ bought: { smallbundle: 10 }, used: { smallbundle: 10 } });
  expect(planForNextStamp(small, false)).toBe("trial");
});

test("a second bundle adds its documents to the first", () => {
  const twice = { bought: { bundle: 70 } };
  expect(planForNextStamp(account({ ...twice, used: { bundle: 69, trial: 3 } }), false)).toBe("bundle");
  expect(planForNextStamp(account({ ...twice, used: { bundle: 70, trial: 3 } }), false)).toBeUndefined();
});

test("every plan that is sold gives all its documents, and they are used before the free ones", () => {
  for (const plan of planIds) {
    const { documentLimit, price } = plans[plan];
    if (documentLimit === null || price === 0) continue;
    const bought = { [plan]: documentLimit };
    const last = account({ bought, used: { [plan]: documentLimit - 1 } });
    expect([planForNextStamp(last, false), boughtPlanInUse(last)]).toEqual([plan, plan]);
    const usedUp = account({ bought, used: { [plan]: documentLimit } });
    expect([planForNextStamp(usedUp, false), boughtPlanInUse(usedUp)]).toEqual(["trial", undefined]);
    if (documentLimit > 1) expect(boughtPlan(usedUp)).toBe(plan);
  }
});

test("the stamps that are left count all plans, and never those of an unpaid subscription", () => {
  const used = { trial: 3, smallbundle: 4 };
  expect(countStampsLeft(account({ bought: { smallbundle: 10 }, used }))).toBe(6);
  expect(countStampsLeft(account({ bought: { smallbundle: 10 } }))).toBe(13);
  expect(countStampsLeft(account({ subscription: "unpaid", used: { trial: 3 } }))).toBe(0);
  expect(countStampsLeft(account({ subscription: "active", used }))).toBeNull();
  // After a refund, more are used than were bought.
  expect(countStampsLeft(account({ used: { bundle: 20, trial: 1 } }))).toBe(2);
});

test("a trial without a limit never ends, and is used after what was bought", () => {
  const unlimited = { free: Infinity, used: { trial: 5000 } };
  expect(planForNextStamp(account(unlimited), false)).toBe("trial");
  expect(countStampsLeft(account(unlimited))).toBeNull();
  expect(planForNextStamp(account({ ...unlimited, bought: { bundle: 35 } }), false)).toBe("bundle");
});

test("only plans with a limit are one-time purchases", () => {
  for (const plan of planIds)
    expect([plan, plans[plan].documentLimit === null]).toEqual([plan, plan === "unlimited"]);
});

test("a refunded bundle gives no more stamps", () => {
  expect(planForNextStamp(account({ used: { bundle: 20, trial: 3 } }), false)).toBeUndefined();
});

test("the unlimited plan has no limit while it is paid for", () => {
  const used = { unlimited: 5000, trial: 3 };
  expect(planForNextStamp(account({ subscription: "active", used }), false)).toBe("unlimited");
  for (const subscription of ["none", "unpaid", "overdue", "ended"] as const) {
    expect(planForNextStamp(account({ subscription, used }), false)).toBeUndefined();
  }
});

test("a document paid in advance makes one stamp", () => {
  const paid = { bought: { payper: 1 } };
  expect(planForNextStamp(account({ ...paid, used: { trial: 3 } }), false)).toBe("payper");
  expect(planForNextStamp(account({ ...paid, used: { trial: 3, payper: 1 } }), false)).toBeUndefined();
});

test("a bundle that an operator sells with a single document counts as bought", () => {
  expect(boughtPlan(account({ bought: { smallbundle: 1 } }))).toBe("smallbundle");
});
