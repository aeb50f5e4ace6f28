import {
  type ChangePasswordInput,
  changePasswordSchema,
} from "../../../src/features/accounts/password.schema.ts";
import { SendForm } from "../../components/send-form.tsx";
import { providers } from "../../environment/server-settings.ts";
import { notify } from "../../lib/notify.ts";
import { trpc } from "../../lib/trpc.ts";
import { useAttempt } from "../../lib/use-attempt.ts";
import { useZodForm } from "../../lib/use-zod-form.ts";
import { passwordMessages } from "../../texts/password.ts";
import { AccountEntry } from "../account/account-entry.tsx";
import { CurrentPassword } from "../accounts/current-password.tsx";
import { PasswordField } from "../accounts/password-field.tsx";

const text = passwordMessages.change;

/** The password, which is not shown. An account that a provider opened may have none: its card offers to choose one. */
export function PasswordEntry({ username }: { username: string }) {
  const { data } = trpc.providers.describe.useQuery(undefined, { enabled: providers.length > 0 });
  const { password: name, hidden, none } = passwordMessages.account;
  if (data?.hasPassword === false)
    return <AccountEntry name={name} value={<span className="text-muted">{none}</span>} />;
  return (
    <AccountEntry
      name={name}
      value={<span className="text-muted">{hidden}</span>}
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
