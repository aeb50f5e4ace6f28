import { useRef, useState } from "react";
import type { TicketView } from "../../../src/features/support/support.output.schema.ts";
import {
  type SubmitTicketInput,
  submitTicketSchema,
  ticketCategories,
} from "../../../src/features/support/support.schema.ts";
import { Card } from "../../components/card.tsx";
import { Field } from "../../components/field.tsx";
import { MessageField } from "../../components/message-field.tsx";
import { SendForm } from "../../components/send-form.tsx";
import { TextField } from "../../components/text-field.tsx";
import { notify } from "../../lib/notify.ts";
import { trpc } from "../../lib/trpc.ts";
import { useAttempt } from "../../lib/use-attempt.ts";
import { supportMessages } from "../../texts/support.ts";
import { useDraftedForm } from "../accounts/use-drafted-form.ts";
import { usePreselectedCategory } from "./preselect-category.ts";
import { TicketReceived } from "./ticket-received.tsx";

const text = supportMessages.form;

export const ticketFormName = "ticket";

/** The support request form, below the ticket that was just submitted. The address defaults to the user's own. */
export function TicketForm({ email }: { email: string }) {
  const empty = { email, category: "general", subject: "", message: "" };
  const draft = { formName: ticketFormName, written: ["subject", "message"] } as const;
  const form = useDraftedForm(draft, submitTicketSchema, empty);
  const { submitTicket, failure, received } = useSubmitTicket();
  const category = useRef<HTMLSelectElement>(null);
  usePreselectedCategory((wanted) => {
    form.change("category", wanted);
    category.current?.focus();
  });
  return (
    <div className="grid gap-6">
      {received && <TicketReceived key={received.id} ticket={received} />}
      <Card aria-labelledby="ticket-form-title">
        <h2 id="ticket-form-title" className="text-heading">
          {text.title}
        </h2>
        <SendForm
          onSubmit={form.submit((ticket) => submitTicket(ticket, form.reset))}
          busy={form.busy}
          failure={failure}
          texts={text}
        >
          <div className="grid items-end gap-4 sm:grid-cols-field">
            <TextField form={form} name="email" kind="email" label={text.email} hint={text.emailHint} />
            <Field label={text.category} error={form.error("category")}>
              {(control) => (
                <select {...control} {...form.field("category")} ref={category}>
                  {ticketCategories.map((name) => (
                    <option key={name} value={name}>
                      {supportMessages.categories[name]}
                    </option>
                  ))}
                </select>
              )}
            </Field>
          </div>
          <TextField form={form} name="subject" label={text.subject} autoComplete="off" />
          <MessageField form={form} name="message" label={text.message} hint={text.messageHint} rows={7} />
        </SendForm>
      </Card>
    </div>
  );
}

/** Sends a ticket; the list of the user's tickets reloads when it is next shown. */
function useSubmitTicket() {
  const { support } = trpc.useUtils();
  const ticket = trpc.support.submit.useMutation();
  const [received, setReceived] = useState<TicketView>();
  const { attempt, failure } = useAttempt(text, { toast: true });

  const submitTicket = (input: SubmitTicketInput, onDone: () => void) =>
    attempt(async () => {
      setReceived(await ticket.mutateAsync(input));
      notify({ kind: "success", title: text.done, description: text.doneText });
      onDone();
      void support.list.invalidate();
    });

  return { submitTicket, failure, received };
}
