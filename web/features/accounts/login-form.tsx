import { Link } from "@tanstack/react-router";
import { CircleAlert } from "lucide-react";
import { loginSchema } from "../../../src/features/accounts/login.schema.ts";
import { Button } from "../../components/button.tsx";
import { Notice } from "../../components/notice.tsx";
import { TextField } from "../../components/text-field.tsx";
import { trpc } from "../../lib/trpc.ts";
import { useZodForm } from "../../lib/use-zod-form.ts";
import { accountsMessages as text } from "./messages.ts";
import { PasswordField } from "./password-field.tsx";
import { useSignIn } from "./use-sign-in.ts";

export function LoginForm() {
  const form = useZodForm(loginSchema, { username: "", password: "" });
  const login = trpc.accounts.login.useMutation();
  const { signIn, failure, done } = useSignIn(text.login);
  const waiting = form.busy || done;
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={form.submit((values) => signIn(() => login.mutateAsync(values)))}
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
    </form>
  );
}
