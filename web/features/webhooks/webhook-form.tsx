import { z } from "zod";
import { type WebhookEvent, webhookEvents } from "../../../db/columns/webhooks.ts";
import { createWebhookSchema } from "../../../src/features/webhooks/webhooks.schema.ts";
import { SendForm } from "../../components/send-form.tsx";
import { TextField } from "../../components/text-field.tsx";
import { trpc } from "../../lib/trpc.ts";
import { useAttempt } from "../../lib/use-attempt.ts";
import { useZodForm } from "../../lib/use-zod-form.ts";
import { EventChoice } from "./event-choice.tsx";
import { webhooksMessages } from "./messages.ts";

const text = webhooksMessages.form;

/** The values of the fields; the chosen events are separated by spaces. */
const formSchema = z.object({
  url: createWebhookSchema.shape.url,
  events: z
    .string()
    .transform((chosen) => chosen.split(" ").filter(Boolean))
    .pipe(createWebhookSchema.shape.events),
});
const initial = { url: "", events: "document.completed document.failed" };

/** Creates a webhook and then clears the fields. */
export function WebhookForm({ onSecret }: { onSecret: (secret: string) => void }) {
  const form = useZodForm(formSchema, initial);
  const { webhooks } = trpc.useUtils();
  const create = trpc.webhooks.create.useMutation();
  const { attempt, failure } = useAttempt(text);
  const send = (wish: z.infer<typeof formSchema>) =>
    attempt(async () => {
      const made = await create.mutateAsync(wish);
      onSecret(made.secret);
      form.reset();
      void webhooks.list.invalidate();
    });
  const chosen = form.field("events").value.split(" ");
  const choose = (event: WebhookEvent, isChosen: boolean) => {
    const now = webhookEvents.filter((one) => (one === event ? isChosen : chosen.includes(one)));
    form.change("events", now.join(" "));
  };
  return (
    <SendForm onSubmit={form.submit(send)} busy={form.busy} failure={failure} texts={text}>
      <TextField form={form} name="url" label={text.url} hint={text.urlHint} autoComplete="off" />
      <EventChoice chosen={chosen} error={form.error("events")} onChoose={choose} />
    </SendForm>
  );
}
