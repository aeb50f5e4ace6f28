import { Link } from "@tanstack/react-router";
import { CircleAlert } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { type LoginInput, loginSchema } from "../../../src/features/accounts/login.schema.ts";
import { Button } from "../../components/button.tsx";
import { Notice } from "../../components/notice.tsx";
import { TextField } from "../../components/text-field.tsx";
import { trpc } from "../../lib/trpc.ts";
import { useHydrated } from "../../lib/use-hydrated.ts";
import { useZodForm } from "../../lib/use-zod-form.ts";
import { accountsMessages as text } from "../../texts/accounts.ts";
import { PasswordField } from "./password-field.tsx";
import { useSignIn } from "./use-sign-in.ts";

/** Only accounts with a second step need it. */
const CodeStep = lazy(async () => ({ default: (await import("../second-factor/code-step.tsx")).CodeStep }));

const PasskeyLogin = lazy(async () => ({
  default: (await import("../second-factor/passkey-login.tsx")).PasskeyLogin,
}));

const fields = loginSchema.omit({ code: true });

export function LoginForm() {
  const form = useZodForm(fields, { username: "", password: "" });
  const login = trpc.accounts.login.useMutation();
  const [given, setGiven] = useState<LoginInput>();
  const [codeNeeded, setCodeNeeded] = useState(false);
  const { signIn, failure, done } = useSignIn(text.login, () => setCodeNeeded(true));
  const hydrated = useHydrated();
  const waiting = form.busy || done;
  if (codeNeeded && given) {
    return (
      <Suspense fallback={<p role="status">{text.formLoading}</p>}>
        <CodeStep given={given} onBack={() => setCodeNeeded(false)} />
      </Suspense>
    );
  }
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={form.submit((values) => {
        setGiven(values);
        return signIn(() => login.mutateAsync(values));
      })}
    >
      <TextField form={form} name="username" kind="username" label={text.fields.username} />
      <PasswordField
        {...form.field("password")}
        autoComplete="current-password"
        error={form.error("password")}
      />
      <Link to="/forgot-password" className="link -mt-1 justify-self-start">
        {text.login.forgot}
      </Link>
      {failure && (
        <Notice tone="bad" icon={<CircleAlert aria-hidden="true" />} role="alert">
          {failure}
        </Notice>
      )}
      <Button type="submit" busy={waiting}>
        {waiting ? text.login.pending : text.login.submit}
      </Button>
      {hydrated && (
        <Suspense fallback={null}>
          <PasskeyLogin />
        </Suspense>
      )}
    </form>
  );
}
