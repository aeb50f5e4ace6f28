import type { CurrentUser } from "../../../src/features/accounts/accounts.output.schema.ts";
import { changeLanguageSchema } from "../../../src/features/accounts/accounts.schema.ts";
import { Field } from "../../components/field.tsx";
import { LanguageOptions } from "../../components/language-options.tsx";
import { SendForm } from "../../components/send-form.tsx";
import { notify } from "../../lib/notify.ts";
import { trpc } from "../../lib/trpc.ts";
import { useAttempt } from "../../lib/use-attempt.ts";
import { useZodForm } from "../../lib/use-zod-form.ts";
import { languages } from "../../texts/language.ts";
import { yourAccountMessages } from "../../texts/your-account.ts";
import { AccountEntry } from "./account-entry.tsx";

const text = yourAccountMessages.language;

type Choice = Pick<CurrentUser, "language">;

/** The language of our emails. */
export function LanguageEntry({ language }: Choice) {
  return (
    <AccountEntry
      name={text.entry}
      value={languages[language]}
      form={{ ...text, fields: (close) => <LanguageForm language={language} onDone={close} /> }}
    />
  );
}

function LanguageForm({ language, onDone }: Choice & { onDone: () => void }) {
  const form = useZodForm(changeLanguageSchema, { language });
  const { accounts } = trpc.useUtils();
  const change = trpc.accounts.changeLanguage.useMutation();
  const { attempt, failure } = useAttempt(text);
  const send = (choice: Choice) =>
    attempt(async () => {
      const user = await change.mutateAsync(choice);
      accounts.me.setData(undefined, user);
      onDone();
      notify({ kind: "success", title: text.done(languages[user.language]) });
    });
  return (
    <SendForm onSubmit={form.submit(send)} busy={form.busy} failure={failure} texts={text}>
      <Field label={text.label} error={form.error("language")}>
        {(control) => (
          <select {...control} {...form.field("language")}>
            <LanguageOptions />
          </select>
        )}
      </Field>
    </SendForm>
  );
}
