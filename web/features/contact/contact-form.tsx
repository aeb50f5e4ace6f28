import { CircleAlert } from "lucide-react";
import { type ContactInput, contactSchema } from "../../../src/support/support.schema.ts";
import { Button } from "../../components/button.tsx";
import { Card } from "../../components/card.tsx";
import { Field } from "../../components/field.tsx";
import { Notice } from "../../components/notice.tsx";
import type { FaultIssue } from "../../lib/faults.ts";
import { useZodForm } from "../../lib/use-zod-form.ts";
import { contactMessages } from "./messages.ts";

const text = contactMessages.form;
const empty = { name: "", email: "", subject: "", message: "" };

type ContactFormProps = {
  onSend: (message: ContactInput) => Promise<FaultIssue[]>;
  failure: string | undefined;
};

export function ContactForm({ onSend, failure }: ContactFormProps) {
  const { field, error, submit, busy } = useZodForm(contactSchema, empty);
  return (
    <Card aria-labelledby="contact-form-title">
      <h2 id="contact-form-title" className="text-2xl">
        {text.title}
      </h2>
      <form noValidate className="mt-5 grid gap-4" onSubmit={submit(onSend)}>
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <Field label={text.name} error={error("name")}>
            {(control) => <input {...control} {...field("name")} required autoComplete="name" />}
          </Field>
          <Field label={text.email} error={error("email")}>
            {(control) => (
              <input
                {...control}
                {...field("email")}
                required
                type="email"
                inputMode="email"
                autoComplete="email"
              />
            )}
          </Field>
        </div>
        <Field label={text.subject} error={error("subject")}>
          {(control) => <input {...control} {...field("subject")} required autoComplete="off" />}
        </Field>
        <Field label={text.message} error={error("message")}>
          {(control) => <textarea {...control} {...field("message")} required rows={7} />}
        </Field>
        {failure && (
          <Notice tone="bad" icon={<CircleAlert aria-hidden="true" />} role="alert">
            {failure}
          </Notice>
        )}
        <div>
          <Button type="submit" busy={busy}>
            {busy ? text.pending : text.submit}
          </Button>
        </div>
      </form>
    </Card>
  );
}
