import { useState } from "react";
import type { AdminTicketView } from "../../../../src/features/support/support.output.schema.ts";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { notify } from "../../../lib/notify.ts";
import { faultOf } from "../../../lib/server-errors.ts";
import { trpc } from "../../../lib/trpc.ts";
import { ListStates } from "../list-states.tsx";
import { adminMessages } from "../messages.ts";
import { MoreButton } from "../more-button.tsx";
import { atOnce, lastOfFull, readSoFar } from "../parts.ts";
import { AdminTicket } from "./admin-ticket.tsx";
import { adminTicketsMessages as text } from "./messages.ts";
import { ResolveDialog } from "./resolve-dialog.tsx";

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

/** The tickets loaded so far, newest first, and how to load more. */
function useTickets(enabled: boolean) {
  const query = trpc.support.listAll.useInfiniteQuery(
    { limit: atOnce },
    {
      enabled,
      getNextPageParam(part) {
        const last = lastOfFull(part);
        return last && `${last.createdAt},${last.id}`;
      },
    },
  );
  return readSoFar(query);
}

function DeleteTicketDialog({ ticket, onClose }: { ticket: AdminTicketView; onClose: () => void }) {
  const calls = trpc.useUtils();
  const remove = trpc.support.remove.useMutation({
    onSuccess: async () => {
      onClose();
      notify({ kind: "success", title: text.deleted });
      await Promise.all([calls.support.invalidate(), calls.admin.auditLog.invalidate()]);
    },
    onError: (error) => {
      const description = faultOf(error).message ?? text.deleteFallback;
      notify({ kind: "error", title: text.deleteFailed, description });
    },
  });
  return (
    <ConfirmDialog
      title={text.dialog.title}
      cancelLabel={adminMessages.cancel}
      confirmLabel={text.dialog.confirm}
      busy={remove.isPending}
      onConfirm={() => remove.mutate({ id: ticket.id })}
      onClose={onClose}
    >
      <p className="wrap-anywhere">{text.dialog.text(ticket.subject)}</p>
    </ConfirmDialog>
  );
}
