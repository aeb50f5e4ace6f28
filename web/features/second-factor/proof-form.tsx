import { KeyRound } from "lucide-react";
import { useState } from "react";
import { type Proof, passwordProofSchema } from "../../../src/features/accounts/second-factor.schema.ts";
import { Button } from "../../components/button.tsx";
import { SendForm } from "../../components/send-form.tsx";
import { trpc } from "../../lib/trpc.ts";
import { useAttempt } from "../../lib/use-attempt.ts";
import { useZodForm } from "../../lib/use-zod-form.ts";
import { CurrentPassword } from "../accounts/current-password.tsx";
import { canUsePasskeys, signWithPasskey } from "./browser-passkeys.ts";
import { secondFactorMessages } from "./messages.ts";
import { passkeyMessages } from "./passkey-messages.ts";

const text = secondFactorMessages.proof;

type ProofFormProps = {
  username: string;
  /** Whether the account has a passkey, which can take the place of the password. */
  hasPasskeys: boolean;
  texts: { intro: string; submit: string; pending: string; failed: string };
  send: (proof: Proof) => Promise<void>;
};

/** Asks for the password or a passkey before a change to how the owner logs in. */
export function ProofForm({ username, hasPasskeys, texts, send }: ProofFormProps) {
  const form = useZodForm(passwordProofSchema, { currentPassword: "" });
  const start = trpc.secondFactor.startProof.useMutation();
  const { attempt, failure } = useAttempt({ failed: texts.failed, fallback: text.fallback });
  const [signing, setSigning] = useState(false);
  const sign = async () => {
    setSigning(true);
    await attempt(async () => send({ passkey: await signWithPasskey(await start.mutateAsync()) }));
    setSigning(false);
  };
  return (
    <>
      <SendForm
        onSubmit={form.submit((proof) => attempt(() => send(proof)))}
        busy={form.busy}
        failure={failure}
        texts={texts}
      >
        <p className="-mt-4 text-muted">{texts.intro}</p>
        <CurrentPassword form={form} username={username} label={text.password} />
      </SendForm>
      {hasPasskeys && canUsePasskeys() && (
        <Button variant="secondary" className="mt-3" busy={signing} onClick={() => void sign()}>
          {!signing && <KeyRound className="size-4" aria-hidden="true" />}
          {passkeyMessages.prove}
        </Button>
      )}
    </>
  );
}
