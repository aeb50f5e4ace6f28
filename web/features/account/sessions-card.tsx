import { MonitorSmartphone } from "lucide-react";
import { useRef } from "react";
import type { SessionView } from "../../../src/features/accounts/accounts.output.schema.ts";
import { Badge } from "../../components/badge.tsx";
import { Button } from "../../components/button.tsx";
import { Card } from "../../components/card.tsx";
import { FailedNotice } from "../../components/failed-notice.tsx";
import { formatDay, formatRelative } from "../../lib/format.ts";
import { notify } from "../../lib/notify.ts";
import { parseServerError } from "../../lib/server-errors.ts";
import { trpc } from "../../lib/trpc.ts";
import { yourAccountMessages } from "../../texts/your-account.ts";

const text = yourAccountMessages.sessions;

/** Where the user is logged in, with a way to end one login or all others. */
export function SessionsCard() {
  const title = useRef<HTMLHeadingElement>(null);
  return (
    <Card aria-labelledby="sessions-title">
      <h2 id="sessions-title" ref={title} tabIndex={-1} className="text-heading">
        {text.title}
      </h2>
      <p className="mt-2 text-muted">{text.intro}</p>
      <SessionList onEnded={() => title.current?.focus()} />
    </Card>
  );
}

function SessionList({ onEnded }: { onEnded: () => void }) {
  const { accounts } = trpc.useUtils();
  // Other devices change this list, so it is loaded whenever the page opens.
  const sessions = trpc.accounts.sessions.useQuery(undefined, { refetchOnMount: "always" });
  const after = (done: string) => ({
    onSuccess: async () => {
      notify({ kind: "success", title: done });
      onEnded();
      await accounts.sessions.invalidate();
    },
    onError: (error: unknown) => {
      notify({
        kind: "error",
        title: text.endFailed,
        description: parseServerError(error).message ?? text.fallback,
      });
      void accounts.sessions.invalidate();
    },
  });
  const end = trpc.accounts.endSession.useMutation(after(text.ended));
  const endOthers = trpc.accounts.endOtherSessions.useMutation(after(text.othersEnded));
  if (sessions.isPending)
    return (
      <p role="status" className="mt-4 text-muted">
        {text.loading}
      </p>
    );
  if (sessions.isError)
    return (
      <FailedNotice again={text.again} onRetry={() => sessions.refetch()}>
        {text.failed}
      </FailedNotice>
    );
  return (
    <>
      <ul className="mt-3 divide-y divide-line">
        {sessions.data.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            busy={end.isPending && end.variables.id === session.id}
            onEnd={() => end.mutate({ id: session.id })}
          />
        ))}
      </ul>
      {sessions.data.length > 1 && (
        <Button
          variant="secondary"
          className="mt-3"
          busy={endOthers.isPending}
          onClick={() => endOthers.mutate()}
        >
          {text.endOthers}
        </Button>
      )}
    </>
  );
}

type SessionRowProps = { session: SessionView; busy: boolean; onEnd: () => void };

function SessionRow({ session, busy, onEnd }: SessionRowProps) {
  const { createdAt, lastUsedAt, isCurrent } = session;
  const device = nameDevice(session);
  const day = formatDay(Date.parse(createdAt));
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3">
      <div className="min-w-0 wrap-anywhere">
        <p className="flex flex-wrap items-center gap-2 font-semibold">
          {device}
          {isCurrent && (
            <Badge tone="good" icon={<MonitorSmartphone aria-hidden="true" />}>
              {text.current}
            </Badge>
          )}
        </p>
        <p className="text-sm text-muted">
          {text.since(day)}
          {lastUsedAt !== null && ` · ${text.used(formatRelative(Date.parse(lastUsedAt), Date.now()))}`}
        </p>
      </div>
      {!isCurrent && (
        <Button
          variant="secondary"
          size="small"
          busy={busy}
          aria-label={text.endNamed(device, day)}
          onClick={onEnd}
        >
          {text.end}
        </Button>
      )}
    </li>
  );
}

function nameDevice({ browser, system }: SessionView): string {
  if (browser !== null && system !== null) return text.device(browser, system);
  return browser ?? system ?? text.unknownDevice;
}
