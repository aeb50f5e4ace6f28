import { useState } from "react";
import type { AdminTicketView } from "../../../../src/support/support.schema.ts";
import { trpc } from "../../../lib/trpc.ts";
import { ListStates } from "../list-states.tsx";
import { AdminTicket } from "./admin-ticket.tsx";
import { DeleteTicketDialog } from "./delete-ticket-dialog.tsx";
import { adminTicketsMessages as text } from "./messages.ts";
import { ResolveDialog } from "./resolve-dialog.tsx";

type Question = { kind: "resolve" | "delete"; ticket: AdminTicketView };

/** All tickets; loaded when the tab is first shown. */
export function TicketsPanel({ shown }: { shown: boolean }) {
  const tickets = trpc.support.listAll.useQuery(undefined, { enabled: shown });
  const [question, setQuestion] = useState<Question>();
  const close = () => setQuestion(undefined);
  return (
    <>
      <ListStates title={text.count} empty={text.none} query={tickets}>
        {(list) => (
          <ul className="grid gap-4">
            {list.map((ticket) => (
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
      {question?.kind === "resolve" && <ResolveDialog ticket={question.ticket} onClose={close} />}
      {question?.kind === "delete" && <DeleteTicketDialog ticket={question.ticket} onClose={close} />}
    </>
  );
}
