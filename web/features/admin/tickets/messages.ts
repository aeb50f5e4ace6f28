import { adminTickets as en } from "../../../texts/english/admin-tickets.ts";
import { adminTickets as es } from "../../../texts/spanish/admin-tickets.ts";
import { chooseTexts } from "../../../texts/translation.ts";

export const adminTicketsMessages = chooseTexts({ en, es });
