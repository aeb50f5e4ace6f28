import type { ReactNode } from "react";
import type { AdminTicketView } from "../../../../src/features/support/support.output.schema.ts";
import { classes } from "../../../lib/classes.ts";
import { formatWithZone } from "../../../lib/format.ts";
import { adminTicketsMessages as text } from "../../../texts/admin-tickets.ts";

/** The question and all answers, oldest first, and the delivery status of each email. */
export function Conversation({ ticket }: { ticket: AdminTicketView }) {
  const { answers, resolution } = ticket;
  // Tickets resolved by earlier versions have a resolution that is not an answer.
  const isTold =
    resolution === null || answers.some(({ from, message }) => from === "support" && message === resolution);
  const writer = ticket.email === "" ? text.gone : ticket.email;
  return (
    <ol className="grid gap-3">
      <Words from={writer} at={ticket.createdAt}>
        {ticket.message}
      </Words>
      {answers.map(({ id, message, createdAt, mail, from }) => (
        <Words
          key={id}
          from={from === "support" ? text.us : writer}
          at={createdAt}
          isOurs={from === "support"}
          note={mail && text.mail[mail]}
          isBad={isLost(mail)}
        >
          {message}
        </Words>
      ))}
      {!isTold && (
        <Words from={text.resolution.label} at={ticket.updatedAt} isOurs>
          {resolution}
        </Words>
      )}
    </ol>
  );
}

type WordsProps = {
  from: string;
  at: string;
  isOurs?: boolean;
  note?: string | null;
  isBad?: boolean;
  children: ReactNode;
};

function Words({ from, at, isOurs = false, note, isBad = false, children }: WordsProps) {
  return (
    <li
      className={classes(
        "rounded-panel border px-4 py-3",
        isOurs ? "border-good/40 bg-good-tint sm:ml-8" : "border-line bg-sunk sm:mr-8",
      )}
    >
      <p className="text-sm text-muted wrap-anywhere">
        <span className="font-semibold text-ink">{from}</span>
        {" · "}
        <time dateTime={at}>{formatWithZone(Date.parse(at))}</time>
      </p>
      <p className="mt-1 whitespace-pre-wrap wrap-anywhere">{children}</p>
      {note && (
        <p className={classes("mt-1 text-sm", isBad ? "font-semibold text-bad" : "text-muted")}>{note}</p>
      )}
    </li>
  );
}

function isLost(mail: AdminTicketView["answers"][number]["mail"]): boolean {
  return mail === "failed" || mail === "uncertain" || mail === "saved";
}
