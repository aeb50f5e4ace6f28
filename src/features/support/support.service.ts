import { transaction } from "../../../db/transaction.ts";
import { AppError } from "../../errors.ts";
import { takeFromLimit } from "../../platform/rate-limits.ts";
import { type Actor, requireAdmin } from "../accounts/accounts.ts";
import { writeAudit } from "../audit/audit.repo.ts";
import type { Deps } from "../deps.ts";
import { enqueueAnswer, enqueueSupportNotice } from "../mail/support-mails.service.ts";
import { addNotice, wantsMail } from "../notices/notices.service.ts";
import type { AdminTicketView, TicketView } from "./support.output.schema.ts";
import {
  anonymizeTickets,
  changeTicket,
  countWriterAnswers,
  deleteTicket,
  findTicket,
  findWriter,
  insertAnswer,
  insertTicket,
  listAllTickets,
  listAnswers,
  listUserTickets,
} from "./support.repo.ts";
import type {
  AnswerTicketInput,
  ContactInput,
  ListTicketsInput,
  SubmitTicketInput,
  TicketCategory,
  UpdateTicketInput,
} from "./support.schema.ts";
import { contactMessage, type TicketRow, toAdminTicketView, toTicketView } from "./support.ts";

type SupportDeps = Pick<Deps, "config" | "db" | "now" | "memoryRateLimiter" | "counterKey" | "jobEvents">;

/** The author and their message, as the notice to SUPPORT_EMAIL contains them. */
type Writer = { kind: "ticket" | "contact"; name: string; message: string };

type NewTicket = {
  userId: string | null;
  email: string;
  subject: string;
  message: string;
  category: TicketCategory;
};

/** Opens a ticket for the signed-in user. Throws `rate_limited`. */
export async function submitTicket(
  deps: SupportDeps,
  author: Actor,
  input: SubmitTicketInput,
): Promise<TicketView> {
  await takeFromLimit(deps, "ticketsPerAccount", author.id);
  const writer = { kind: "ticket", name: author.username, message: input.message } as const;
  return toTicketView(await openTicket(deps, { ...input, userId: author.id }, writer), []);
}

/** Stores a visitor's message as a general ticket without an account. Throws `rate_limited`. */
export async function receiveContactMessage(
  deps: SupportDeps,
  input: ContactInput,
  address: string,
): Promise<void> {
  await takeFromLimit(deps, "contactMessagesPerAddress", address);
  const { name, email, subject, message } = input;
  const ticket = {
    email,
    subject,
    message: contactMessage(input),
    category: "general",
    userId: null,
  } as const;
  await openTicket(deps, ticket, { kind: "contact", name, message });
}

/** Even with the longest messages the response is at most 1 MB, however many tickets a user opens over the years. */
const maxOwnTickets = 100;

/** The user's newest tickets, newest first. */
export async function listOwnTickets(
  deps: Pick<Deps, "db">,
  author: Actor,
  max = maxOwnTickets,
): Promise<TicketView[]> {
  const rows = await listUserTickets(deps.db, author.id, max);
  const answers = await listAnswers(deps.db, getIds(rows));
  return rows.map((row) => toTicketView(row, answers));
}

/** Every ticket, newest first, page by page; for admins. Throws `forbidden`. */
export async function listTickets(
  deps: Pick<Deps, "db">,
  admin: Actor,
  { cursor, limit, ...filter }: ListTicketsInput,
): Promise<AdminTicketView[]> {
  requireAdmin(admin);
  const rows = await listAllTickets(deps.db, limit, cursor, filter);
  const answers = await listAnswers(deps.db, getIds(rows));
  return rows.map((row) => toAdminTicketView(row, answers));
}

const getIds = (rows: TicketRow[]) => rows.map(({ id }) => id);

/**
 * Sets the status, and the resolution if there is one; for admins. The answer, and the resolution of a resolved
 * ticket, are emailed to the author. If the author's account was deleted, the address is deleted when the ticket is
 * closed.
 * Throws `not_found`, `forbidden`.
 */
export async function updateTicket(
  deps: Pick<Deps, "config" | "db" | "now" | "jobEvents">,
  admin: Actor,
  input: UpdateTicketInput,
): Promise<AdminTicketView> {
  requireAdmin(admin);
  const { id, status, resolution, answer } = input;
  const at = new Date(deps.now());
  const ticket = await transaction(deps, async (deps) => {
    const before = await requireTicket(deps, id);
    const changed = { status, resolution: resolution ?? before.resolution, updatedAt: at };
    await changeTicket(deps.db, id, changed);
    const detail = {
      from: before.status,
      to: status,
      resolution: resolution ?? null,
      ...(answer !== undefined && { answer }),
    };
    await writeAudit(deps.db, {
      actorId: admin.id,
      action: "ticket.updated",
      subject: id,
      detail,
      createdAt: at,
    });
    if (answer !== undefined) await sendAnswer(deps, before, answer, false);
    if (status === "resolved" && resolution !== undefined) await sendAnswer(deps, before, resolution, true);
    await anonymizeTickets(deps.db);
    return requireTicket(deps, id);
  });
  deps.jobEvents.queued();
  return toAdminTicketView(ticket, await listAnswers(deps.db, [id]));
}

/**
 * Adds an answer to the ticket, and tells its author, by email, too, unless they chose otherwise. An author without an
 * account, or with a deleted one, gets emailed answers as long as the address is stored.
 */
async function sendAnswer(
  deps: Pick<Deps, "config" | "db" | "now">,
  { id, userId, email, subject, message: question }: TicketRow,
  message: string,
  isResolved: boolean,
): Promise<void> {
  const writer = userId === null ? undefined : await findWriter(deps.db, userId);
  if (writer) await addNotice(deps, writer.id, { kind: "ticket-answered", ticketId: id });
  const isMailed = email !== "" && (!writer || (await wantsMail(deps, writer.id, "ticket-answered")));
  const mailId = !isMailed
    ? null
    : await enqueueAnswer(deps, {
        ticketId: id,
        userId: writer?.id ?? null,
        language: writer?.language ?? null,
        email,
        subject,
        question,
        answer: message,
        isResolved,
      });
  const createdAt = new Date(deps.now());
  await insertAnswer(deps.db, { id: crypto.randomUUID(), ticketId: id, message, mailId, createdAt });
}

/** Enough for a conversation; a longer one is easier to read in a new ticket. */
const maxWriterAnswers = 50;

/**
 * Adds the author's message to their ticket, reopens it, and emails it to support. Throws `not_found`, also for another
 * user's ticket; `conflict` for a ticket with the maximum number of answers; `rate_limited`.
 */
export async function answerOwnTicket(
  deps: SupportDeps,
  author: Actor,
  { id, answer }: AnswerTicketInput,
): Promise<TicketView> {
  await takeFromLimit(deps, "ticketsPerAccount", author.id);
  const createdAt = new Date(deps.now());
  const changed = await transaction(deps, async (deps) => {
    const { userId, email, subject, category } = await requireTicket(deps, id);
    if (userId !== author.id) throw ticketNotFound();
    if ((await countWriterAnswers(deps.db, id)) >= maxWriterAnswers) throw ticketIsFull();
    const row = { id: crypto.randomUUID(), ticketId: id, message: answer, isFromWriter: true, createdAt };
    await insertAnswer(deps.db, row);
    await changeTicket(deps.db, id, { status: "open", updatedAt: createdAt });
    const name = author.username;
    const notice = { ticketId: id, email, subject, category, name, message: answer };
    await enqueueSupportNotice(deps, { kind: "answer", ...notice });
    return requireTicket(deps, id);
  });
  deps.jobEvents.queued();
  return toTicketView(changed, await listAnswers(deps.db, [id]));
}

function ticketIsFull(): AppError {
  return new AppError(
    "conflict",
    "ticket-full",
    "This ticket has {count} replies from you, which is the maximum. Please submit a new ticket.",
    { params: { count: maxWriterAnswers } },
  );
}

/** Permanently deletes the ticket; for admins. Throws `not_found`, `forbidden`. */
export async function removeTicket(deps: Pick<Deps, "db" | "now">, admin: Actor, id: string): Promise<void> {
  requireAdmin(admin);
  await transaction(deps, async (deps) => {
    const { subject, status } = await requireTicket(deps, id);
    await deleteTicket(deps.db, id);
    await writeAudit(deps.db, {
      actorId: admin.id,
      action: "ticket.deleted",
      subject: id,
      detail: { subject, status },
      createdAt: new Date(deps.now()),
    });
  });
}

/** Stores the ticket and its notice together or not at all. */
async function openTicket(
  deps: Pick<Deps, "config" | "db" | "now" | "jobEvents">,
  ticket: NewTicket,
  writer: Writer,
): Promise<TicketRow> {
  const at = new Date(deps.now());
  const row = await transaction(deps, async (deps) => {
    const kept = await insertTicket(deps.db, {
      ...ticket,
      id: crypto.randomUUID(),
      createdAt: at,
      updatedAt: at,
    });
    const { id: ticketId, email, subject, category } = kept;
    await enqueueSupportNotice(deps, { ticketId, email, subject, category, ...writer });
    return kept;
  });
  deps.jobEvents.queued();
  return row;
}

async function requireTicket(deps: Pick<Deps, "db">, id: string): Promise<TicketRow> {
  const ticket = await findTicket(deps.db, id);
  if (!ticket) throw ticketNotFound();
  return ticket;
}

function ticketNotFound(): AppError {
  return new AppError("not_found", "ticket-not-found", "This ticket does not exist.");
}
