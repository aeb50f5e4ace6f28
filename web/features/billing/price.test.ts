import { expect, test } from "bun:test";
import { formatCents } from "../../lib/format.ts";
import { priceSuffix } from "./price.ts";

test("prices: cents are shown as dollars with 2 decimals [spec 9 dollars]", () => {
  expect(formatCents(299)).toBe("$2.99");
  expect(formatCents(1999)).toBe("$19.99");
  expect(formatCents(1000)).toBe("$10.00");
  expect(formatCents(0)).toBe("$0.00");
});

test("prices: '/month' follows all prices but payper, bundle, smallbundle and trial [spec 9 month]", () => {
  expect(priceSuffix("unlimited")).toBe("/month");
  for (const id of ["payper", "bundle", "smallbundle", "trial"] as const) expect(priceSuffix(id)).toBe("");
});
