import { CircleAlert } from "lucide-react";
import { useRef } from "react";
import { submitTicketSchema, ticketCategories } from "../../../src/support/support.schema.ts";
import { Button } from "../../components/button.tsx";
import { Card } from "../../components/card.tsx";
import { Field } from "../../components/field.tsx";
import { Notice } from "../../components/notice.tsx";
import { TextField } from "../../components/text-field.tsx";
import { useZodForm } from "../../lib/use-zod-form.ts";
import { supportMessages } from "./messages.ts";
import { usePreselectedCategory } from "./preselect-category.ts";
import { useSubmitTicket } from "./use-submit-ticket.ts";

const text = supportMessages.form;

/** A letter to support. The address is the user's own unless they write another. */
export function TicketForm({ email }: { email: string }) {
  const empty = { email, category: "general", subject: "", message: "" };
  const form = useZodForm(submitTicketSchema, empty);
  const { submitTicket, failure } = useSubmitTicket();
  const category = useRef<HTMLSelectElement>(null);
  usePreselectedCategory((wanted) => {
    form.change("category", wanted);
    category.current?.focus();
  });
  return (
    <Card aria-labelledby="ticket-form-title">
      <h2 id="ticket-form-title" className="text-2xl">
        {text.title}
      </h2>
      <form
        noValidate
        className="mt-5 grid gap-4"
        onSubmit={form.submit((ticket) => submitTicket(ticket, form.reset))}
      >
        <div className="grid items-start gap-4 sm:grid-cols-[1fr_12rem]">
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
        <Field label={text.message} hint={text.messageHint} error={form.error("message")}>
          {(control) => <textarea {...control} {...form.field("message")} rows={7} />}
        </Field>
        {failure && (
          <Notice tone="bad" icon={<CircleAlert aria-hidden="true" />} role="alert">
            {failure}
          </Notice>
        )}
        <div>
          <Button type="submit" busy={form.busy}>
            {form.busy ? text.pending : text.submit}
          </Button>
        </div>
      </form>
    </Card>
  );
}
