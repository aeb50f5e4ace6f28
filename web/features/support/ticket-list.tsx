import { Link } from "@tanstack/react-router";
import { MessageSquareText } from "lucide-react";
import { useState } from "react";
import { buttonClasses } from "../../components/button.tsx";
import { FailedNotice } from "../../components/failed-notice.tsx";
import { Spinner } from "../../components/spinner.tsx";
import { trpc } from "../../lib/trpc.ts";
import { supportMessages } from "../../texts/support.ts";
import { takeFirstTickets } from "./first-tickets.ts";
import { TicketCard } from "./ticket-card.tsx";

const text = supportMessages.tickets;

/**
 * The user's tickets, newest first, or an error. They are reloaded whenever the page opens, since support writes the
 * answers: the specification polls only documents, and reloads nothing on focus. Known tickets are shown in the
 * meantime.
 */
export function TicketList() {
  const [isFirst] = useState(takeFirstTickets);
  const tickets = trpc.support.list.useQuery(undefined, { refetchOnMount: isFirst ? true : "always" });
  if (tickets.isPending) return <Spinner label={text.loading} />;
  if (tickets.isError)
    return (
      <FailedNotice again={text.again} onRetry={() => tickets.refetch()}>
        {text.failed}
      </FailedNotice>
    );
  if (tickets.data.length === 0) return <NoTickets />;
  return (
    <>
      <ul className="grid gap-4">
        {tickets.data.map((ticket) => (
          <li key={ticket.id}>
            <TicketCard ticket={ticket} />
          </li>
        ))}
      </ul>
      <SubmitLink variant="secondary" />
    </>
  );
}

function SubmitLink({ variant }: { variant: "primary" | "secondary" }) {
  return (
    <Link to="/support" search={{ tab: "contact" }} className={`${buttonClasses({ variant })} mt-6`}>
      {text.submit}
    </Link>
  );
}

function NoTickets() {
  return (
    <div className="grid justify-items-center gap-2 rounded-panel border border-line bg-card px-4 py-12 text-center">
      <MessageSquareText className="size-16 text-field-line" strokeWidth={1.2} aria-hidden="true" />
      <h2 className="text-heading">{text.empty}</h2>
      <p className="text-muted">{text.emptyText}</p>
      <SubmitLink variant="primary" />
    </div>
  );
}
