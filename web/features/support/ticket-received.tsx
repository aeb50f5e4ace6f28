import { Link } from "@tanstack/react-router";
import { MailCheck } from "lucide-react";
import type { TicketView } from "../../../src/features/support/support.output.schema.ts";
import { buttonClasses } from "../../components/button.tsx";
import { DoneCard } from "../../components/done-card.tsx";
import { sendsMail } from "../../environment/server-settings.ts";
import { supportMessages } from "../../texts/support.ts";

const text = supportMessages.received;

/** The ticket that was just submitted, and where its answer will be. */
export function TicketReceived({ ticket: { id, subject, email } }: { ticket: TicketView }) {
  return (
    <DoneCard icon={MailCheck} level="h2" title={text.title}>
      <p className="mt-2 font-semibold wrap-anywhere">{subject}</p>
      <p className="text-sm text-muted wrap-anywhere">
        {supportMessages.tickets.id}:{" "}
        <span className="font-mono" translate="no">
          {id}
        </span>
      </p>
      <p className="mt-3 wrap-anywhere">{sendsMail ? text.byEmail(email) : text.here}</p>
      <Link to="/my-tickets" className={`${buttonClasses({ variant: "secondary" })} mt-4`}>
        {supportMessages.tickets.title}
      </Link>
    </DoneCard>
  );
}
