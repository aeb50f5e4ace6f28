import { useState } from "react";
import type { AdminTicketView } from "../../../../src/features/support/support.schema.ts";
import { ListStates } from "../list-states.tsx";
import { MoreButton } from "../more-button.tsx";
import { AdminTicket } from "./admin-ticket.tsx";
import { DeleteTicketDialog } from "./delete-ticket-dialog.tsx";
import { adminTicketsMessages as text } from "./messages.ts";
import { ResolveDialog } from "./resolve-dialog.tsx";
import { useTickets } from "./use-tickets.ts";

type Question = { kind: "resolve" | "delete"; ticket: AdminTicketView };

/** All tickets, a hundred at a time; loaded when the tab is first shown. */
export function TicketsPanel({ shown }: { shown: boolean }) {
  const { list, hasMore, more } = useTickets(shown);
  const [question, setQuestion] = useState<Question>();
  const close = () => setQuestion(undefined);
  return (
    <>
      <ListStates title={hasMore ? text.newest : text.count} empty={text.none} query={list}>
        {(tickets) => (
          <ul className="grid gap-4">
            {tickets.map((ticket) => (
              <AdminTicket
                key={ticket.id}
                ticket={ticket}
                onResolve={() => setQuestion({ kind: "resolve", ticket })}
                onDelete={() => setQuestion({ kind: "delete", ticket })}
              />
            ))}
          </ul>
        )}
      </ListStates>
      {hasMore && <MoreButton more={more} />}
      {question?.kind === "resolve" && <ResolveDialog ticket={question.ticket} onClose={close} />}
      {question?.kind === "delete" && <DeleteTicketDialog ticket={question.ticket} onClose={close} />}
    </>
  );
}
