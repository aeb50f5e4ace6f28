import { expect, test } from "bun:test";
import { renderToStaticMarkup } from "react-dom/server";
import { Facts } from "./facts.tsx";

const shown = (timeZone?: string) =>
  renderToStaticMarkup(
    <Facts
      serialNumber="AT-00000-00000-00000-00000"
      time="2026-11-28T05:30:00Z"
      timeZone={timeZone}
      documentName="Lease.pdf"
    />,
  )
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ");

test("a record has the time of its stamp in the zone on its paper, and in UTC", () => {
  expect(shown()).toContain("November 27, 2026, 11:30:00 PM CST 2026-11-28 05:30:00 UTC");
  expect(shown("Europe/Madrid")).toContain("November 28, 2026, 6:30:00 AM GMT+1 2026-11-28 05:30:00 UTC");
});
