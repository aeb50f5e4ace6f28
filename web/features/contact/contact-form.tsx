import { type ContactInput, contactSchema } from "../../../src/features/support/support.schema.ts";
import { Card } from "../../components/card.tsx";
import { MessageField } from "../../components/message-field.tsx";
import { SendForm } from "../../components/send-form.tsx";
import { TextField } from "../../components/text-field.tsx";
import type { FieldIssue } from "../../lib/server-errors.ts";
import type { Failure } from "../../lib/use-attempt.ts";
import { useZodForm } from "../../lib/use-zod-form.ts";
import { contactMessages } from "../../texts/contact.ts";

const text = contactMessages.form;
const empty = { name: "", email: "", subject: "", message: "" };

type ContactFormProps = {
  onSend: (message: ContactInput) => Promise<FieldIssue[]>;
  failure: Failure | undefined;
};

export function ContactForm({ onSend, failure }: ContactFormProps) {
  const form = useZodForm(contactSchema, empty);
  return (
    <Card aria-labelledby="contact-form-title">
      <h2 id="contact-form-title" className="text-heading">
        {text.title}
      </h2>
      <SendForm onSubmit={form.submit(onSend)} busy={form.busy} failure={failure} texts={text}>
        <div className="grid items-end gap-4 sm:grid-cols-2">
          <TextField form={form} name="name" label={text.name} required autoComplete="name" />
          <TextField form={form} name="email" kind="email" label={text.email} required />
        </div>
        <TextField form={form} name="subject" label={text.subject} required autoComplete="off" />
        <MessageField form={form} name="message" label={text.message} rows={7} required />
      </SendForm>
    </Card>
  );
}
