import { Send } from "lucide-react";
import type { z } from "zod";
import { recipientSchema } from "../../../src/features/documents/email.schema.ts";
import { Dialog } from "../../components/dialog.tsx";
import { SendForm } from "../../components/send-form.tsx";
import { TextField } from "../../components/text-field.tsx";
import { notify } from "../../lib/notify.ts";
import { trpc } from "../../lib/trpc.ts";
import { useAttempt } from "../../lib/use-attempt.ts";
import { useZodForm } from "../../lib/use-zod-form.ts";
import { readersLanguage } from "../../texts/language.ts";
import { translate } from "../../texts/translation.ts";
import { MessageFields } from "../documents/email/message-fields.tsx";
import { outcomeKinds } from "../documents/email/outcome-kinds.ts";
import { sharingMessages } from "./messages.ts";
import { LinkFields, linkFormSchema, toLinkInput } from "./share-dialog.tsx";

const text = sharingMessages.ask;

const formSchema = linkFormSchema.extend(recipientSchema.shape);

/** Emails a link to a page with the button "I have seen this". Input is kept if sending fails. */
export function AskDialog({ projectId, onClose }: { projectId: string; onClose: () => void }) {
  const form = useZodForm(formSchema, {
    ...{ days: "30", downloads: "copies", password: "" },
    ...{ email: "", name: "", note: "", language: readersLanguage() },
  });
  const { shares } = trpc.useUtils();
  const ask = trpc.shares.ask.useMutation();
  const { attempt, failure } = useAttempt(text);
  const send = ({ days, downloads, password, ...recipient }: z.output<typeof formSchema>) =>
    attempt(async () => {
      const link = toLinkInput({ days, downloads, password });
      const answer = await ask.mutateAsync({ id: projectId, ...recipient, ...link });
      onClose();
      notify({
        kind: outcomeKinds[answer.state],
        title: text.outcome[answer.state],
        description: translate(answer),
      });
      await shares.list.invalidate({ id: projectId });
    });
  return (
    <Dialog title={text.dialog} closeLabel={sharingMessages.close} onClose={onClose}>
      <p className="text-muted">{text.intro}</p>
      <SendForm
        onSubmit={form.submit(send)}
        busy={form.busy}
        failure={failure}
        texts={text}
        icon={<Send className="size-4" aria-hidden="true" />}
      >
        <TextField form={form} name="email" kind="email" label={text.email} autoComplete="off" />
        <TextField
          form={form}
          name="name"
          label={text.name}
          note={sharingMessages.optional}
          autoComplete="off"
        />
        <MessageFields form={form} texts={text} optional={sharingMessages.optional} />
        <LinkFields form={form} />
      </SendForm>
    </Dialog>
  );
}
