import { Link } from "@tanstack/react-router";
import { MailCheck } from "lucide-react";
import { useEffect, useRef } from "react";
import type { TicketView } from "../../../src/features/support/support.output.schema.ts";
import { buttonClasses } from "../../components/button.tsx";
import { Card } from "../../components/card.tsx";
import { sendsMail } from "../../environment/server-settings.ts";
import { supportMessages } from "./messages.ts";

const text = supportMessages.received;

/** The ticket that was just submitted, and where its answer will be. The focus moves to the heading. */
export function TicketReceived({ ticket: { id, subject, email } }: { ticket: TicketView }) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <Card aria-labelledby="ticket-received-title" className="rise border-t-4 border-t-good">
      <MailCheck className="size-12 text-good" strokeWidth={1.5} aria-hidden="true" />
      <h2 ref={title} id="ticket-received-title" tabIndex={-1} className="mt-3 text-2xl">
        {text.title}
      </h2>
      <p className="mt-2 font-semibold wrap-anywhere">{subject}</p>
      <p className="text-sm text-muted wrap-anywhere">
        {supportMessages.tickets.id}: <span className="font-mono">{id}</span>
      </p>
      <p className="mt-3 wrap-anywhere">{sendsMail ? text.byEmail(email) : text.here}</p>
      <Link to="/my-tickets" className={`${buttonClasses({ variant: "secondary" })} mt-4`}>
        {supportMessages.tickets.title}
      </Link>
    </Card>
  );
}
