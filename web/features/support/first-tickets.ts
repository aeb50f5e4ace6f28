import { getQueryKey } from "@trpc/react-query";
import { trpc } from "../../lib/trpc.ts";

let onTheirWay = false;

/** The query of the user's tickets, asked for while the page that shows them is still being loaded. */
export function firstTickets() {
  onTheirWay = true;
  return getQueryKey(trpc.support.list, undefined, "query");
}

/** True once, for the page that they were asked for. */
export function takeFirstTickets(): boolean {
  const taken = onTheirWay;
  onTheirWay = false;
  return taken;
}
