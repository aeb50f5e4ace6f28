import { adminTickets } from "../../../texts/english/admin-tickets.ts";
import { inReadersLanguage } from "../../../texts/translation.ts";

export const adminTicketsMessages = inReadersLanguage("adminTickets", adminTickets);
