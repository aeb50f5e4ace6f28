import { Link } from "@tanstack/react-router";
import { CircleAlert } from "lucide-react";
import { useState } from "react";
import type { EmailConfirmed } from "../../src/features/accounts/accounts.output.schema.ts";
import { Button, buttonClasses } from "../components/button.tsx";
import { Card } from "../components/card.tsx";
import { Notice } from "../components/notice.tsx";
import { PasswordDone } from "../features/password/password-done.tsx";
import { PageFrame } from "../features/shell/page-frame.tsx";
import { PublicHeader } from "../features/shell/public-header.tsx";
import { parseServerError } from "../lib/server-errors.ts";
import { trpc } from "../lib/trpc.ts";
import { useAttempt } from "../lib/use-attempt.ts";
import { useLinkToken } from "../lib/use-link-token.ts";
import { useNoIndex } from "../lib/use-no-index.ts";
import { useTitle } from "../lib/use-title.ts";
import { emailAddressMessages } from "../texts/email-address.ts";

const text = emailAddressMessages.page;

/** The target of the link in a confirmation email. Its token follows the #, which browsers do not send. */
export function ConfirmEmailPage() {
  const token = useLinkToken();
  useTitle(text.title);
  useNoIndex();
  return (
    <PageFrame header={<PublicHeader />} narrow>
      <Confirmation key={token} token={token} />
    </PageFrame>
  );
}

function Confirmation({ token }: { token: string }) {
  const [confirmed, setConfirmed] = useState<EmailConfirmed>();
  const me = trpc.accounts.me.useQuery(undefined, { retry: false });
  if (confirmed === undefined) return <ConfirmCard token={token} onConfirmed={setConfirmed} />;
  return (
    <PasswordDone title={text.doneTitle}>
      <p className="wrap-anywhere">{text.done(confirmed.email, confirmed.username)}</p>
      {me.data && me.data.username !== confirmed.username && (
        <p className="wrap-anywhere">{text.other(me.data.username)}</p>
      )}
      <Link to="/" className={buttonClasses()}>
        {text.home}
      </Link>
    </PasswordDone>
  );
}

/** The server rejected the link; after any other failure the same link may still work. */
function isRefusal(error: unknown): boolean {
  const { status } = parseServerError(error);
  return status !== undefined && status >= 400 && status < 500 && status !== 429;
}

function ConfirmCard({
  token,
  onConfirmed,
}: {
  token: string;
  onConfirmed: (confirmed: EmailConfirmed) => void;
}) {
  const { accounts } = trpc.useUtils();
  const confirm = trpc.email.confirm.useMutation();
  const { attempt, failure } = useAttempt(text);
  const send = () =>
    void attempt(async () => {
      onConfirmed(await confirm.mutateAsync({ token }));
      void accounts.me.invalidate();
    });
  const problem = token === "" ? text.incomplete : failure?.message;
  const isUseless = token === "" || (failure !== undefined && isRefusal(confirm.error));
  return (
    <Card aria-labelledby="confirm-email-title">
      <h1 id="confirm-email-title" className="text-title">
        {text.title}
      </h1>
      <div className="mt-4 grid justify-items-start gap-4">
        {problem === undefined ? (
          <p>{text.intro}</p>
        ) : (
          <Notice tone="bad" icon={<CircleAlert aria-hidden="true" />} role="alert">
            {problem}
          </Notice>
        )}
        {isUseless ? (
          <Link to="/account" className={buttonClasses({ variant: "secondary" })}>
            {text.account}
          </Link>
        ) : (
          <Button busy={confirm.isPending} onClick={send}>
            {confirm.isPending ? text.pending : text.submit}
          </Button>
        )}
      </div>
    </Card>
  );
}
