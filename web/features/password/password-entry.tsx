import { useState } from "react";
import {
  type ChangePasswordInput,
  changePasswordSchema,
} from "../../../src/features/accounts/password.schema.ts";
import { Card } from "../../components/card.tsx";
import { SendForm } from "../../components/send-form.tsx";
import { notify } from "../../lib/notify.ts";
import { trpc } from "../../lib/trpc.ts";
import { useAttempt } from "../../lib/use-attempt.ts";
import { useZodForm } from "../../lib/use-zod-form.ts";
import { PasswordField } from "../accounts/password-field.tsx";
import { passwordMessages } from "./messages.ts";

const text = passwordMessages.change;

/** Changes the password and then clears the fields. */
export function ChangePassword({ username }: { username: string }) {
  const [round, setRound] = useState(0);
  return (
    <Card aria-labelledby="change-title">
      <h2 id="change-title" className="text-2xl">
        {text.title}
      </h2>
      <p className="mt-2 text-muted">{text.intro}</p>
      <ChangeForm key={round} username={username} onDone={() => setRound(round + 1)} />
    </Card>
  );
}

function ChangeForm({ username, onDone }: { username: string; onDone: () => void }) {
  const { field, error, submit, busy } = useZodForm(changePasswordSchema, {
    currentPassword: "",
    newPassword: "",
  });
  const { accounts, tokens } = trpc.useUtils();
  const change = trpc.password.change.useMutation();
  const { attempt, failure } = useAttempt(text);
  const send = (values: ChangePasswordInput) =>
    attempt(async () => {
      await change.mutateAsync(values);
      notify({ kind: "success", title: text.done, description: text.doneText });
      onDone();
      void tokens.list.invalidate();
      void accounts.me.invalidate();
    });
  return (
    <SendForm onSubmit={submit(send)} busy={busy} failure={failure} texts={text}>
      {/* Password managers need to know whose password is changed. */}
      <input hidden readOnly autoComplete="username" value={username} />
      <PasswordField
        {...field("currentPassword")}
        label={text.current}
        autoComplete="current-password"
        error={error("currentPassword")}
      />
      <PasswordField
        {...field("newPassword")}
        label={text.next}
        autoComplete="new-password"
        error={error("newPassword")}
      />
    </SendForm>
  );
}
