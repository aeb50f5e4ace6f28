import { expect, test } from "bun:test";
import { countRefunded, type StampPurchase, type TakenStamp } from "./refunded-stamps.ts";

const bundle = (stamps: number, refundedAt?: number): StampPurchase => ({
  plan: "bundle",
  documentId: null,
  stamps,
  refundedAt,
});
const single = (documentId: string | null, refundedAt?: number): StampPurchase => ({
  plan: "payper",
  documentId,
  stamps: 1,
  refundedAt,
});
const taken = (plan: string, ...times: number[]): TakenStamp[] =>
  times.map((takenAt) => ({ plan, documentId: `document-${takenAt}`, takenAt }));

test("stamps from a refunded bundle are not deducted from another bundle, whose own used stamps stay used", () => {
  const stamps = taken("bundle", 1, 2, 3, 4);
  expect(countRefunded([bundle(3, 10), bundle(3)], stamps, "bundle")).toBe(3);
  expect(countRefunded([bundle(3), bundle(3, 10)], stamps, "bundle")).toBe(1);
  expect(countRefunded([bundle(3), bundle(3)], stamps, "bundle")).toBe(0);
});

test("stamps used after a refund come from purchases that are still paid", () => {
  const stamps = taken("bundle", 1, 2, 20, 21);
  expect(countRefunded([bundle(35, 10), bundle(35)], stamps, "bundle")).toBe(2);
});

test("refunding one document's payment leaves the stamp from another payment used", () => {
  const purchases = [single("waiting", 10), single(null)];
  expect(countRefunded(purchases, taken("payper", 1), "payper")).toBe(0);
  const own = [{ plan: "payper", documentId: "waiting", takenAt: 1 }];
  expect(countRefunded(purchases, own, "payper")).toBe(1);
  expect(countRefunded(purchases, taken("bundle", 1), "payper")).toBe(0);
});
