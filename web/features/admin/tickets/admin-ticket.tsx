import { ChevronLeft, CircleCheck, Trash2 } from "lucide-react";
import { useEffect, useId, useRef } from "react";
import type { AdminTicketView } from "../../../../src/features/support/support.output.schema.ts";
import { ticketStatuses } from "../../../../src/features/support/support.schema.ts";
import { Button } from "../../../components/button.tsx";
import { inputLook } from "../../../components/field.tsx";
import { formatWithZone } from "../../../lib/format.ts";
import { adminTicketsMessages as text } from "../../../texts/admin-tickets.ts";
import { supportMessages } from "../../../texts/support.ts";
import { TicketPriorityBadge, TicketStatusBadge } from "../../support/ticket-badges.tsx";
import { AnswerForm } from "./answer-form.tsx";
import { Conversation } from "./conversation.tsx";
import { TicketWriter } from "./ticket-writer.tsx";
import { useTicketUpdate } from "./use-ticket-update.ts";

export const shownIdLength = 8;

type AdminTicketProps = {
  ticket: AdminTicketView;
  onClose: () => void;
  onResolve: () => void;
  onDelete: () => void;
};

/** One ticket with its conversation and all actions of an admin. The focus moves to its heading. */
export function AdminTicket({ ticket, onClose, onResolve, onDelete }: AdminTicketProps) {
  const title = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section
      aria-labelledby={title}
      className="grid gap-4 rounded-panel border border-line bg-card p-4 shadow-card"
    >
      <div className="lg:hidden">
        <Button variant="quiet" size="small" onClick={onClose}>
          <ChevronLeft className="size-4" aria-hidden="true" />
          {text.back}
        </Button>
      </div>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="min-w-0">
          <h2 id={title} ref={heading} tabIndex={-1} className="text-heading wrap-anywhere">
            {ticket.subject}
          </h2>
          <p className="mt-1 text-sm text-muted wrap-anywhere">
            {text.id}{" "}
            <span className="font-mono" translate="no">
              {ticket.id.slice(0, shownIdLength)}
            </span>
            {" · "}
            <time dateTime={ticket.createdAt}>{formatWithZone(Date.parse(ticket.createdAt))}</time>
            {" · "}
            {supportMessages.categories[ticket.category]}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <TicketStatusBadge status={ticket.status} />
          <TicketPriorityBadge priority={ticket.priority} />
        </div>
      </div>
      <p className="wrap-anywhere">
        {text.from}{" "}
        {ticket.email === "" ? (
          text.gone
        ) : (
          <a href={`mailto:${encodeURIComponent(ticket.email)}`} className="link">
            {ticket.email}
          </a>
        )}
        {ticket.userId === null && `, ${text.visitor}`}
      </p>
      {ticket.userId !== null && <TicketWriter userId={ticket.userId} />}
      <Conversation ticket={ticket} />
      {ticket.email !== "" && <AnswerForm ticket={ticket} />}
      <div className="flex flex-wrap items-center gap-3">
        <StatusChoice ticket={ticket} />
        <Button variant="secondary" size="small" aria-haspopup="dialog" onClick={onResolve}>
          <CircleCheck className="size-4" aria-hidden="true" />
          {text.resolve}
        </Button>
        <Button
          variant="secondary"
          size="small"
          aria-haspopup="dialog"
          aria-label={text.deleteLabel(ticket.subject)}
          onClick={onDelete}
        >
          <Trash2 className="size-4" aria-hidden="true" />
          {text.delete}
        </Button>
      </div>
    </section>
  );
}

function StatusChoice({ ticket }: { ticket: AdminTicketView }) {
  const { change, busy } = useTicketUpdate();
  return (
    <select
      aria-label={text.getStatus(ticket.subject)}
      value={ticket.status}
      aria-busy={busy}
      className={`${inputLook} max-w-field max-sm:max-w-none`}
      onChange={({ target }) => {
        const status = ticketStatuses.find((known) => known === target.value);
        if (status && !busy) void change({ id: ticket.id, status });
      }}
    >
      {ticketStatuses.map((status) => (
        <option key={status} value={status}>
          {supportMessages.tickets.statuses[status]}
        </option>
      ))}
    </select>
  );
}
