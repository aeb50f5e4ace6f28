import type { MailState } from "../../../db/columns/mail.ts";
import type { supportTickets } from "../../../db/schema.ts";
import type { AdminTicketView, TicketView } from "./support.output.schema.ts";
import {
  type ContactInput,
  type TicketStatus,
  ticketCategories,
  ticketPriorities,
  ticketStatuses,
} from "./support.schema.ts";

/** Statuses in which no answer is expected anymore. */
export const endedStatuses: TicketStatus[] = ["resolved", "closed"];

/** Replaces the text of an author whose account is deleted. */
export const removedText = "Deleted with the account.";

export type TicketRow = typeof supportTickets.$inferSelect;

type AnswerFrom = TicketView["answers"][number]["from"];

export type AnswerRow = {
  id: string;
  ticketId: string;
  message: string;
  createdAt: Date;
  isFromWriter: boolean;
  mail: MailState | null;
};

/** The ticket as its author may see it, with its `answers`. A missing or unknown priority is medium. */
export function toTicketView(row: TicketRow, answers: AnswerRow[]): TicketView {
  return {
    id: row.id,
    email: row.email,
    subject: row.subject,
    message: row.message,
    category: ticketCategories.find((category) => category === row.category) ?? "general",
    priority: ticketPriorities.find((priority) => priority === row.priority) ?? "medium",
    status: ticketStatuses.find((status) => status === row.status) ?? "open",
    resolution: row.resolution,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    answers: answers.filter(({ ticketId }) => ticketId === row.id).map(toAnswerView),
  };
}

export function toAdminTicketView(row: TicketRow, answers: AnswerRow[]): AdminTicketView {
  return {
    ...toTicketView(row, answers),
    userId: row.userId,
    assignedTo: row.assignedTo,
    answers: answers
      .filter(({ ticketId }) => ticketId === row.id)
      .map((answer) => ({ ...toAnswerView(answer), mail: answer.mail })),
  };
}

function toAnswerView({ id, message, createdAt, isFromWriter }: AnswerRow) {
  const from: AnswerFrom = isFromWriter ? "writer" : "support";
  return { id, message, createdAt: createdAt.toISOString(), from };
}

/** A visitor has no account with a name, so the first line of the message contains it. */
export function contactMessage({ name, message }: ContactInput): string {
  return `Name: ${name}\n\n${message}`;
}
