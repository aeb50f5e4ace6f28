import { type Proof, proofSchema } from "../../../src/features/accounts/second-factor.schema.ts";
import { SendForm } from "../../components/send-form.tsx";
import { useAttempt } from "../../lib/use-attempt.ts";
import { useZodForm } from "../../lib/use-zod-form.ts";
import { PasswordField } from "../accounts/password-field.tsx";
import { secondFactorMessages } from "./messages.ts";

const text = secondFactorMessages.proof;

type ProofFormProps = {
  username: string;
  texts: { intro: string; submit: string; pending: string; failed: string };
  send: (proof: Proof) => Promise<void>;
};

/** Asks for the password before a change to how the owner logs in. */
export function ProofForm({ username, texts, send }: ProofFormProps) {
  const form = useZodForm(proofSchema, { currentPassword: "" });
  const { attempt, failure } = useAttempt({ failed: texts.failed, fallback: text.fallback });
  return (
    <SendForm
      onSubmit={form.submit((proof) => attempt(() => send(proof)))}
      busy={form.busy}
      failure={failure}
      texts={texts}
    >
      <p className="-mt-4 text-muted">{texts.intro}</p>
      {/* Password managers need to know whose password is asked for. */}
      <input hidden readOnly autoComplete="username" value={username} />
      <PasswordField
        {...form.field("currentPassword")}
        label={text.password}
        autoComplete="current-password"
        error={form.error("currentPassword")}
      />
    </SendForm>
  );
}
