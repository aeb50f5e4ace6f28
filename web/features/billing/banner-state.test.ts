import { expect, test } from "bun:test";
import { getBannerState } from "./banner-state.ts";

const plan = (documentCount: number, documentLimit: number | null) =>
  getBannerState({ status: "active", documentCount, documentLimit });

test("banner: none shows the free trial [spec 4 banner-trial]", () => {
  const trial = (documentCount: number, documentLimit: number | null) =>
    getBannerState({ status: "none", documentCount, documentLimit });
  expect(trial(2, 3)).toEqual({ kind: "trial", isWarning: false });
  expect(trial(3, 3)).toEqual({ kind: "trial", isWarning: true });
  expect(trial(80, 100)).toEqual({ kind: "trial", isWarning: true });
});

test("banner: the warning color begins at 80 % of the limit [spec 4 banner-warning]", () => {
  expect(plan(27, 35)).toEqual({ kind: "plan", isWarning: false });
  expect(plan(28, 35)).toEqual({ kind: "plan", isWarning: true });
  expect(plan(8, 10)).toEqual({ kind: "plan", isWarning: true });
  expect(plan(5000, null)).toEqual({ kind: "plan", isWarning: false });
});

test("banner: incomplete and all other states are distinguished [spec 4 banner-states]", () => {
  const nothing = { documentCount: 0, documentLimit: null };
  expect(getBannerState({ status: "incomplete", ...nothing })).toEqual({ kind: "incomplete" });
  expect(getBannerState({ status: "canceled", ...nothing })).toEqual({ kind: "canceled" });
});
