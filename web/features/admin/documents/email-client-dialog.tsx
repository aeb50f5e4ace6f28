import { Send } from "lucide-react";
import { emailDocumentsSchema } from "../../../../src/features/admin/admin.schema.ts";
import { Dialog } from "../../../components/dialog.tsx";
import { SendForm } from "../../../components/send-form.tsx";
import { TextField } from "../../../components/text-field.tsx";
import { sendsMail } from "../../../environment/server-settings.ts";
import { notify } from "../../../lib/notify.ts";
import { trpc } from "../../../lib/trpc.ts";
import { useAttempt } from "../../../lib/use-attempt.ts";
import { useZodForm } from "../../../lib/use-zod-form.ts";
import { adminMessages } from "../../../texts/admin.ts";
import { searchMessages } from "../../../texts/admin-documents.ts";
import { translate } from "../../../texts/translation.ts";
import { outcomeKinds } from "../../documents/email/outcome-kinds.ts";
import { UnsentNotice } from "../../documents/email/unsent-notice.tsx";

const text = searchMessages.dialog;

type EmailClientDialogProps = {
  documentName: string;
  serialNumber: string;
  /** The client's email address; null if they gave none. */
  email: string | null;
  onClose: () => void;
};

/** Shows the recipient before the documents are sent. */
export function EmailClientDialog({ documentName, serialNumber, email, onClose }: EmailClientDialogProps) {
  const first = { email: email ?? "", serialNumber };
  const form = useZodForm(emailDocumentsSchema, first);
  const calls = trpc.useUtils();
  const mail = trpc.admin.emailDocuments.useMutation();
  const { attempt, failure } = useAttempt(searchMessages, { toast: true });
  const send = (input: { email: string; serialNumber: string }) =>
    attempt(async () => {
      const answer = await mail.mutateAsync(input);
      const description = answer.state === "sent" ? searchMessages.sentText : translate(answer);
      onClose();
      notify({ kind: outcomeKinds[answer.state], title: searchMessages.outcome[answer.state], description });
      await calls.admin.auditLog.invalidate();
    });
  return (
    <Dialog title={text.title} closeLabel={adminMessages.cancel} onClose={onClose}>
      <p className="text-muted wrap-anywhere">{text.intro(documentName)}</p>
      {!sendsMail && <UnsentNotice>{text.unsent}</UnsentNotice>}
      <SendForm
        onSubmit={form.submit(send)}
        busy={form.busy}
        failure={failure}
        texts={text}
        icon={<Send className="size-4" aria-hidden="true" />}
      >
        <TextField
          form={form}
          name="email"
          kind="email"
          label={text.address}
          hint={email === null ? text.noAddress : undefined}
          autoComplete="off"
          autoFocus
        />
      </SendForm>
    </Dialog>
  );
}
