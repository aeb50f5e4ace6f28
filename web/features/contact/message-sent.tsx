import { MailCheck } from "lucide-react";
import { Button } from "../../components/button.tsx";
import { DoneCard } from "../../components/done-card.tsx";
import { contactMessages } from "../../texts/contact.ts";

const text = contactMessages.sent;

/** Replaces the form. */
export function MessageSent({ email, onAgain }: { email: string; onAgain: () => void }) {
  return (
    <DoneCard icon={MailCheck} level="h2" title={text.title}>
      <p className="mt-2 mb-6 text-muted wrap-anywhere">{text.text(email)}</p>
      <Button variant="secondary" onClick={onAgain}>
        {text.again}
      </Button>
    </DoneCard>
  );
}
