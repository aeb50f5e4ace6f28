import { expect, test } from "bun:test";
import { describeAct } from "./describe-act.ts";

const subject = "0b5c1d2e-0000-4000-8000-000000000000";

test("an action is described in words, with its subject", () => {
  const told = [
    describeAct({ action: "credits.granted", subject, detail: { credits: 3 } }),
    describeAct({ action: "document.emailed", subject, detail: { serialNumber: "AT-1", to: "a@b.example" } }),
    describeAct({ action: "original.read", subject, detail: { serialNumber: null } }),
    describeAct({ action: "ticket.updated", subject, detail: { from: "open", to: "closed" } }),
  ];
  expect(told).toEqual([
    "Granted 3 free credits to user 0b5c1d2e",
    "Emailed AT-1 to a@b.example",
    "Viewed the original of document 0b5c1d2e",
    "Changed ticket 0b5c1d2e from open to closed",
  ]);
});

test("an unknown action is shown by its name", () => {
  expect(describeAct({ action: "moon.painted", subject: null, detail: {} })).toBe("moon.painted –");
});
