import { Link } from "@tanstack/react-router";
import { Mail, Send } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { recipientSchema } from "../../../../src/features/documents/email.schema.ts";
import type { Language } from "../../../../src/formats/languages.ts";
import { Dialog } from "../../../components/dialog.tsx";
import { Notice } from "../../../components/notice.tsx";
import { SendForm } from "../../../components/send-form.tsx";
import { TextField } from "../../../components/text-field.tsx";
import { sendsMail } from "../../../environment/server-settings.ts";
import { notify } from "../../../lib/notify.ts";
import { trpc } from "../../../lib/trpc.ts";
import { useAttempt } from "../../../lib/use-attempt.ts";
import { useZodForm } from "../../../lib/use-zod-form.ts";
import { allDocumentsMessages as several } from "../../../texts/all-documents.ts";
import { emailMessages as text } from "../../../texts/document-email.ts";
import { emailAddressMessages } from "../../../texts/email-address.ts";
import { readersLanguage } from "../../../texts/language.ts";
import { translate } from "../../../texts/translation.ts";
import { useCurrentUser } from "../../accounts/use-current-user.ts";
import type { DocumentView } from "../document.ts";
import { showDocumentName } from "../document-name.ts";
import { MessageFields } from "./message-fields.tsx";
import { outcomeKinds } from "./outcome-kinds.ts";
import { UnsentNotice } from "./unsent-notice.tsx";

/** Shown before anything is typed, where nothing would be sent. */
function NotSentNotice() {
  const current = useCurrentUser();
  if (!sendsMail) return <UnsentNotice>{text.unsent.text}</UnsentNotice>;
  if (current.state !== "user" || current.user.emailConfirmed) return null;
  return (
    <div className="mt-4">
      <Notice tone="warn" icon={<Mail aria-hidden="true" />}>
        {current.user.email ? unconfirmed.text(current.user.email) : unconfirmed.missing}{" "}
        <Link to="/account" className="link">
          {unconfirmed.account}
        </Link>
      </Notice>
    </div>
  );
}

const unconfirmed = emailAddressMessages.dialog;

type EmailDialogProps = { documents: DocumentView[]; onClose: () => void; children?: ReactNode };

/** Asks for the recipient of stamped copies and their certificates, in one email. Input is kept if sending fails. */
export function EmailDialog({ documents, onClose, children }: EmailDialogProps) {
  const form = useZodForm(recipientSchema, {
    email: "",
    name: "",
    note: "",
    language: readersLanguage(),
  });
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);
  const { send, failure } = useEmailDocuments(documents, onClose);
  const [only] = documents.length === 1 ? documents : [];
  const count = documents.length;
  return (
    <Dialog title={only ? text.title : several.emailTitle(count)} closeLabel={text.close} onClose={onClose}>
      <p className="text-muted wrap-anywhere">
        {only ? text.intro(showDocumentName(only.displayName, only.generated)) : several.emailIntro(count)}
      </p>
      {children}
      <NotSentNotice />
      <SendForm
        onSubmit={form.submit(send)}
        busy={form.busy}
        failure={failure}
        texts={sendsMail ? text : text.unsent}
        icon={<Send className="size-4" aria-hidden="true" />}
        ready={form.field("email").value.trim() !== ""}
      >
        <TextField form={form} name="email" kind="email" label={text.email} ref={first} required />
        <TextField form={form} name="name" label={text.name} note={text.optional} autoComplete="name" />
        <MessageFields form={form} texts={text} optional={text.optional} />
      </SendForm>
    </Dialog>
  );
}

type Recipient = { email: string; name?: string; note?: string; language?: Language };

/** Sends a document and reports the result, in the server's words if they say more than "sent". */
function useEmailDocuments(documents: DocumentView[], onSent: () => void) {
  const email = trpc.documents.email.useMutation();
  const emailSeveral = trpc.documents.emailSeveral.useMutation();
  const ids = documents.map(({ id }) => id);
  const [first = ""] = ids;
  const { attempt, failure } = useAttempt(text, { toast: true });

  const send = (recipient: Recipient) =>
    attempt(async () => {
      const answer =
        ids.length === 1
          ? await email.mutateAsync({ id: first, ...recipient })
          : await emailSeveral.mutateAsync({ ids, ...recipient });
      onSent();
      notify({
        kind: outcomeKinds[answer.state],
        title: text.outcome[answer.state],
        description: translate(answer),
      });
    });

  return { send, failure };
}
