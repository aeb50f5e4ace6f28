import { Mail } from "lucide-react";
import { useState } from "react";
import type { CurrentUser } from "../../../src/features/accounts/accounts.output.schema.ts";
import { type SetEmailInput, setEmailSchema } from "../../../src/features/accounts/email.schema.ts";
import { Button } from "../../components/button.tsx";
import { Card } from "../../components/card.tsx";
import { Notice } from "../../components/notice.tsx";
import { SendForm } from "../../components/send-form.tsx";
import { TextField } from "../../components/text-field.tsx";
import { sendsMail } from "../../environment/server-settings.ts";
import { notify } from "../../lib/notify.ts";
import { trpc } from "../../lib/trpc.ts";
import { useAttempt } from "../../lib/use-attempt.ts";
import { useZodForm } from "../../lib/use-zod-form.ts";
import { translate } from "../../texts/translation.ts";
import { PasswordField } from "../accounts/password-field.tsx";
import { emailAddressMessages } from "./messages.ts";
import { useRequestConfirmation } from "./use-request-confirmation.ts";

const { card: text, request } = emailAddressMessages;

/** Lets a user enter or change the address; a confirmed one only on a server that can send the link. */
export function EmailAddressCard({ email, emailConfirmed, pendingEmail, username }: CurrentUser) {
  const [round, setRound] = useState(0);
  if (emailConfirmed && !sendsMail) return null;
  const why = sendsMail ? text.why : text.whyUnsent;
  const unconfirmedTitle = email === null || !sendsMail ? text.missingTitle : text.title;
  return (
    <Card aria-labelledby="email-address-title">
      <h2 id="email-address-title" className="text-2xl">
        {emailConfirmed ? text.changeTitle : unconfirmedTitle}
      </h2>
      <p className="mt-2 text-muted">{emailConfirmed ? text.changeWhy : why}</p>
      {pendingEmail !== null && <WaitingChange email={pendingEmail} />}
      {sendsMail && email !== null && !emailConfirmed && <RequestAgain email={email} />}
      <AddressForm
        key={round}
        username={username}
        label={emailConfirmed ? text.newEmail : text.email}
        onDone={() => setRound(round + 1)}
      />
    </Card>
  );
}

function WaitingChange({ email }: { email: string }) {
  const { accounts } = trpc.useUtils();
  const cancel = trpc.email.cancelChange.useMutation();
  const { attempt } = useAttempt(text, { toast: true });
  const keep = () =>
    void attempt(async () => {
      await cancel.mutateAsync();
      notify({ kind: "success", title: text.kept });
      await accounts.me.invalidate();
    });
  return (
    <div className="mt-4">
      <Notice tone="brand" icon={<Mail aria-hidden="true" />}>
        <p>{text.waiting(email)}</p>
        <Button variant="secondary" size="small" className="mt-3" busy={cancel.isPending} onClick={keep}>
          {cancel.isPending ? text.keepPending : text.keep}
        </Button>
      </Notice>
    </div>
  );
}

function RequestAgain({ email }: { email: string }) {
  const { send, busy } = useRequestConfirmation();
  return (
    <>
      <p className="mt-4 wrap-anywhere">{text.sent(email)}</p>
      <Button variant="secondary" className="mt-3" busy={busy} onClick={send}>
        {busy ? request.pending : request.submit}
      </Button>
      <p className="mt-6">{text.other}</p>
    </>
  );
}

type AddressFormProps = { username: string; label: string; onDone: () => void };

function AddressForm({ username, label, onDone }: AddressFormProps) {
  const form = useZodForm(setEmailSchema, { email: "", currentPassword: "" });
  const { accounts } = trpc.useUtils();
  const set = trpc.email.set.useMutation();
  const { attempt, failure } = useAttempt(text);
  const send = (values: SetEmailInput) =>
    attempt(async () => {
      const answer = await set.mutateAsync(values);
      notify({ kind: "success", title: text.done, description: translate(answer) });
      onDone();
      void accounts.me.invalidate();
    });
  return (
    <SendForm onSubmit={form.submit(send)} busy={form.busy} failure={failure} texts={text}>
      <TextField form={form} name="email" kind="email" label={label} required />
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
