import { MailCheck } from "lucide-react";
import { useEffect, useRef } from "react";
import { Button } from "../../components/button.tsx";
import { Card } from "../../components/card.tsx";
import { contactMessages } from "./messages.ts";

const text = contactMessages.sent;

/** Replaces the form; the focus moves to its heading, so that it is not lost with the removed button. */
export function MessageSent({ email, onAgain }: { email: string; onAgain: () => void }) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <Card aria-labelledby="message-sent-title" className="rise border-t-4 border-t-good">
      <MailCheck className="size-12 text-good" strokeWidth={1.5} aria-hidden="true" />
      <h2 ref={title} id="message-sent-title" tabIndex={-1} className="mt-3 text-3xl">
        {text.title}
      </h2>
      <p className="mt-2 mb-6 text-muted wrap-anywhere">{text.text(email)}</p>
      <Button variant="secondary" onClick={onAgain}>
        {text.again}
      </Button>
    </Card>
  );
}
