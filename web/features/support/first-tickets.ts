import { getQueryKey, trpc } from "../../lib/trpc.ts";

let onTheirWay = false;

/** The query of the user's tickets, requested while the page that shows them is still loading. */
export function firstTickets() {
  onTheirWay = true;
  return getQueryKey(trpc.support.list, undefined, "query");
}

/** True only once: for the page that they were requested for. */
export function takeFirstTickets(): boolean {
  const taken = onTheirWay;
  onTheirWay = false;
  return taken;
}
