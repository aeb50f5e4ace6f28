import type { ProviderFinished } from "../../../src/features/accounts/providers/providers.output.schema.ts";
import type { FinishProviderInput } from "../../../src/features/accounts/providers/providers.schema.ts";
import { newProviderAccountSchema } from "../../../src/features/accounts/providers/providers.schema.ts";
import { SendForm } from "../../components/send-form.tsx";
import { TextField } from "../../components/text-field.tsx";
import { useAttempt } from "../../lib/use-attempt.ts";
import { useZodForm } from "../../lib/use-zod-form.ts";
import { accountsMessages } from "../../texts/accounts.ts";
import { providersMessages } from "../../texts/providers.ts";
import { spokenLanguage } from "../../texts/translation.ts";

const text = providersMessages.account;
const { fields: labels, register } = accountsMessages;
const fields = newProviderAccountSchema.omit({ language: true });
const empty = { firstName: "", lastName: "", username: "", email: "" };

type NewAccountFormProps = {
  asked: ProviderFinished;
  send: (input: FinishProviderInput) => Promise<void>;
};

/** What a new account needs and the provider did not say; what it said is filled in. */
export function NewAccountForm({ asked, send }: NewAccountFormProps) {
  const form = useZodForm(fields, { ...empty, ...asked.suggestion });
  const { attempt, failure } = useAttempt(text);
  const { language } = spokenLanguage();
  return (
    <>
      <p className="mt-2 text-muted">{text.intro(asked.provider)}</p>
      <p className="mt-2 text-muted">{text.existing}</p>
      <SendForm
        onSubmit={form.submit(async (account) => {
          const issues = await attempt(() => send({ account: { ...account, language } }));
          return issues.map(({ path, ...issue }) => ({ ...issue, path: path.replace("account.", "") }));
        })}
        busy={form.busy}
        failure={failure}
        texts={text}
      >
        <p className="-mb-2 text-sm text-muted">{register.nameHint}</p>
        <div className="grid items-end gap-4 sm:grid-cols-2">
          <TextField form={form} name="firstName" label={labels.firstName} autoComplete="given-name" />
          <TextField form={form} name="lastName" label={labels.lastName} autoComplete="family-name" />
        </div>
        <TextField
          form={form}
          name="username"
          kind="username"
          label={labels.username}
          hint={text.usernameHint}
        />
        <TextField form={form} name="email" kind="email" label={labels.email} note={labels.optional} />
      </SendForm>
    </>
  );
}
