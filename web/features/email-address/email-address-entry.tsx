import { Mail } from "lucide-react";
import type { CurrentUser } from "../../../src/features/accounts/accounts.output.schema.ts";
import type { Proof } from "../../../src/features/accounts/second-factor.schema.ts";
import { Button } from "../../components/button.tsx";
import { Notice } from "../../components/notice.tsx";
import { sendsMail } from "../../environment/server-settings.ts";
import { notify } from "../../lib/notify.ts";
import { trpc } from "../../lib/trpc.ts";
import { useAttempt } from "../../lib/use-attempt.ts";
import { emailAddressMessages } from "../../texts/email-address.ts";
import { translate } from "../../texts/translation.ts";
import { AccountEntry } from "../account/account-entry.tsx";
import { ProofForm } from "../second-factor/proof-form.tsx";
import { useRequestConfirmation } from "./use-request-confirmation.ts";

const { card: text, request } = emailAddressMessages;
const { submit, pending, failed } = text;
const formTexts = { submit, pending, failed };

/** The user's address. It can be entered and changed; a confirmed one only on a server that can send the link. */
export function EmailAddressEntry({ email, emailConfirmed, pendingEmail, username }: CurrentUser) {
  const canChange = sendsMail || !emailConfirmed;
  const why = sendsMail ? text.why : text.whyUnsent;
  return (
    <AccountEntry
      name={text.entry}
      value={<Address email={email} emailConfirmed={emailConfirmed} />}
      notice={
        pendingEmail !== null ? (
          <WaitingChange email={pendingEmail} />
        ) : (
          sendsMail && email !== null && !emailConfirmed && <RequestAgain email={email} />
        )
      }
      {...(canChange && {
        form: {
          title: email === null ? text.missingTitle : text.changeTitle,
          intro: emailConfirmed ? text.changeWhy : why,
          fields: (close) => (
            <AddressForm
              username={username}
              label={emailConfirmed ? text.newEmail : text.email}
              onDone={close}
            />
          ),
        },
      })}
    />
  );
}

function Address({ email, emailConfirmed }: Pick<CurrentUser, "email" | "emailConfirmed">) {
  if (email === null) return <span className="text-muted">{text.none}</span>;
  return (
    <>
      <span translate="no">{email}</span>
      {(sendsMail || emailConfirmed) && (
        <>
          {" "}
          <span className="text-muted">
            ({emailConfirmed ? emailAddressMessages.confirmed : emailAddressMessages.unconfirmed})
          </span>
        </>
      )}
    </>
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
    <Notice tone="brand" icon={<Mail aria-hidden="true" />}>
      <p>{text.waiting(email)}</p>
      <Button variant="secondary" size="small" className="mt-3" busy={cancel.isPending} onClick={keep}>
        {cancel.isPending ? text.keepPending : text.keep}
      </Button>
    </Notice>
  );
}

function RequestAgain({ email }: { email: string }) {
  const { send, busy } = useRequestConfirmation();
  return (
    <Notice tone="brand" icon={<Mail aria-hidden="true" />}>
      <p>{text.sent(email)}</p>
      <Button variant="secondary" size="small" className="mt-3" busy={busy} onClick={send}>
        {busy ? request.pending : request.submit}
      </Button>
    </Notice>
  );
}

type AddressFormProps = { username: string; label: string; onDone: () => void };

function AddressForm({ username, label, onDone }: AddressFormProps) {
  const { accounts } = trpc.useUtils();
  const set = trpc.email.set.useMutation();
  const send = async (proof: Proof, email: string) => {
    const answer = await set.mutateAsync({ ...proof, email });
    onDone();
    notify({ kind: "success", title: text.done, description: translate(answer) });
    void accounts.me.invalidate();
  };
  return <ProofForm username={username} texts={formTexts} emailLabel={label} send={send} />;
}
