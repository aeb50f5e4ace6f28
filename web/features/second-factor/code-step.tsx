import { Link } from "@tanstack/react-router";
import { CircleAlert } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { LoginInput } from "../../../src/features/accounts/login.schema.ts";
import { confirmAppSchema } from "../../../src/features/accounts/second-factor.schema.ts";
import { BareButton } from "../../components/bare-button.tsx";
import { Button } from "../../components/button.tsx";
import { Notice } from "../../components/notice.tsx";
import { TextField } from "../../components/text-field.tsx";
import { trpc } from "../../lib/trpc.ts";
import { useZodForm } from "../../lib/use-zod-form.ts";
import { accountsMessages } from "../../texts/accounts.ts";
import { secondFactorMessages } from "../../texts/second-factor.ts";
import { useSignIn } from "../accounts/use-sign-in.ts";

const text = secondFactorMessages.step;
const appField = { label: text.appField, inputMode: "numeric", autoComplete: "one-time-code" } as const;
const recoveryField = {
  label: text.recoveryField,
  autoComplete: "off",
  autoCapitalize: "none",
  spellCheck: false,
} as const;

type CodeStepProps = { given: LoginInput; onBack: () => void };

/** Asks for the code after the right password, and sends both. The password stays on this page until then. */
export function CodeStep(props: CodeStepProps) {
  const [isRecovery, setRecovery] = useState(false);
  return (
    <CodeForm
      key={String(isRecovery)}
      {...props}
      isRecovery={isRecovery}
      onOther={() => setRecovery(!isRecovery)}
    />
  );
}

type CodeFormProps = CodeStepProps & { isRecovery: boolean; onOther: () => void };

/** A code of the app, or a recovery code; what was typed as one says nothing about the other. */
function CodeForm({ given, onBack, isRecovery, onOther }: CodeFormProps) {
  const form = useZodForm(confirmAppSchema, { code: "" });
  const login = trpc.accounts.login.useMutation();
  const { signIn, failure, done } = useSignIn(accountsMessages.login);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const waiting = form.busy || done;
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={form.submit(({ code }) => signIn(() => login.mutateAsync({ ...given, code })))}
    >
      <h3>{text.title}</h3>
      <p className="-mt-3 text-muted">{isRecovery ? text.recovery : text.app}</p>
      <TextField form={form} name="code" ref={field} {...(isRecovery ? recoveryField : appField)} />
      {failure && (
        <Notice tone="bad" icon={<CircleAlert aria-hidden="true" />} role="alert">
          {failure}
        </Notice>
      )}
      <Button type="submit" busy={waiting}>
        {waiting ? text.pending : text.submit}
      </Button>
      <div className="flex flex-wrap justify-between gap-3">
        <BareButton className="link min-h-6" onClick={onOther}>
          {isRecovery ? text.useApp : text.useRecovery}
        </BareButton>
        <BareButton className="link min-h-6" onClick={onBack}>
          {text.back}
        </BareButton>
      </div>
      {isRecovery && (
        <p className="text-sm text-muted">
          {text.lost}{" "}
          <Link to="/contact" className="link">
            {text.askForHelp}
          </Link>
        </p>
      )}
    </form>
  );
}
