import type { AdminTicketView } from "../../../../src/features/support/support.output.schema.ts";
import { BareButton } from "../../../components/bare-button.tsx";
import { classes } from "../../../lib/classes.ts";
import { formatDay } from "../../../lib/format.ts";
import { adminTicketsMessages as text } from "../../../texts/admin-tickets.ts";
import { TicketPriorityBadge, TicketStatusBadge } from "../../support/ticket-badges.tsx";

type TicketRowProps = { ticket: AdminTicketView; isOpen: boolean; onOpen: () => void };

/** One ticket of the list: a button that opens it. */
export function TicketRow({ ticket, isOpen, onOpen }: TicketRowProps) {
  return (
    <li>
      <BareButton
        aria-current={isOpen ? "true" : undefined}
        onClick={onOpen}
        className={classes(
          "grid w-full gap-1 border-l-4 px-4 py-3 text-left",
          isOpen ? "border-brand bg-tint forced-colors:border-highlight" : "border-transparent hover:bg-tint",
        )}
      >
        <span className="font-semibold wrap-anywhere">{ticket.subject}</span>
        <span className="text-sm text-muted wrap-anywhere">
          {ticket.email === "" ? text.gone : ticket.email}
          {" · "}
          {formatDay(Date.parse(ticket.createdAt))}
        </span>
        <span className="flex flex-wrap gap-2">
          <TicketStatusBadge status={ticket.status} />
          {ticket.priority !== "medium" && <TicketPriorityBadge priority={ticket.priority} />}
        </span>
      </BareButton>
    </li>
  );
}
