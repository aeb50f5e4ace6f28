import { CircleCheck } from "lucide-react";
import { useState } from "react";
import { writeTime } from "../../../src/evidence/written-time.ts";
import type { Acknowledged, SharedProject } from "../../../src/features/projects/shares.output.schema.ts";
import { acknowledgeSchema } from "../../../src/features/projects/shares.schema.ts";
import { Card } from "../../components/card.tsx";
import { Notice } from "../../components/notice.tsx";
import { SendForm } from "../../components/send-form.tsx";
import { TextField } from "../../components/text-field.tsx";
import { notify } from "../../lib/notify.ts";
import { readErrorCode } from "../../lib/server-errors.ts";
import { trpc } from "../../lib/trpc.ts";
import { useAttempt } from "../../lib/use-attempt.ts";
import { useZodForm } from "../../lib/use-zod-form.ts";
import { sharingMessages } from "../../texts/sharing.ts";
import { spokenLanguage } from "../../texts/translation.ts";

const text = sharingMessages.acknowledge;

const formSchema = acknowledgeSchema.pick({ name: true, message: true });

type AcknowledgeCardProps = {
  token: string;
  pass: string | null;
  list: string;
  acknowledgement: NonNullable<SharedProject["acknowledgement"]>;
  onGiven: (given: Acknowledged) => void;
  /** The documents are not those of `list` anymore. Resolves to whether this card stays. */
  onChanged: () => Promise<boolean>;
};

/** Asks the reader to press "I have seen this", or shows that they did. */
export function AcknowledgeCard({ acknowledgement, ...form }: AcknowledgeCardProps) {
  const { givenAt, timeZone, name } = acknowledgement;
  return (
    <Card aria-labelledby="acknowledge-title">
      <h2 id="acknowledge-title" className="text-heading">
        {text.title}
      </h2>
      {givenAt === null ? (
        <>
          <p className="mt-2">{text.text}</p>
          <div className="max-w-text">
            <AcknowledgeForm {...form} name={name} />
          </div>
        </>
      ) : (
        <div className="mt-4">
          <Notice tone="good" icon={<CircleCheck aria-hidden="true" />} role="status">
            {text.given(name, writeTime(new Date(givenAt), spokenLanguage().language, timeZone))}
          </Notice>
        </div>
      )}
    </Card>
  );
}

type AcknowledgeFormProps = Omit<AcknowledgeCardProps, "acknowledgement"> & { name: string };

/** If the documents have changed, what was typed stays, and the page shows them as they are now. */
function AcknowledgeForm({ token, pass, list, name, onGiven, onChanged }: AcknowledgeFormProps) {
  const form = useZodForm(formSchema, { name, message: "" });
  const acknowledge = trpc.shares.acknowledge.useMutation();
  const { attempt, failure } = useAttempt(text);
  const [hasChanged, setHasChanged] = useState(false);
  const send = ({ name, message }: { name: string; message?: string | null | undefined }) =>
    attempt(async () => {
      setHasChanged(false);
      const words = { name, message: message ?? "" };
      try {
        onGiven(await acknowledge.mutateAsync({ token, list, ...words, ...(pass !== null && { pass }) }));
        notify({ kind: "success", title: text.done });
      } catch (error) {
        if (readErrorCode(error) !== "shared-entries-changed") throw error;
        if (await onChanged()) setHasChanged(true);
        else notify({ kind: "info", title: text.failed, description: text.nothingLeft });
      }
    });
  const shown = hasChanged ? { message: text.changed } : failure;
  return (
    <SendForm onSubmit={form.submit(send)} busy={form.busy} failure={shown} texts={text}>
      <TextField form={form} name="name" label={text.name} autoComplete="name" />
      <TextField form={form} name="message" label={text.message} note={text.optional} autoComplete="off" />
    </SendForm>
  );
}
