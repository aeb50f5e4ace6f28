import { expect, test } from "bun:test";
import { referralCodeIn } from "./referral.ts";

test("a referral code is read from the link in upper case [spec 2 ref-uppercase]", () => {
  expect(referralCodeIn("?ref=abc123")).toBe("ABC123");
  expect(referralCodeIn("?x=1&ref=%20ab%20")).toBe("AB");
});

test("a code that is too long is cut to 20 characters", () => {
  expect(referralCodeIn(`?ref=${"a".repeat(500)}`)).toBe("A".repeat(20));
});

test("a link without a code gives none", () => {
  expect(referralCodeIn("")).toBeUndefined();
  expect(referralCodeIn("?ref=%20")).toBeUndefined();
});
