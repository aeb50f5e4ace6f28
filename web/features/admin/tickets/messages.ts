import { adminTickets } from "../../../texts/english/admin-tickets.ts";
import { localize } from "../../../texts/translation.ts";

export const adminTicketsMessages = localize("adminTickets", adminTickets);
