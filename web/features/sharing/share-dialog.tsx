import { useState } from "react";
import { z } from "zod";
import { sharedDownloads } from "../../../db/columns/shares.ts";
import { createShareSchema } from "../../../src/features/projects/shares.schema.ts";
import { Dialog } from "../../components/dialog.tsx";
import { Field } from "../../components/field.tsx";
import { OneTimeSecret } from "../../components/one-time-secret.tsx";
import { SendForm } from "../../components/send-form.tsx";
import { type FieldsOfForm, TextField } from "../../components/text-field.tsx";
import { trpc } from "../../lib/trpc.ts";
import { useAttempt } from "../../lib/use-attempt.ts";
import { useZodForm } from "../../lib/use-zod-form.ts";
import { sharingMessages as text } from "../../texts/sharing.ts";

const days = ["7", "30", "90", "365"] as const;

/** The form values; an empty password means none. */
export const linkFormSchema = z.object({
  days: z.enum(days),
  downloads: z.enum(sharedDownloads),
  password: z.union([z.literal(""), createShareSchema.shape.password.unwrap()]),
});
type LinkForm = z.output<typeof linkFormSchema>;

const formSchema = linkFormSchema.extend({ label: createShareSchema.shape.label.unwrap() });

/** These values as API input. */
export function toLinkInput({ days, downloads, password }: LinkForm) {
  return { expiresInDays: Number(days), downloads, ...(password === "" ? {} : { password }) };
}

/** Creates a link, then shows it once. */
export function ShareDialog({ projectId, onClose }: { projectId: string; onClose: () => void }) {
  const [url, setUrl] = useState<string>();
  return (
    <Dialog title={text.dialog} closeLabel={text.close} onClose={onClose}>
      {url === undefined ? (
        <ShareForm projectId={projectId} onMade={setUrl} />
      ) : (
        <OneTimeSecret canBeShared value={url} text={text.made} onDone={onClose} />
      )}
    </Dialog>
  );
}

function ShareForm({ projectId, onMade }: { projectId: string; onMade: (url: string) => void }) {
  const form = useZodForm(formSchema, { label: "", days: "30", downloads: "copies", password: "" });
  const { shares } = trpc.useUtils();
  const create = trpc.shares.create.useMutation();
  const { attempt, failure } = useAttempt(text);
  const send = ({ label, ...link }: z.output<typeof formSchema>) =>
    attempt(async () => {
      const { url } = await create.mutateAsync({ id: projectId, label: label ?? "", ...toLinkInput(link) });
      onMade(url);
      void shares.list.invalidate({ id: projectId });
    });
  return (
    <>
      <p className="text-muted">{text.dialogIntro}</p>
      <SendForm onSubmit={form.submit(send)} busy={form.busy} failure={failure} texts={text}>
        <TextField
          form={form}
          name="label"
          label={text.label}
          note={text.optional}
          hint={text.labelHint}
          autoComplete="off"
        />
        <LinkFields form={form} />
      </SendForm>
    </>
  );
}

/** The fields for a link's expiry, permissions and password. */
export function LinkFields({ form }: { form: FieldsOfForm<keyof LinkForm> }) {
  return (
    <>
      <Field label={text.days}>
        {(control) => (
          <select {...control} {...form.field("days")}>
            {days.map((count) => (
              <option key={count} value={count}>
                {text.dayChoices[count]}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label={text.downloads} hint={text.downloadsHint}>
        {(control) => (
          <select {...control} {...form.field("downloads")}>
            {sharedDownloads.map((choice) => (
              <option key={choice} value={choice}>
                {text.downloadChoices[choice]}
              </option>
            ))}
          </select>
        )}
      </Field>
      <TextField
        form={form}
        name="password"
        label={text.password}
        note={text.optional}
        hint={text.passwordHint}
        autoComplete="off"
        spellCheck={false}
      />
    </>
  );
}
