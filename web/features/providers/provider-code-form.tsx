import type { FinishProviderInput } from "../../../src/features/accounts/providers/providers.schema.ts";
import { confirmAppSchema } from "../../../src/features/accounts/second-factor.schema.ts";
import { SendForm } from "../../components/send-form.tsx";
import { TextField } from "../../components/text-field.tsx";
import { useAttempt } from "../../lib/use-attempt.ts";
import { useZodForm } from "../../lib/use-zod-form.ts";
import { providersMessages } from "../../texts/providers.ts";

const text = providersMessages.code;

/** Asks for the code where a provider is no second factor. */
export function ProviderCodeForm({ send }: { send: (input: FinishProviderInput) => Promise<void> }) {
  const form = useZodForm(confirmAppSchema, { code: "" });
  const { attempt, failure } = useAttempt(text);
  return (
    <SendForm
      onSubmit={form.submit(({ code }) => attempt(() => send({ code })))}
      busy={form.busy}
      failure={failure}
      texts={text}
    >
      <p className="-mt-4 text-muted">{text.intro}</p>
      <TextField form={form} name="code" label={text.label} autoComplete="one-time-code" />
    </SendForm>
  );
}
