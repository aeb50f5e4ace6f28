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
import { supportMessages } from "../../texts/support.ts";
import { useDraftedForm, useHadDraft } from "../accounts/use-drafted-form.ts";

const text = supportMessages.tickets.reply;
const replySchema = answerTicketSchema.pick({ answer: true });

const formNameOf = ({ id }: TicketView) => `reply to ${id}`;

/**
 * A button that opens a form for an answer; the focus returns to the button afterward. The form of a draft is open from
 * the start, and takes no focus.
 */
export function ReplyForm({ ticket }: { ticket: TicketView }) {
  const hadDraft = useHadDraft(formNameOf(ticket));
  const [state, setState] = useState<"closed" | "found open" | "opened">(hadDraft ? "found open" : "closed");
  const isOpen = state !== "closed";
  const wasOpen = useRef(false);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isOpen && wasOpen.current) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  if (isOpen) {
    const close = () => setState("closed");
    return <OpenForm ticket={ticket} takesFocus={state === "opened"} onClose={close} />;
  }
  return (
    <div>
      <Button
        ref={button}
        variant="secondary"
        aria-label={text.openNamed(ticket.subject)}
        onClick={() => setState("opened")}
      >
        <Reply className="size-4" aria-hidden="true" />
        {text.open}
      </Button>
    </div>
  );
}

type OpenFormProps = { ticket: TicketView; takesFocus: boolean; onClose: () => void };

function OpenForm({ ticket, takesFocus, onClose }: OpenFormProps) {
  const form = useDraftedForm({ formName: formNameOf(ticket), written: ["answer"] }, replySchema, {
    answer: "",
  });
  const { support } = trpc.useUtils();
  const answer = trpc.support.answer.useMutation();
  const { attempt, failure } = useAttempt(text);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesFocus) box.current?.querySelector("textarea")?.focus();
  }, [takesFocus]);
  const cancel = () => {
    form.reset();
    onClose();
  };
  const send = (values: { answer: string }) =>
    attempt(async () => {
      await answer.mutateAsync({ id: ticket.id, ...values });
      form.reset();
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
      <Button variant="quiet" className="mt-2" disabled={form.busy} onClick={cancel}>
        {text.cancel}
      </Button>
    </div>
  );
}
