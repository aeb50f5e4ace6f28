import type { CurrentUser } from "../../../src/features/accounts/accounts.output.schema.ts";
import { type ChangeNameInput, changeNameSchema } from "../../../src/features/accounts/accounts.schema.ts";
import { SendForm } from "../../components/send-form.tsx";
import { TextField } from "../../components/text-field.tsx";
import { notify } from "../../lib/notify.ts";
import { trpc } from "../../lib/trpc.ts";
import { useAttempt } from "../../lib/use-attempt.ts";
import { useZodForm } from "../../lib/use-zod-form.ts";
import { yourAccountMessages } from "../../texts/your-account.ts";
import { AccountEntry } from "./account-entry.tsx";

const text = yourAccountMessages.name;

type Name = Pick<CurrentUser, "firstName" | "lastName">;

/** The name that new stamps show. */
export function NameEntry(name: Name) {
  return (
    <AccountEntry
      name={text.entry}
      value={<span translate="no">{`${name.firstName} ${name.lastName}`.trim()}</span>}
      form={{ ...text, fields: (close) => <NameForm {...name} onDone={close} /> }}
    />
  );
}

function NameForm({ firstName, lastName, onDone }: Name & { onDone: () => void }) {
  const form = useZodForm(changeNameSchema, { firstName, lastName });
  const { accounts } = trpc.useUtils();
  const change = trpc.accounts.changeName.useMutation();
  const { attempt, failure } = useAttempt(text);
  const send = (values: ChangeNameInput) =>
    attempt(async () => {
      accounts.me.setData(undefined, await change.mutateAsync(values));
      onDone();
      notify({ kind: "success", title: text.done });
    });
  return (
    <SendForm onSubmit={form.submit(send)} busy={form.busy} failure={failure} texts={text}>
      <div className="grid items-end gap-4 sm:grid-cols-2">
        <TextField form={form} name="firstName" label={text.first} autoComplete="given-name" required />
        <TextField form={form} name="lastName" label={text.last} autoComplete="family-name" required />
      </div>
    </SendForm>
  );
}
