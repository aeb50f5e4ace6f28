import type { TicketView } from "../../../src/features/support/support.output.schema.ts";
import { Card } from "../../components/card.tsx";
import { classes } from "../../lib/classes.ts";
import { formatWithZone } from "../../lib/format.ts";
import { supportMessages } from "../../texts/support.ts";
import { ReplyForm } from "./reply-form.tsx";
import { TicketPriorityBadge, TicketStatusBadge } from "./ticket-badges.tsx";

const text = supportMessages.tickets;

/** One ticket of the user with the conversation, oldest first, and a form to answer. */
export function TicketCard({ ticket }: { ticket: TicketView }) {
  const titleId = `ticket-${ticket.id}`;
  // Tickets resolved by earlier versions have a resolution that is not an answer.
  const resolving = ticket.answers.findLast(
    ({ from, message }) => from === "support" && message === ticket.resolution,
  );
  return (
    <Card aria-labelledby={titleId} className="grid gap-4">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="min-w-0">
          <h2 id={titleId} className="text-heading wrap-anywhere">
            {ticket.subject}
          </h2>
          <p className="mt-1 flex flex-wrap gap-x-4 text-muted">
            <time dateTime={ticket.createdAt}>{formatWithZone(Date.parse(ticket.createdAt))}</time>
            <span>{supportMessages.categories[ticket.category]}</span>
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <TicketStatusBadge status={ticket.status} />
          <TicketPriorityBadge priority={ticket.priority} />
        </div>
      </div>
      <p className="whitespace-pre-wrap wrap-anywhere">{ticket.message}</p>
      {ticket.answers.map((answer) => (
        <Words key={answer.id} {...answer} isResolution={answer === resolving} />
      ))}
      {ticket.resolution && !resolving && (
        <Words from="support" message={ticket.resolution} createdAt={ticket.updatedAt} isResolution />
      )}
      {ticket.email !== "" && <ReplyForm ticket={ticket} />}
      <p className="text-sm text-muted wrap-anywhere">
        {text.id}:{" "}
        <span className="font-mono" translate="no">
          {ticket.id}
        </span>
      </p>
    </Card>
  );
}

type WordsProps = Pick<TicketView["answers"][number], "from" | "message" | "createdAt"> & {
  isResolution: boolean;
};

function Words({ from, message, createdAt, isResolution }: WordsProps) {
  const title = from === "writer" ? text.yourAnswer : text.answer;
  const looks = {
    writer: "border-line sm:ml-8",
    support: "border-line bg-sunk sm:mr-8",
    resolution: "border-good/40 bg-good-tint sm:mr-8",
  };
  return (
    <div className={classes("rounded-panel border px-4 py-3", looks[isResolution ? "resolution" : from])}>
      <h3 className={classes("font-sans text-base tracking-normal", isResolution && "text-good")}>
        {isResolution ? text.resolution : title}
      </h3>
      <p className="text-sm text-muted">
        <time dateTime={createdAt}>{formatWithZone(Date.parse(createdAt))}</time>
      </p>
      <p className="mt-1 whitespace-pre-wrap wrap-anywhere">{message}</p>
    </div>
  );
}
