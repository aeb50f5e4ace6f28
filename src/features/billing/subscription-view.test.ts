import { expect, test } from "bun:test";
import type { Account } from "./quota.ts";
import { buildView } from "./subscription.service.ts";

const account = (parts: Partial<Account>): Account => ({
  subscription: "none",
  free: 3,
  bought: {},
  used: {},
  ...parts,
});

test("the trial is shown until the user chooses something else", () => {
  expect(buildView(null, account({ used: { trial: 1 } }))).toEqual({
    status: "none",
    plan: "trial",
    documentCount: 1,
    documentLimit: 3,
  });
});

test("a trial without a limit shows how many were stamped, and no limit", () => {
  const shown = { plan: "trial", documentCount: 12, documentLimit: null };
  expect(buildView(null, account({ free: Infinity, used: { trial: 12 } }))).toMatchObject(shown);
});

test("of several plans, the one that provides the next stamp is shown", () => {
  const rich = { bought: { smallbundle: 10, bundle: 35, payper: 1 }, used: { bundle: 35, trial: 3 } };
  expect(buildView("unlimited", account({ ...rich, subscription: "active" })).plan).toBe("unlimited");
  expect(buildView("unlimited", account({ ...rich, subscription: "ended" }))).toMatchObject({
    status: "active",
    plan: "smallbundle",
  });
  const lastOne = { bought: { payper: 1, bundle: 35 }, used: { bundle: 35 } };
  expect(buildView(null, account(lastOne))).toMatchObject({ plan: "payper", documentLimit: 1 });
});

test("a missing payment or the end of a subscription is shown when no purchased document is left", () => {
  const usedUp = { bought: { bundle: 35 }, used: { bundle: 35 } };
  const shown = (chosen: string, subscription: Account["subscription"]) => {
    const { status, plan } = buildView(chosen, account({ ...usedUp, subscription }));
    return `${status} ${plan}`;
  };
  expect(shown("unlimited", "unpaid")).toBe("incomplete unlimited");
  expect(shown("unlimited", "ended")).toBe("canceled unlimited");
  expect(shown("bundle", "unpaid")).toBe("active bundle");
  expect(shown("bundle", "ended")).toBe("active bundle");
});

test("an active subscription that waits for its payment is shown, whatever else was chosen", () => {
  for (const chosen of [null, "trial", "payper", "smallbundle", "bundle", "unlimited"]) {
    const overdue = account({ subscription: "overdue", used: { trial: 1 } });
    expect(buildView(chosen, overdue)).toMatchObject({ status: "incomplete", plan: "unlimited" });
  }
});

test("choosing a plan never shows or makes an unpaid subscription active", () => {
  for (const subscription of ["none", "unpaid", "overdue", "ended"] as const) {
    for (const chosen of [null, "trial", "payper", "smallbundle", "bundle", "unlimited"]) {
      const { status, plan, documentLimit } = buildView(chosen, account({ subscription }));
      expect(status === "active" && (plan === "unlimited" || documentLimit === null)).toBe(false);
    }
  }
});
