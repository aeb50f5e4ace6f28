import {
  type FinishProviderInput,
  newPasswordSchema,
} from "../../../src/features/accounts/providers/providers.schema.ts";
import { SendForm } from "../../components/send-form.tsx";
import { useAttempt } from "../../lib/use-attempt.ts";
import { useZodForm } from "../../lib/use-zod-form.ts";
import { providersMessages } from "../../texts/providers.ts";
import { PasswordField } from "../accounts/password-field.tsx";

const text = providersMessages.password;

/** The first password of an account that signs in with a provider. */
export function FirstPasswordForm({ send }: { send: (input: FinishProviderInput) => Promise<void> }) {
  const form = useZodForm(newPasswordSchema, { newPassword: "" });
  const { attempt, failure } = useAttempt(text);
  return (
    <SendForm
      onSubmit={form.submit(({ newPassword }) => attempt(() => send({ newPassword })))}
      busy={form.busy}
      failure={failure}
      texts={text}
    >
      <p className="-mt-4 text-muted">{text.intro}</p>
      <PasswordField
        {...form.field("newPassword")}
        label={text.label}
        autoComplete="new-password"
        error={form.error("newPassword")}
      />
    </SendForm>
  );
}
