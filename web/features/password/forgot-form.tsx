import { forgotPasswordSchema } from "../../../src/features/accounts/password.schema.ts";
import { Card } from "../../components/card.tsx";
import { Field } from "../../components/field.tsx";
import { SendForm } from "../../components/send-form.tsx";
import { trpc } from "../../lib/trpc.ts";
import { useAttempt } from "../../lib/use-attempt.ts";
import { useZodForm } from "../../lib/use-zod-form.ts";
import { passwordMessages } from "../../texts/password.ts";

const text = passwordMessages.forgot;

/** The server's message, the same for every account; `mailed` is false if the server sends no email. */
export type ForgotAnswer = { message: string; mailed: boolean };

/** Asks for the account whose password was forgotten. */
export function ForgotForm({ onAsked }: { onAsked: (answer: ForgotAnswer) => void }) {
  const { field, error, submit, busy } = useZodForm(forgotPasswordSchema, { account: "" });
  const request = trpc.password.forgot.useMutation();
  const { attempt, failure } = useAttempt(text);
  const send = (values: { account: string }) =>
    attempt(async () => onAsked(await request.mutateAsync(values)));
  return (
    <Card aria-labelledby="forgot-title">
      <h1 id="forgot-title" className="text-title">
        {text.title}
      </h1>
      <p className="mt-2 text-muted">{text.intro}</p>
      <SendForm onSubmit={submit(send)} busy={busy} failure={failure} texts={text}>
        <Field label={text.account} error={error("account")}>
          {(control) => (
            <input
              {...control}
              {...field("account")}
              required
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
            />
          )}
        </Field>
      </SendForm>
    </Card>
  );
}
