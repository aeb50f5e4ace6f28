import { Link } from "@tanstack/react-router";
import { resetPasswordSchema } from "../../../src/features/accounts/password.schema.ts";
import { Card } from "../../components/card.tsx";
import { SendForm } from "../../components/send-form.tsx";
import { trpc } from "../../lib/trpc.ts";
import { useAttempt } from "../../lib/use-attempt.ts";
import { useZodForm } from "../../lib/use-zod-form.ts";
import { passwordMessages } from "../../texts/password.ts";
import { PasswordField } from "../accounts/password-field.tsx";

const text = passwordMessages.reset;

/** Sets the password of the account to which the token was emailed. */
export function ResetForm({ token, onDone }: { token: string; onDone: (username: string) => void }) {
  const { field, error, submit, busy } = useZodForm(resetPasswordSchema, { token, password: "" });
  const reset = trpc.password.reset.useMutation();
  const { attempt, failure } = useAttempt(text);
  const send = (values: { token: string; password: string }) =>
    attempt(async () => {
      const { username } = await reset.mutateAsync(values);
      onDone(username);
    });
  return (
    <Card aria-labelledby="reset-title">
      <h1 id="reset-title" className="text-title">
        {text.title}
      </h1>
      <p className="mt-2 text-muted">{text.intro}</p>
      <SendForm onSubmit={submit(send)} busy={busy} failure={failure} texts={text}>
        <PasswordField
          {...field("password")}
          label={text.password}
          autoComplete="new-password"
          error={error("password")}
        />
      </SendForm>
      {failure && (
        <p className="mt-4">
          <Link to="/forgot-password" className="link">
            {text.askAgain}
          </Link>
        </p>
      )}
    </Card>
  );
}
