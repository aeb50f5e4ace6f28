import type { TicketView } from "../../../src/features/support/support.output.schema.ts";
import { Card } from "../../components/card.tsx";
import { formatWithOffset } from "../../lib/format.ts";
import { supportMessages } from "./messages.ts";
import { TicketPriorityBadge, TicketStatusBadge } from "./ticket-badges.tsx";

const text = supportMessages.tickets;

/** One ticket of the user with our answer, if there is one. */
export function TicketCard({ ticket }: { ticket: TicketView }) {
  const titleId = `ticket-${ticket.id}`;
  return (
    <Card aria-labelledby={titleId} className="grid gap-4">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="min-w-0">
          <h2 id={titleId} className="text-2xl wrap-anywhere">
            {ticket.subject}
          </h2>
          <p className="mt-1 flex flex-wrap gap-x-4 text-muted">
            <time dateTime={ticket.createdAt}>{formatWithOffset(Date.parse(ticket.createdAt))}</time>
            <span>{supportMessages.categories[ticket.category]}</span>
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <TicketStatusBadge status={ticket.status} />
          <TicketPriorityBadge priority={ticket.priority} />
        </div>
      </div>
      <p className="whitespace-pre-wrap wrap-anywhere">{ticket.message}</p>
      {ticket.answers
        .filter(({ message }) => message !== ticket.resolution)
        .map(({ id, message, createdAt }) => (
          <div key={id} className="rounded-xl border border-line bg-sunk px-4 py-3">
            <h3 className="font-sans text-base tracking-normal">{text.answer}</h3>
            <p className="text-sm text-muted">
              <time dateTime={createdAt}>{formatWithOffset(Date.parse(createdAt))}</time>
            </p>
            <p className="mt-1 whitespace-pre-wrap wrap-anywhere">{message}</p>
          </div>
        ))}
      {ticket.resolution && (
        <div className="rounded-xl border border-good/40 bg-good-tint px-4 py-3">
          <h3 className="font-sans text-base tracking-normal text-good">{text.resolution}</h3>
          <p className="mt-1 whitespace-pre-wrap wrap-anywhere">{ticket.resolution}</p>
        </div>
      )}
      <p className="text-sm text-muted wrap-anywhere">
        {text.id}: <span className="font-mono">{ticket.id}</span>
      </p>
    </Card>
  );
}
