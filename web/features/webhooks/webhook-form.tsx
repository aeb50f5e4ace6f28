import { z } from "zod";
import { webhookEvents } from "../../../db/columns/webhooks.ts";
import { createWebhookSchema } from "../../../src/features/webhooks/webhooks.schema.ts";
import { Field } from "../../components/field.tsx";
import { SendForm } from "../../components/send-form.tsx";
import { TextField } from "../../components/text-field.tsx";
import { trpc } from "../../lib/trpc.ts";
import { useAttempt } from "../../lib/use-attempt.ts";
import { useZodForm } from "../../lib/use-zod-form.ts";
import { webhooksMessages } from "./messages.ts";

const text = webhooksMessages.form;
const choices = ["both", ...webhookEvents] as const;

/** The values of the fields. */
const formSchema = z.object({ url: createWebhookSchema.shape.url, events: z.enum(choices) });

/** Creates a webhook and then clears the fields. */
export function WebhookForm({ onSecret }: { onSecret: (secret: string) => void }) {
  const form = useZodForm(formSchema, { url: "", events: "both" });
  const { webhooks } = trpc.useUtils();
  const create = trpc.webhooks.create.useMutation();
  const { attempt, failure } = useAttempt(text);
  const send = ({ url, events }: z.infer<typeof formSchema>) =>
    attempt(async () => {
      const made = await create.mutateAsync({
        url,
        events: events === "both" ? [...webhookEvents] : [events],
      });
      onSecret(made.secret);
      form.reset();
      void webhooks.list.invalidate();
    });
  return (
    <SendForm onSubmit={form.submit(send)} busy={form.busy} failure={failure} texts={text}>
      <TextField form={form} name="url" label={text.url} hint={text.urlHint} autoComplete="off" />
      <Field label={text.events}>
        {(control) => (
          <select {...control} {...form.field("events")}>
            {choices.map((choice) => (
              <option key={choice} value={choice}>
                {webhooksMessages.events[choice]}
              </option>
            ))}
          </select>
        )}
      </Field>
    </SendForm>
  );
}
