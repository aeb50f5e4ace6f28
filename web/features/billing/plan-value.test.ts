import { expect, test } from "bun:test";
import { plans } from "../../../src/features/billing/plans.ts";
import {
  findBreakEven,
  findCheaperPlans,
  findRecommended,
  listOffered,
  priceForMembers,
  pricePerDocument,
} from "./plan-value.ts";

test("plans come in order of commitment, and the one with the lowest price per document is recommended", () => {
  expect(listOffered(plans)).toEqual(["trial", "payper", "smallbundle", "bundle", "unlimited"]);
  expect(findRecommended(plans)).toBe("bundle");
  const dear = { ...plans, bundle: { ...plans.bundle, price: 9999 } };
  expect(findRecommended(dear)).toBe("smallbundle");
});

test("the monthly plan states the number of documents from which it costs less than every other plan", () => {
  const from = findBreakEven(plans, plans.unlimited) ?? 0;
  const lowest = pricePerDocument(plans.bundle) ?? 0;
  expect(plans.unlimited.price / from).toBeLessThan(lowest);
  expect(plans.unlimited.price / (from - 1)).toBeGreaterThanOrEqual(lowest);
});

test("the bundle's badge is true: against what it is compared with, it saves at least the amount it names", () => {
  const { badge, comparison, features } = plans.bundle;
  const promised = Number(/^Save \$(\d+)$/.exec(badge ?? "")?.[1]) * 100;
  expect(promised).toBeGreaterThan(0);
  expect(comparison).toBeDefined();
  expect(features).toContain("35 documents");
  const other = comparison ? plans[comparison.plan].price * comparison.months : 0;
  expect(other - plans.bundle.price).toBeGreaterThanOrEqual(promised);
});

test("plans that cost less than single documents are found, cheapest first", () => {
  expect(findCheaperPlans(plans, 3)).toEqual([]);
  expect(findCheaperPlans(plans, 4)).toEqual(["unlimited"]);
  expect(findCheaperPlans(plans, 9)).toEqual(["unlimited", "smallbundle"]);
  expect(findCheaperPlans(plans, 12)).toEqual(["unlimited"]);
  expect(findCheaperPlans(plans, 35)).toEqual(["unlimited", "bundle"]);
});

test("a catalog without any prices recommends nothing but still lists every plan", () => {
  const free = { price: 0, documentLimit: 3, offered: true };
  const catalog = { trial: free, payper: free, smallbundle: free, bundle: free, unlimited: free };
  expect(findRecommended(catalog)).toBeUndefined();
  expect(listOffered(catalog)).toHaveLength(5);
  expect(findBreakEven(catalog, catalog.unlimited)).toBeUndefined();
});

test("a plan that is not offered is neither listed nor recommended, nor suggested as a cheaper way to pay", () => {
  const some = {
    ...plans,
    bundle: { ...plans.bundle, offered: false },
    unlimited: { ...plans.unlimited, offered: false },
  };
  expect(listOffered(some)).toEqual(["trial", "payper", "smallbundle"]);
  expect(findRecommended(some)).toBe("smallbundle");
  expect(findCheaperPlans(some, 10)).toEqual(["smallbundle"]);
  expect(findCheaperPlans(some, 11)).toEqual([]);
});

test("what an office pays for each member counts for all of them when plans are compared", () => {
  const { unlimited } = plans;
  const seated = { ...plans, unlimited: { ...unlimited, perMember: true } };
  expect(priceForMembers(seated, 4)).toEqual({ ...seated, unlimited: { ...seated.unlimited, price: 3996 } });
  expect(priceForMembers(plans, 4)).toEqual(plans);
  expect(findCheaperPlans(priceForMembers(seated, 4), 4)).toEqual([]);
});
