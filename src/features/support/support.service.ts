import { AppError } from "../../errors.ts";
import { takeFromLimit } from "../../platform/rate-limits.ts";
import { type Actor, requireAdmin } from "../accounts/accounts.ts";
import { writeAudit } from "../admin/audit.repo.ts";
import type { Deps } from "../deps.ts";
import { enqueueResolution, enqueueSupportNotice } from "../mail/support-mails.service.ts";
import type { AdminTicketView, TicketView } from "./support.output.schema.ts";
import {
  changeTicket,
  deleteTicket,
  findTicket,
  forgetGoneWriters,
  hasAccount,
  insertTicket,
  listAllTickets,
  listTicketsOf,
} from "./support.repo.ts";
import type {
  ContactInput,
  ListTicketsInput,
  SubmitTicketInput,
  TicketCategory,
  UpdateTicketInput,
} from "./support.schema.ts";
import { contactMessage, type TicketRow, toAdminTicketView, toTicketView } from "./support.ts";

type SupportDeps = Pick<Deps, "config" | "db" | "now" | "memoryRateLimiter" | "jobEvents">;

/** Who wrote and what, in their own words, as the notice to SUPPORT_EMAIL says it. */
type Writer = { kind: "ticket" | "contact"; name: string; message: string };

type NewTicket = {
  userId: string | null;
  email: string;
  subject: string;
  message: string;
  category: TicketCategory;
};

/** Opens a ticket of the signed-in user. Throws `rate_limited`. */
export function submitTicket(deps: SupportDeps, author: Actor, input: SubmitTicketInput): TicketView {
  takeFromLimit(deps, "ticketsPerAccount", author.id);
  const writer = { kind: "ticket", name: author.username, message: input.message } as const;
  return toTicketView(openTicket(deps, { ...input, userId: author.id }, writer));
}

/** Keeps what a visitor wrote as a general ticket of nobody, so that it is not lost. Throws `rate_limited`. */
export function receiveContactMessage(deps: SupportDeps, input: ContactInput, address: string): void {
  takeFromLimit(deps, "contactMessagesPerAddress", address);
  const { name, email, subject, message } = input;
  const ticket = {
    email,
    subject,
    message: contactMessage(input),
    category: "general",
    userId: null,
  } as const;
  openTicket(deps, ticket, { kind: "contact", name, message });
}

/** With the longest messages their answer is 1 MB, however many tickets somebody opens over the years. */
const maxOwnTickets = 100;

/** The user's newest tickets, newest first. */
export function listOwnTickets(deps: Pick<Deps, "db">, author: Actor): TicketView[] {
  return listTicketsOf(deps.db, author.id, maxOwnTickets).map(toTicketView);
}

/** Every ticket, newest first, a part at a time; for admins. Throws `forbidden`. */
export function listTickets(
  deps: Pick<Deps, "db">,
  admin: Actor,
  { cursor, limit }: ListTicketsInput,
): AdminTicketView[] {
  requireAdmin(admin);
  return listAllTickets(deps.db, limit, cursor).map(toAdminTicketView);
}

/**
 * Sets the status, and the resolution where one is given; for admins. A ticket resolved with a resolution is
 * mailed to the person who wrote it; of one whose account was deleted meanwhile the address is forgotten when the
 * ticket ends. Throws `not_found`, `forbidden`.
 */
export function updateTicket(
  deps: Pick<Deps, "config" | "db" | "now" | "jobEvents">,
  admin: Actor,
  input: UpdateTicketInput,
): AdminTicketView {
  requireAdmin(admin);
  const { id, status, resolution } = input;
  const at = new Date(deps.now());
  const ticket = deps.db.transaction(() => {
    const before = requireTicket(deps, id);
    const changed = { status, resolution: resolution ?? before.resolution, updatedAt: at };
    changeTicket(deps.db, id, changed);
    const detail = { from: before.status, to: status, resolution: resolution ?? null };
    writeAudit(deps.db, { actorId: admin.id, action: "ticket.updated", subject: id, detail, createdAt: at });
    if (status === "resolved" && resolution !== undefined) mailResolution(deps, before, resolution);
    forgetGoneWriters(deps.db);
    return toAdminTicketView(requireTicket(deps, id));
  });
  deps.jobEvents.queued();
  return ticket;
}

/** Who has no account, or none any more, is answered all the same, as long as their address is known. */
function mailResolution(
  deps: Pick<Deps, "config" | "db" | "now">,
  { id, userId, email }: TicketRow,
  resolution: string,
): void {
  if (email === "") return;
  const account = userId !== null && hasAccount(deps.db, userId) ? userId : null;
  enqueueResolution(deps, { ticketId: id, userId: account, email, resolution });
}

/** Deletes the ticket for good; for admins. Throws `not_found`, `forbidden`. */
export function removeTicket(deps: Pick<Deps, "db" | "now">, admin: Actor, id: string): void {
  requireAdmin(admin);
  deps.db.transaction(() => {
    const { subject, status } = requireTicket(deps, id);
    deleteTicket(deps.db, id);
    writeAudit(deps.db, {
      actorId: admin.id,
      action: "ticket.deleted",
      subject: id,
      detail: { subject, status },
      createdAt: new Date(deps.now()),
    });
  });
}

/** The ticket and the notice that it came are kept together or not at all. */
function openTicket(
  deps: Pick<Deps, "config" | "db" | "now" | "jobEvents">,
  ticket: NewTicket,
  writer: Writer,
): TicketRow {
  const at = new Date(deps.now());
  const row = deps.db.transaction(() => {
    const kept = insertTicket(deps.db, { ...ticket, id: crypto.randomUUID(), createdAt: at, updatedAt: at });
    const { id: ticketId, email, subject, category } = kept;
    enqueueSupportNotice(deps, { ticketId, email, subject, category, ...writer });
    return kept;
  });
  deps.jobEvents.queued();
  return row;
}

function requireTicket(deps: Pick<Deps, "db">, id: string): TicketRow {
  const ticket = findTicket(deps.db, id);
  if (!ticket) throw new AppError("not_found", "ticket-not-found", "This ticket does not exist.");
  return ticket;
}
