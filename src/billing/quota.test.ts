import { expect, test } from "bun:test";
import { planForNextStamp } from "./quota.ts";

test("a new account has three stamps of the trial", () => {
  expect(planForNextStamp({ activePlan: null, used: {} }, false)).toBe("trial");
  expect(planForNextStamp({ activePlan: null, used: { trial: 2 } }, false)).toBe("trial");
  expect(planForNextStamp({ activePlan: null, used: { trial: 3 } }, false)).toBeUndefined();
});

test("a paid document takes nothing from the trial", () => {
  expect(planForNextStamp({ activePlan: null, used: { trial: 3 } }, true)).toBe("payper");
  expect(planForNextStamp({ activePlan: null, used: {} }, true)).toBe("payper");
});

test("a bundle ends after its documents, and what is left of the trial is still there", () => {
  expect(planForNextStamp({ activePlan: "bundle", used: { bundle: 34, trial: 3 } }, false)).toBe("bundle");
  expect(planForNextStamp({ activePlan: "bundle", used: { bundle: 35, trial: 3 } }, false)).toBeUndefined();
  expect(planForNextStamp({ activePlan: "smallbundle", used: { smallbundle: 10 } }, false)).toBe("trial");
});

test("unlimited has no limit", () => {
  expect(planForNextStamp({ activePlan: "unlimited", used: { unlimited: 5000, trial: 3 } }, false)).toBe(
    "unlimited",
  );
});

test("having chosen to pay per document does not make the next one free", () => {
  expect(planForNextStamp({ activePlan: "payper", used: { trial: 3 } }, false)).toBeUndefined();
});
