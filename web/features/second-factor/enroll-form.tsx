import type { StartedApp } from "../../../src/features/accounts/second-factor.output.schema.ts";
import { confirmAppSchema } from "../../../src/features/accounts/second-factor.schema.ts";
import { CopyField } from "../../components/copy-field.tsx";
import { SendForm } from "../../components/send-form.tsx";
import { TextField } from "../../components/text-field.tsx";
import { trpc } from "../../lib/trpc.ts";
import { useAttempt } from "../../lib/use-attempt.ts";
import { useZodForm } from "../../lib/use-zod-form.ts";
import { secondFactorMessages } from "../../texts/second-factor.ts";
import { QrPicture } from "./qr-picture.tsx";

const text = secondFactorMessages.enroll;

type EnrollFormProps = { started: StartedApp; onDone: (recoveryCodes: string[]) => void };

/** Shows the secret for the app, and asks for a first code from it. */
export function EnrollForm({ started, onDone }: EnrollFormProps) {
  const form = useZodForm(confirmAppSchema, { code: "" });
  const confirm = trpc.secondFactor.confirmApp.useMutation();
  const { attempt, failure } = useAttempt(text);
  const send = (input: { code: string }) =>
    attempt(async () => onDone((await confirm.mutateAsync(input)).recoveryCodes));
  return (
    <SendForm onSubmit={form.submit(send)} busy={form.busy} failure={failure} texts={text}>
      <p className="-mt-4 text-muted">{text.scan}</p>
      <QrPicture value={started.uri} label={text.picture} />
      <a href={started.uri} className="link justify-self-start">
        {text.openHere}
      </a>
      <CopyField value={started.secret} text={text.secret} canBeShared={false} />
      <p className="text-muted">{text.changing}</p>
      <TextField form={form} name="code" label={text.code} inputMode="numeric" autoComplete="one-time-code" />
    </SendForm>
  );
}
