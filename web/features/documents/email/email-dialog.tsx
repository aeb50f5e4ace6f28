import { Send } from "lucide-react";
import { useEffect, useRef } from "react";
import { recipientSchema } from "../../../../src/documents/email.schema.ts";
import { Dialog } from "../../../components/dialog.tsx";
import { SendForm } from "../../../components/send-form.tsx";
import { TextField } from "../../../components/text-field.tsx";
import { useZodForm } from "../../../lib/use-zod-form.ts";
import type { DocumentView } from "../document.ts";
import { emailMessages as text } from "./messages.ts";
import { useEmailDocument } from "./use-email-document.ts";

type EmailDialogProps = { document: DocumentView; onClose: () => void };

/** Asks to whom a stamped copy and its certificate go. What was typed stays when sending fails. */
export function EmailDialog({ document, onClose }: EmailDialogProps) {
  const form = useZodForm(recipientSchema, { email: "", name: "" });
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);
  const { send, failure } = useEmailDocument(document.id, onClose);
  return (
    <Dialog title={text.title} closeLabel={text.close} onClose={onClose}>
      <p className="text-muted wrap-anywhere">{text.intro(document.originalName)}</p>
      <SendForm
        onSubmit={form.submit(send)}
        busy={form.busy}
        failure={failure}
        texts={text}
        icon={<Send className="size-4" aria-hidden="true" />}
        ready={form.field("email").value.trim() !== ""}
      >
        <TextField form={form} name="email" kind="email" label={text.email} ref={first} required />
        <TextField form={form} name="name" label={text.name} note={text.optional} autoComplete="name" />
      </SendForm>
    </Dialog>
  );
}
