import { expect, test } from "bun:test";
import { listLogFacts } from "./log-facts.ts";

const entry = { actor: "jane", person: null, detail: {} };

test("an entry of an office's log says which role someone was invited for, joined with, or got", () => {
  expect(listLogFacts({ ...entry, action: "invitation.made", detail: { role: "viewer" } })).toEqual([
    "Viewer",
  ]);
  expect(
    listLogFacts({
      ...entry,
      action: "role.changed",
      person: "mary",
      detail: { from: "member", role: "owner" },
    }),
  ).toEqual(["mary", "Member → Owner"]);
  expect(
    listLogFacts({ ...entry, action: "member.joined", person: "jane", detail: { role: "member" } }),
  ).toEqual(["Member"]);
});

test("an entry of an office's log says to whom a document went, whether a domain is shown, and what a plan is now", () => {
  const emailed = { serialNumber: "AT-1", to: "ann@example.org" };
  expect(listLogFacts({ ...entry, action: "document.emailed", detail: emailed })).toEqual([
    "AT-1",
    "ann@example.org",
  ]);
  const hidden = { name: "example.com", isShown: "false" };
  expect(listLogFacts({ ...entry, action: "domain.shown", detail: hidden })).toEqual([
    "example.com",
    "not on certificates",
  ]);
  const changed = { plan: "unlimited", status: "incomplete" };
  expect(listLogFacts({ ...entry, action: "plan.changed", detail: changed })).toEqual(["payment incomplete"]);
  const seats = { before: "1", after: "2" };
  expect(listLogFacts({ ...entry, action: "seats.changed", detail: seats })).toEqual(["1 → 2"]);
});
