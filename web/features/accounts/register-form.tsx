import { CircleAlert } from "lucide-react";
import { registerSchema } from "../../../src/accounts/accounts.schema.ts";
import { Button } from "../../components/button.tsx";
import { Field } from "../../components/field.tsx";
import { Notice } from "../../components/notice.tsx";
import { trpc } from "../../lib/trpc.ts";
import { useZodForm } from "../../lib/use-zod-form.ts";
import { useReferralAfterSignUp } from "../referrals/use-referral-after-sign-up.ts";
import { accountsMessages as text } from "./messages.ts";
import { PasswordField } from "./password-field.tsx";
import { useSignIn } from "./use-sign-in.ts";

const empty = { firstName: "", lastName: "", username: "", email: "", password: "" };

/** `referralCode`: the one the visitor came with; it is applied once the account is there. */
export function RegisterForm({ referralCode }: { referralCode: string | undefined }) {
  const { field, error, submit, busy } = useZodForm(registerSchema, empty);
  const account = trpc.accounts.register.useMutation();
  const applyReferral = useReferralAfterSignUp(referralCode);
  const { signIn, failure, done } = useSignIn(text.register);
  const waiting = busy || done;
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={submit((values) =>
        signIn(async () => {
          const answer = await account.mutateAsync(values);
          await applyReferral();
          return answer;
        }),
      )}
    >
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field label={text.fields.firstName} error={error("firstName")}>
          {(control) => <input {...control} {...field("firstName")} autoComplete="given-name" />}
        </Field>
        <Field label={text.fields.lastName} error={error("lastName")}>
          {(control) => <input {...control} {...field("lastName")} autoComplete="family-name" />}
        </Field>
      </div>
      <p className="-mt-2 text-sm text-muted">{text.register.nameHint}</p>
      <Field label={text.fields.username} error={error("username")}>
        {(control) => (
          <input
            {...control}
            {...field("username")}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
          />
        )}
      </Field>
      <Field label={text.fields.email} note={text.fields.optional} error={error("email")}>
        {(control) => (
          <input {...control} {...field("email")} type="email" inputMode="email" autoComplete="email" />
        )}
      </Field>
      <PasswordField {...field("password")} autoComplete="new-password" error={error("password")} />
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
