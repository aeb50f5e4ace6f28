import {
  type ChangePasswordInput,
  changePasswordSchema,
} from "../../../src/features/accounts/password.schema.ts";
import { SendForm } from "../../components/send-form.tsx";
import { notify } from "../../lib/notify.ts";
import { trpc } from "../../lib/trpc.ts";
import { useAttempt } from "../../lib/use-attempt.ts";
import { useZodForm } from "../../lib/use-zod-form.ts";
import { passwordMessages } from "../../texts/password.ts";
import { AccountEntry } from "../account/account-entry.tsx";
import { CurrentPassword } from "../accounts/current-password.tsx";
import { PasswordField } from "../accounts/password-field.tsx";

const text = passwordMessages.change;

/** The password, which is not shown. */
export function PasswordEntry({ username }: { username: string }) {
  return (
    <AccountEntry
      name={passwordMessages.account.password}
      value={<span className="text-muted">{passwordMessages.account.hidden}</span>}
      form={{ ...text, fields: (close) => <ChangeForm username={username} onDone={close} /> }}
    />
  );
}

function ChangeForm({ username, onDone }: { username: string; onDone: () => void }) {
  const form = useZodForm(changePasswordSchema, {
    currentPassword: "",
    newPassword: "",
  });
  const { accounts, tokens } = trpc.useUtils();
  const change = trpc.password.change.useMutation();
  const { attempt, failure } = useAttempt(text);
  const send = (values: ChangePasswordInput) =>
    attempt(async () => {
      await change.mutateAsync(values);
      onDone();
      notify({ kind: "success", title: text.done, description: text.doneText });
      void tokens.list.invalidate();
      void accounts.me.invalidate();
    });
  return (
    <SendForm onSubmit={form.submit(send)} busy={form.busy} failure={failure} texts={text}>
      <CurrentPassword form={form} username={username} label={text.current} />
      <PasswordField
        {...form.field("newPassword")}
        label={text.next}
        autoComplete="new-password"
        error={form.error("newPassword")}
      />
    </SendForm>
  );
}
