import { CircleAlert, Send } from "lucide-react";
import { useEffect, useRef } from "react";
import { recipientSchema } from "../../../../src/documents/email.schema.ts";
import { Button } from "../../../components/button.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { Field } from "../../../components/field.tsx";
import { Notice } from "../../../components/notice.tsx";
import { useZodForm } from "../../../lib/use-zod-form.ts";
import type { DocumentView } from "../document.ts";
import { emailMessages as text } from "./messages.ts";
import { useEmailDocument } from "./use-email-document.ts";

type EmailDialogProps = { document: DocumentView; onClose: () => void };

/** Asks to whom a stamped copy and its certificate go. What was typed stays when sending fails. */
export function EmailDialog({ document, onClose }: EmailDialogProps) {
  const { field, error, submit, busy } = useZodForm(recipientSchema, { email: "", name: "" });
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);
  const { send, failure } = useEmailDocument(document.id, onClose);
  return (
    <Dialog title={text.title} closeLabel={text.close} onClose={onClose}>
      <p className="text-muted wrap-anywhere">{text.intro(document.originalName)}</p>
      <form noValidate className="mt-5 grid gap-4" onSubmit={submit(send)}>
        <Field label={text.email} error={error("email")}>
          {(control) => (
            <input
              {...control}
              {...field("email")}
              ref={first}
              required
              type="email"
              inputMode="email"
              autoComplete="email"
            />
          )}
        </Field>
        <Field label={text.name} note={text.optional} error={error("name")}>
          {(control) => <input {...control} {...field("name")} autoComplete="name" />}
        </Field>
        {failure && (
          <Notice tone="bad" icon={<CircleAlert aria-hidden="true" />} role="alert">
            {failure}
          </Notice>
        )}
        <div>
          <Button type="submit" busy={busy} disabled={field("email").value.trim() === ""}>
            {!busy && <Send className="size-4" aria-hidden="true" />}
            {busy ? text.sending : text.send}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
