import { Link } from "@tanstack/react-router";
import { CircleAlert } from "lucide-react";
import { useEffect, useState } from "react";
import type { OpenedInvitation } from "../../src/features/offices/offices.output.schema.ts";
import { Button, buttonClasses } from "../components/button.tsx";
import { Card } from "../components/card.tsx";
import { Notice } from "../components/notice.tsx";
import { forgetInvitation, keepInvitation, readInvitation } from "../features/offices/pending-invitation.ts";
import { useSwitch } from "../features/offices/use-switch.ts";
import { PageFrame } from "../features/shell/page-frame.tsx";
import { PublicHeader } from "../features/shell/public-header.tsx";
import { parseServerError, readErrorCode } from "../lib/server-errors.ts";
import { trpc } from "../lib/trpc.ts";
import { useAttempt } from "../lib/use-attempt.ts";
import { useLinkToken } from "../lib/use-link-token.ts";
import { useNoIndex } from "../lib/use-no-index.ts";
import { useTitle } from "../lib/use-title.ts";
import { officesMessages } from "../texts/offices.ts";

const text = officesMessages.invitation;

/** The target of an invitation to an office. Its token follows the #, which browsers do not send. */
export function InvitationPage() {
  const opened = useLinkToken();
  const [kept] = useState(readInvitation);
  const token = opened || (kept ?? "");
  const open = trpc.offices.openInvitation.useMutation();
  const { mutate } = open;
  // After useLinkToken, which has read it: it must not stay in the history of the browser.
  useEffect(() => {
    const clear = () => {
      if (location.hash !== "") history.replaceState(history.state, "", location.pathname);
    };
    clear();
    window.addEventListener("hashchange", clear);
    return () => window.removeEventListener("hashchange", clear);
  }, []);
  useEffect(() => {
    if (token === "") return;
    keepInvitation(token);
    const forgetEnded = (error: unknown) => {
      if (readErrorCode(error) === "invitation-ended") forgetInvitation();
    };
    mutate({ token }, { onError: forgetEnded });
  }, [token, mutate]);
  useTitle(text.title);
  useNoIndex();
  const failure = open.isError
    ? (parseServerError(open.error).message ?? officesMessages.fallback)
    : undefined;
  const problem = token === "" ? text.incomplete : failure;
  return (
    <PageFrame header={<PublicHeader />} narrow>
      <Card aria-labelledby="invitation-title">
        <h1 id="invitation-title" className="text-title">
          {text.title}
        </h1>
        <div className="mt-4 grid justify-items-start gap-4">
          {problem !== undefined && (
            <>
              <Notice tone="bad" icon={<CircleAlert aria-hidden="true" />} role="alert">
                {problem}
              </Notice>
              <Link to="/" className={buttonClasses({ variant: "secondary" })}>
                {text.home}
              </Link>
            </>
          )}
          {open.isPending && (
            <p role="status" className="text-muted">
              {officesMessages.loading}
            </p>
          )}
          {open.data && <Acceptance key={token} token={token} invitation={open.data} />}
        </div>
      </Card>
    </PageFrame>
  );
}

function Acceptance({ token, invitation }: { token: string; invitation: OpenedInvitation }) {
  const { office, role, invitedBy, isMailed } = invitation;
  const me = trpc.accounts.me.useQuery(undefined, { retry: false });
  const accept = trpc.offices.accept.useMutation();
  const change = useSwitch();
  const { attempt, failure } = useAttempt(officesMessages);
  const send = () =>
    void attempt(async () => {
      await accept.mutateAsync({ token });
      forgetInvitation();
    });
  const joined = accept.data;
  if (joined)
    return (
      <>
        <p role="status" className="wrap-anywhere">
          {text.joined(joined.name)}
        </p>
        <div className="flex flex-wrap gap-3">
          <Button busy={change.isPending} onClick={() => change.mutate({ id: joined.id })}>
            {officesMessages.own.switchTo(joined.name)}
          </Button>
          <Link to="/" className={buttonClasses({ variant: "secondary" })}>
            {text.home}
          </Link>
        </div>
      </>
    );
  return (
    <>
      <p className="wrap-anywhere">{text.text(invitedBy, office)}</p>
      <p>{text.role(officesMessages.roles[role], text.rights[role])}</p>
      {isMailed && <p className="text-muted">{text.mailed}</p>}
      {failure && (
        <Notice tone="bad" icon={<CircleAlert aria-hidden="true" />} role="alert">
          {failure.message}
        </Notice>
      )}
      {me.data ? (
        <Button busy={accept.isPending} onClick={send}>
          {accept.isPending ? text.accepting : text.accept}
        </Button>
      ) : (
        !me.isPending && (
          <>
            <p>{text.login}</p>
            <Link to="/office" className={buttonClasses({ variant: "primary" })}>
              {text.toLogin}
            </Link>
          </>
        )
      )}
    </>
  );
}
