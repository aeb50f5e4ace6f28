import { expect, test } from "bun:test";
import { renderToStaticMarkup } from "react-dom/server";
import { inLanguage } from "../../texts/localize.ts";
import { renewalTexts } from "../../texts/renewals.ts";
import { Facts } from "./facts.tsx";

const shown = (timeZone?: string, renewed?: string[], documentName = "Lease.pdf", clientName?: string) =>
  renderToStaticMarkup(
    <Facts
      serialNumber="AT-00000-00000-00000-00000"
      time="2026-11-28T05:30:00Z"
      timeZone={timeZone}
      documentName={documentName}
      {...(clientName && { clientName })}
      renewed={renewed}
    />,
  )
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ");

test("a record has the time of its stamp in the zone on its paper, and in UTC", () => {
  expect(shown()).toContain("November 27, 2026, 11:30:00 PM CST 2026-11-28 05:30:00 UTC");
  expect(shown("Europe/Madrid")).toContain("November 28, 2026, 6:30:00 AM GMT+1 2026-11-28 05:30:00 UTC");
});

test("a record says when its proofs were renewed, and nothing of it before", () => {
  const times = ["2035-11-28T05:30:00Z", "2044-11-28T05:30:00Z"];
  expect(shown()).not.toContain("Renewed");
  expect(shown("Europe/Madrid", times.slice(0, 1))).toContain("Proofs Renewed on November 28, 2035");
  expect(shown("Europe/Madrid", times)).toContain("Renewed 2 times, last on November 28, 2044");
  expect(inLanguage(renewalTexts, "es").on(2, "28 de noviembre de 2044")).toBe(
    "Renovadas 2 veces, la última el 28 de noviembre de 2044.",
  );
});

test("the record of a deleted account's document says that its name was removed, not that its owner called it so", () => {
  for (const name of ["name-removed.pdf", "name-removed"]) {
    const removed = shown(undefined, undefined, name);
    expect(removed).toContain("Document name The name was removed from this record.");
    expect(removed).not.toMatch(/name-removed|As the account holder wrote it/);
  }
  expect(shown(undefined, undefined, "name-removed.pdf", "Jane Doe")).toContain(
    "Document name name-removed.pdf",
  );
});
