import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import type { AdminTicketView } from "../../../../src/features/support/support.output.schema.ts";
import { ticketStatuses } from "../../../../src/features/support/support.schema.ts";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { Field } from "../../../components/field.tsx";
import { classes } from "../../../lib/classes.ts";
import { notify } from "../../../lib/notify.ts";
import { parseServerError } from "../../../lib/server-errors.ts";
import { trpc } from "../../../lib/trpc.ts";
import { adminMessages } from "../../../texts/admin.ts";
import { adminTicketsMessages as text } from "../../../texts/admin-tickets.ts";
import { supportMessages } from "../../../texts/support.ts";
import type { AdminAddress } from "../admin-address.ts";
import { ListFilter } from "../list-filter.tsx";
import { ListStates } from "../list-states.tsx";
import { MoreButton } from "../more-button.tsx";
import { atOnce, lastOfFull, readSoFar } from "../parts.ts";
import { AdminTicket } from "./admin-ticket.tsx";
import { ResolveDialog } from "./resolve-dialog.tsx";
import { TicketRow } from "./ticket-row.tsx";

type Question = { kind: "resolve" | "delete"; ticket: AdminTicketView };

const route = getRouteApi("/admin");

/**
 * Tickets, a hundred at a time, with the selected one next to them; search, status and selection are in the address.
 * Loaded when the tab is first shown.
 */
export function TicketsPanel({ shown }: { shown: boolean }) {
  const { find = "", status, ticket: chosen } = route.useSearch();
  const navigate = route.useNavigate();
  const { list, hasMore, more } = useTickets(shown, find, status);
  const [question, setQuestion] = useState<Question>();
  const close = () => setQuestion(undefined);
  const change = (part: Pick<AdminAddress, "find" | "status" | "ticket">) =>
    void navigate({ search: (address) => ({ ...address, ...part }), replace: true, resetScroll: false });
  const open = list.data?.find(({ id }) => id === chosen);
  return (
    <>
      <ListFilter
        key={find}
        label={text.search}
        term={find}
        onSearch={(term) => change({ find: term || undefined, ticket: undefined })}
      >
        <div className="min-w-field">
          <Field label={supportMessages.tickets.status}>
            {(control) => (
              <select
                {...control}
                value={status ?? ""}
                onChange={({ target }) =>
                  change({
                    status: ticketStatuses.find((known) => known === target.value),
                    ticket: undefined,
                  })
                }
              >
                <option value="">{text.everyStatus}</option>
                {ticketStatuses.map((known) => (
                  <option key={known} value={known}>
                    {supportMessages.tickets.statuses[known]}
                  </option>
                ))}
              </select>
            )}
          </Field>
        </div>
      </ListFilter>
      <ListStates title={hasMore ? text.newest : text.count} empty={text.none} query={list}>
        {(tickets) => (
          <div className="grid items-start gap-4 lg:grid-cols-aside-first">
            <div className={classes(open && "max-lg:hidden")}>
              <ul className="divide-y divide-line overflow-hidden rounded-panel border border-line bg-card shadow-card">
                {tickets.map((ticket) => (
                  <TicketRow
                    key={ticket.id}
                    ticket={ticket}
                    isOpen={ticket.id === chosen}
                    onOpen={() => change({ ticket: ticket.id })}
                  />
                ))}
              </ul>
              {hasMore && <MoreButton more={more} />}
            </div>
            {open ? (
              <AdminTicket
                key={open.id}
                ticket={open}
                onClose={() => change({ ticket: undefined })}
                onResolve={() => setQuestion({ kind: "resolve", ticket: open })}
                onDelete={() => setQuestion({ kind: "delete", ticket: open })}
              />
            ) : (
              <p className="rounded-panel border border-dashed border-line p-8 text-center text-muted max-lg:hidden">
                {text.choose}
              </p>
            )}
          </div>
        )}
      </ListStates>
      {question?.kind === "resolve" && <ResolveDialog ticket={question.ticket} onClose={close} />}
      {question?.kind === "delete" && <DeleteTicketDialog ticket={question.ticket} onClose={close} />}
    </>
  );
}

/** The tickets loaded so far, newest first, and how to load more. */
function useTickets(enabled: boolean, search: string, status: AdminAddress["status"]) {
  const query = trpc.support.listAll.useInfiniteQuery(
    { limit: atOnce, ...(search && { search }), ...(status && { status }) },
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
      const description = parseServerError(error).message ?? text.deleteFallback;
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
