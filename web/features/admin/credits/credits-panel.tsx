import { Lightbulb } from "lucide-react";
import { type GrantCreditsInput, grantCreditsSchema } from "../../../../src/features/admin/admin.schema.ts";
import { Card } from "../../../components/card.tsx";
import { SendForm } from "../../../components/send-form.tsx";
import { TextField } from "../../../components/text-field.tsx";
import { creditsPay } from "../../../environment/server-settings.ts";
import { notify } from "../../../lib/notify.ts";
import { trpc } from "../../../lib/trpc.ts";
import { useAttempt } from "../../../lib/use-attempt.ts";
import { useZodForm } from "../../../lib/use-zod-form.ts";
import { creditsMessages as text } from "../../../texts/admin-credits.ts";

const empty = { userEmail: "", credits: "" };

/** Gives a client free credits. */
export function CreditsPanel() {
  const form = useZodForm(grantCreditsSchema, empty);
  const calls = trpc.useUtils();
  const grant = trpc.admin.grantCredits.useMutation();
  const { attempt, failure } = useAttempt(text, { toast: true });
  const send = (input: GrantCreditsInput) =>
    attempt(async () => {
      const { message } = await grant.mutateAsync(input);
      form.reset();
      notify({ kind: "success", title: text.granted, description: message });
      await calls.admin.invalidate();
    });
  return (
    <div className="grid items-start gap-6 lg:grid-cols-aside">
      <Card aria-labelledby="credits-title">
        <h2 id="credits-title" className="text-heading">
          {text.title}
        </h2>
        <SendForm onSubmit={form.submit(send)} busy={form.busy} failure={failure} texts={text}>
          <div className="grid items-end gap-4 sm:grid-cols-field">
            <TextField
              form={form}
              name="userEmail"
              kind="email"
              label={text.email}
              required
              autoComplete="off"
            />
            <TextField
              form={form}
              name="credits"
              kind="number"
              label={text.credits}
              required
              min={1}
              step={1}
            />
          </div>
        </SendForm>
      </Card>
      <Guidance />
    </div>
  );
}

function Guidance() {
  return (
    <aside aria-labelledby="credits-guidance-title" className="rounded-panel bg-sunk p-4 sm:p-6">
      <h2 id="credits-guidance-title" className="flex items-center gap-2 text-heading">
        <Lightbulb className="size-5 text-seal" aria-hidden="true" />
        {text.guidance.title}
      </h2>
      <ul className="mt-3 grid list-disc gap-2 pl-6">
        {text.guidance.items.map((item) => (
          <li key={item}>{item}</li>
        ))}
        <li>{creditsPay ? text.guidance.paying : text.guidance.shownOnly}</li>
      </ul>
    </aside>
  );
}
