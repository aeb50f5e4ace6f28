import { Send } from "lucide-react";
import { useState } from "react";
import type { z } from "zod";
import { recipientSchema } from "../../../src/features/documents/email.schema.ts";
import { Dialog } from "../../components/dialog.tsx";
import { OneTimeSecret } from "../../components/one-time-secret.tsx";
import { SendForm } from "../../components/send-form.tsx";
import { TextField } from "../../components/text-field.tsx";
import { sendsMail } from "../../environment/server-settings.ts";
import { notify } from "../../lib/notify.ts";
import { trpc } from "../../lib/trpc.ts";
import { useAttempt } from "../../lib/use-attempt.ts";
import { useZodForm } from "../../lib/use-zod-form.ts";
import { readersLanguage } from "../../texts/language.ts";
import { sharingMessages } from "../../texts/sharing.ts";
import { translate } from "../../texts/translation.ts";
import { MessageFields } from "../documents/email/message-fields.tsx";
import { outcomeKinds } from "../documents/email/outcome-kinds.ts";
import { LinkFields, linkFormSchema, toLinkInput } from "./share-dialog.tsx";

const text = sharingMessages.ask;

const formSchema = linkFormSchema.extend(recipientSchema.shape);

/**
 * Emails a link to a page with the button "I have seen this"; on a site without a mail server, shows it to copy. Input
 * is kept if sending fails.
 */
export function AskDialog({ projectId, onClose }: { projectId: string; onClose: () => void }) {
  const [url, setUrl] = useState<string>();
  return (
    <Dialog title={text.dialog} closeLabel={sharingMessages.close} onClose={onClose}>
      {url === undefined ? (
        <AskForm projectId={projectId} onSent={onClose} onMade={setUrl} />
      ) : (
        <OneTimeSecret canBeShared value={url} text={sharingMessages.made} onDone={onClose} />
      )}
    </Dialog>
  );
}

type AskFormProps = { projectId: string; onSent: () => void; onMade: (url: string) => void };

function AskForm({ projectId, onSent, onMade }: AskFormProps) {
  const form = useZodForm(formSchema, {
    days: "30",
    downloads: "copies",
    password: "",
    email: "",
    name: "",
    note: "",
    language: readersLanguage(),
  });
  const { shares } = trpc.useUtils();
  const ask = trpc.shares.ask.useMutation();
  const { attempt, failure } = useAttempt(text);
  const send = ({ days, downloads, password, ...recipient }: z.output<typeof formSchema>) =>
    attempt(async () => {
      const link = toLinkInput({ days, downloads, password });
      const answer = await ask.mutateAsync({ id: projectId, ...recipient, ...link });
      if (answer.url !== null) onMade(answer.url);
      else {
        onSent();
        notify({
          kind: outcomeKinds[answer.state],
          title: text.outcome[answer.state],
          description: translate(answer),
        });
      }
      await shares.list.invalidate({ id: projectId });
    });
  const texts = sendsMail ? text : { submit: text.submitUnsent, pending: text.pendingUnsent };
  return (
    <>
      <p className="text-muted">
        {sendsMail ? text.intro : text.introUnsent} {text.meaning}
      </p>
      <SendForm
        onSubmit={form.submit(send)}
        busy={form.busy}
        failure={failure}
        texts={texts}
        icon={sendsMail && <Send className="size-4" aria-hidden="true" />}
      >
        <TextField form={form} name="email" kind="email" label={text.email} autoComplete="off" />
        <TextField
          form={form}
          name="name"
          label={text.name}
          note={sharingMessages.optional}
          autoComplete="off"
        />
        {sendsMail && <MessageFields form={form} texts={text} optional={sharingMessages.optional} />}
        <LinkFields form={form} />
      </SendForm>
    </>
  );
}
