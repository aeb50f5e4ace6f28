import { expect, test } from "bun:test";
import { renderToStaticMarkup } from "react-dom/server";
import { ticketPriorities, ticketStatuses } from "../../../src/features/support/support.schema.ts";
import { TicketPriorityBadge, TicketStatusBadge } from "./ticket-badges.tsx";

test("tickets: each status has its label and color: open is red, in_progress yellow, resolved green, closed gray [spec 4 status-colors]", () => {
  const looks = ticketStatuses.map((status) => renderToStaticMarkup(<TicketStatusBadge status={status} />));
  const expected = [
    ["bg-bad-tint text-bad", "Open"],
    ["bg-yellow-tint text-yellow", "In progress"],
    ["bg-good-tint text-good", "Resolved"],
    ["bg-sunk text-muted", "Closed"],
  ];
  expectLooks(looks, expected);
});

test("tickets: each priority has its label and color: urgent is red, high orange, medium yellow, low green [spec 4 priority-colors]", () => {
  const looks = ticketPriorities.map((priority) =>
    renderToStaticMarkup(<TicketPriorityBadge priority={priority} />),
  );
  const expected = [
    ["bg-bad-tint text-bad", "Urgent"],
    ["bg-orange-tint text-orange", "High"],
    ["bg-yellow-tint text-yellow", "Medium"],
    ["bg-good-tint text-good", "Low"],
  ];
  expectLooks(looks, expected);
});

function expectLooks(found: string[], expected: string[][]): void {
  expect(found.length).toBe(expected.length);
  for (const [place, parts] of expected.entries()) {
    for (const part of parts) expect(found[place]).toContain(part);
  }
}
