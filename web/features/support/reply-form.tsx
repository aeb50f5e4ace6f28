import { Reply } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { TicketView } from "../../../src/features/support/support.output.schema.ts";
import { answerTicketSchema } from "../../../src/features/support/support.schema.ts";
import { Button } from "../../components/button.tsx";
import { MessageField } from "../../components/message-field.tsx";
import { SendForm } from "../../components/send-form.tsx";
import { notify } from "../../lib/notify.ts";
import { trpc } from "../../lib/trpc.ts";
import { useAttempt } from "../../lib/use-attempt.ts";
import { useZodForm } from "../../lib/use-zod-form.ts";
import { supportMessages } from "../../texts/support.ts";

const text = supportMessages.tickets.reply;
const replySchema = answerTicketSchema.pick({ answer: true });

/** A button that opens a form for an answer; the focus returns to the button afterward. */
export function ReplyForm({ ticket }: { ticket: TicketView }) {
  const [isOpen, setOpen] = useState(false);
  const wasOpen = useRef(false);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isOpen && wasOpen.current) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  if (isOpen) return <OpenForm ticket={ticket} onClose={() => setOpen(false)} />;
  return (
    <div>
      <Button
        ref={button}
        variant="secondary"
        aria-label={text.openNamed(ticket.subject)}
        onClick={() => setOpen(true)}
      >
        <Reply className="size-4" aria-hidden="true" />
        {text.open}
      </Button>
    </div>
  );
}

function OpenForm({ ticket, onClose }: { ticket: TicketView; onClose: () => void }) {
  const form = useZodForm(replySchema, { answer: "" });
  const { support } = trpc.useUtils();
  const answer = trpc.support.answer.useMutation();
  const { attempt, failure } = useAttempt(text);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.querySelector("textarea")?.focus(), []);
  const send = (values: { answer: string }) =>
    attempt(async () => {
      await answer.mutateAsync({ id: ticket.id, ...values });
      notify({ kind: "success", title: text.done });
      await support.list.invalidate();
      onClose();
    });
  const hasEnded = ticket.status === "resolved" || ticket.status === "closed";
  return (
    <div ref={box}>
      <SendForm onSubmit={form.submit(send)} busy={form.busy} failure={failure} texts={text}>
        <MessageField
          form={form}
          name="answer"
          label={text.label}
          hint={hasEnded ? text.reopens : undefined}
          rows={4}
        />
      </SendForm>
      <Button variant="quiet" className="mt-2" onClick={onClose}>
        {text.cancel}
      </Button>
    </div>
  );
}
