import { expect, test } from "bun:test";
import { changePlans, findFalseBadges } from "./plan-changes.ts";
import { plans } from "./plans.ts";

test("without changes, the plans are the built-in ones", () => {
  expect(changePlans(plans, {})).toEqual(plans);
  expect(findFalseBadges(plans)).toEqual([]);
});

test("a plan's first feature shows a changed limit", () => {
  const { trial, bundle } = changePlans(plans, { trial: { documents: 1 }, bundle: { documents: 50 } });
  expect([trial.documentLimit, trial.features[0], trial.codes.features[0]]).toEqual([
    1,
    "1 document",
    "plan-feature-1-document",
  ]);
  expect([bundle.documentLimit, bundle.features, bundle.codes.features]).toEqual([
    50,
    ["50 documents", ...plans.bundle.features.slice(1)],
    ["plan-feature-documents", ...plans.bundle.codes.features.slice(1)],
  ]);
});

test("the operator can write, translate or remove a badge, which is then not compared with any price", () => {
  const { smallbundle, bundle, unlimited } = changePlans(plans, {
    smallbundle: { badge: { en: "For families", es: "Para familias" } },
    bundle: { badge: null },
    unlimited: { badge: "Best value" },
  });
  expect([smallbundle.badge, smallbundle.badgeTranslations]).toEqual([
    "For families",
    { es: "Para familias" },
  ]);
  expect([bundle.badge, bundle.comparison, bundle.codes.badge]).toEqual([undefined, undefined, undefined]);
  expect([unlimited.badge, unlimited.codes.badge]).toEqual(["Best value", undefined]);
});

test("the built-in savings badge is reported when other prices make it wrong", () => {
  const saves = (changes: Parameters<typeof changePlans>[1]) =>
    findFalseBadges(changePlans(plans, changes)).map(({ plan, saves }) => [plan, saves]);
  expect(saves({ bundle: { price: 8976 } })).toEqual([]);
  expect(saves({ bundle: { price: 8977 } })).toEqual([["bundle", 14_999]]);
  expect(saves({ unlimited: { offered: false } })).toEqual([["bundle", 0]]);
  expect(saves({ unlimited: { offered: false }, bundle: { badge: "Save a lot" } })).toEqual([]);
  expect(saves({ unlimited: { offered: false }, bundle: { offered: false } })).toEqual([]);
});
