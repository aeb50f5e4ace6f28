import { z } from "zod";
import { type WebhookEvent, webhookEvents } from "../../../db/columns/webhooks.ts";
import type { WebhookView } from "../../../src/features/webhooks/webhooks.output.schema.ts";
import { createWebhookSchema } from "../../../src/features/webhooks/webhooks.schema.ts";
import { SendForm } from "../../components/send-form.tsx";
import { type FieldsOfForm, TextField } from "../../components/text-field.tsx";
import { notify } from "../../lib/notify.ts";
import { trpc } from "../../lib/trpc.ts";
import { useAttempt } from "../../lib/use-attempt.ts";
import { useZodForm } from "../../lib/use-zod-form.ts";
import { webhooksMessages } from "../../texts/webhooks.ts";
import { useRights } from "../accounts/use-rights.ts";
import { EventChoice } from "./event-choice.tsx";

const text = webhooksMessages.form;

/** The values of the fields; the chosen events are separated by spaces. */
const formSchema = z.object({
  url: createWebhookSchema.shape.url,
  events: z
    .string()
    .transform((chosen) => chosen.split(" ").filter(Boolean))
    .pipe(createWebhookSchema.shape.events),
});
const initial = { url: "", events: writeChosen(["document.completed", "document.failed"]) };

/** The chosen events as the value of a field. */
function writeChosen(events: readonly WebhookEvent[]): string {
  return webhookEvents.filter((event) => events.includes(event)).join(" ");
}

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
  return (
    <SendForm onSubmit={form.submit(send)} busy={form.busy} failure={failure} texts={text}>
      <TextField form={form} name="url" label={text.url} hint={text.urlHint} autoComplete="off" />
      <ChosenEvents form={form} />
    </SendForm>
  );
}

const eventsSchema = formSchema.pick({ events: true });

/** Changes the events of a webhook. */
export function EventsForm({
  id,
  events,
  onDone,
}: Pick<WebhookView, "id" | "events"> & { onDone: () => void }) {
  const { mayPay } = useRights();
  const kept = events.filter((event) => mayPay || !event.startsWith("payment."));
  const form = useZodForm(eventsSchema, { events: writeChosen(kept) });
  const { webhooks } = trpc.useUtils();
  const update = trpc.webhooks.update.useMutation();
  const { attempt, failure } = useAttempt(webhooksMessages.change);
  const send = (wish: z.infer<typeof eventsSchema>) =>
    attempt(async () => {
      await update.mutateAsync({ id, ...wish });
      await webhooks.list.invalidate();
      notify({ kind: "success", title: webhooksMessages.change.done });
      onDone();
    });
  return (
    <SendForm onSubmit={form.submit(send)} busy={form.busy} failure={failure} texts={webhooksMessages.change}>
      <ChosenEvents form={form} />
    </SendForm>
  );
}

type EventsOfForm = FieldsOfForm<"events"> & { change: (name: "events", value: string) => void };

function ChosenEvents({ form }: { form: EventsOfForm }) {
  const chosen = form.field("events").value.split(" ");
  const choose = (event: WebhookEvent, isChosen: boolean) => {
    const now = webhookEvents.filter((one) => (one === event ? isChosen : chosen.includes(one)));
    form.change("events", writeChosen(now));
  };
  return <EventChoice chosen={chosen} error={form.error("events")} onChoose={choose} />;
}
