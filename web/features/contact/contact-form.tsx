import { CircleAlert } from "lucide-react";
import { type ContactInput, contactSchema } from "../../../src/support/support.schema.ts";
import { Button } from "../../components/button.tsx";
import { Card } from "../../components/card.tsx";
import { Field } from "../../components/field.tsx";
import { Notice } from "../../components/notice.tsx";
import { TextField } from "../../components/text-field.tsx";
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
  const form = useZodForm(contactSchema, empty);
  return (
    <Card aria-labelledby="contact-form-title">
      <h2 id="contact-form-title" className="text-2xl">
        {text.title}
      </h2>
      <form noValidate className="mt-5 grid gap-4" onSubmit={form.submit(onSend)}>
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <TextField form={form} name="name" label={text.name} required autoComplete="name" />
          <TextField form={form} name="email" kind="email" label={text.email} required />
        </div>
        <TextField form={form} name="subject" label={text.subject} required autoComplete="off" />
        <Field label={text.message} error={form.error("message")}>
          {(control) => <textarea {...control} {...form.field("message")} required rows={7} />}
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
