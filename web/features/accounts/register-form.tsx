import { CircleAlert } from "lucide-react";
import { registerSchema } from "../../../src/features/accounts/accounts.schema.ts";
import { Button } from "../../components/button.tsx";
import { Notice } from "../../components/notice.tsx";
import { TextField } from "../../components/text-field.tsx";
import { trpc } from "../../lib/trpc.ts";
import { useZodForm } from "../../lib/use-zod-form.ts";
import { accountsMessages as text } from "../../texts/accounts.ts";
import { spokenLanguage } from "../../texts/translation.ts";
import { useReferralAfterSignUp } from "../referrals/use-referral-after-sign-up.ts";
import { PasswordField } from "./password-field.tsx";
import { useSignIn } from "./use-sign-in.ts";

const fields = registerSchema.omit({ language: true });
const empty = { firstName: "", lastName: "", username: "", email: "", password: "" };

/** `referralCode`: the code from the visitor's link; it is applied after registration. */
export function RegisterForm({ referralCode }: { referralCode: string | undefined }) {
  const form = useZodForm(fields, empty);
  const account = trpc.accounts.register.useMutation();
  const applyReferral = useReferralAfterSignUp(referralCode);
  const { signIn, failure, done } = useSignIn(text.register);
  const waiting = form.busy || done;
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={form.submit((values) =>
        signIn(async () => {
          const answer = await account.mutateAsync({ ...values, language: spokenLanguage().language });
          await applyReferral();
          return answer;
        }),
      )}
    >
      <p className="-mb-2 text-sm text-muted">{text.register.nameHint}</p>
      <div className="grid items-end gap-4 sm:grid-cols-2">
        <TextField form={form} name="firstName" label={text.fields.firstName} autoComplete="given-name" />
        <TextField form={form} name="lastName" label={text.fields.lastName} autoComplete="family-name" />
      </div>
      <TextField
        form={form}
        name="username"
        kind="username"
        label={text.fields.username}
        hint={text.register.usernameHint}
      />
      <TextField
        form={form}
        name="email"
        kind="email"
        label={text.fields.email}
        note={text.fields.optional}
        hint={text.register.emailHint}
      />
      <PasswordField
        {...form.field("password")}
        autoComplete="new-password"
        hint={text.register.passwordHint}
        error={form.error("password")}
      />
      {failure && (
        <Notice tone="bad" icon={<CircleAlert aria-hidden="true" />} role="alert">
          {failure}
        </Notice>
      )}
      <Button type="submit" busy={waiting}>
        {waiting ? text.register.pending : text.register.submit}
      </Button>
    </form>
  );
}
