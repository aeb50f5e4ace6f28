import { CircleAlert, CircleCheck, Eye, Share2 } from "lucide-react";
import { useState } from "react";
import { writeTime } from "../../../src/evidence/written-time.ts";
import type { ShareView } from "../../../src/features/projects/shares.output.schema.ts";
import { Badge } from "../../components/badge.tsx";
import { Button } from "../../components/button.tsx";
import { Card } from "../../components/card.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { FailedNotice } from "../../components/failed-notice.tsx";
import { OneTimeSecret } from "../../components/one-time-secret.tsx";
import { formatDay, formatWithZone } from "../../lib/format.ts";
import { notify } from "../../lib/notify.ts";
import { parseServerError } from "../../lib/server-errors.ts";
import { trpc } from "../../lib/trpc.ts";
import { sharingMessages } from "../../texts/sharing.ts";
import { spokenLanguage } from "../../texts/translation.ts";
import { useRights } from "../accounts/use-rights.ts";
import { AskDialog } from "./ask-dialog.tsx";
import { ShareDialog } from "./share-dialog.tsx";

const text = sharingMessages;

/** The links to a project with their visits, and a button to create one. */
export function Shares({ projectId }: { projectId: string }) {
  const [open, setOpen] = useState<"link" | "ask">();
  const close = () => setOpen(undefined);
  const { mayWrite } = useRights();
  return (
    <Card aria-labelledby="shares-title">
      <h2 id="shares-title" className="text-heading">
        {text.title}
      </h2>
      <p className="mt-2 text-muted">{text.intro}</p>
      {mayWrite && (
        <div className="mt-4 flex flex-wrap gap-3">
          <Button variant="secondary" aria-haspopup="dialog" onClick={() => setOpen("link")}>
            <Share2 className="size-5 shrink-0" aria-hidden="true" />
            {text.button}
          </Button>
          <Button variant="secondary" aria-haspopup="dialog" onClick={() => setOpen("ask")}>
            <Eye className="size-5 shrink-0" aria-hidden="true" />
            {text.ask.button}
          </Button>
        </div>
      )}
      <ShareList projectId={projectId} />
      {open === "link" && <ShareDialog projectId={projectId} onClose={close} />}
      {open === "ask" && <AskDialog projectId={projectId} onClose={close} />}
    </Card>
  );
}

function ShareList({ projectId }: { projectId: string }) {
  const { shares } = trpc.useUtils();
  const list = trpc.shares.list.useQuery({ id: projectId }, { refetchOnMount: "always" });
  const end = trpc.shares.end.useMutation({
    onSuccess: () => notify({ kind: "success", title: text.list.ended }),
    onError: (error) =>
      notify({
        kind: "error",
        title: text.list.endFailed,
        description: parseServerError(error).message ?? text.list.endFallback,
      }),
    onSettled: () => shares.list.invalidate({ id: projectId }),
  });
  if (list.isError)
    return (
      <FailedNotice again={text.list.again} onRetry={() => list.refetch()}>
        {text.list.failed}
      </FailedNotice>
    );
  if (!list.data?.length) return null;
  return (
    <ul className="mt-4 divide-y divide-line" aria-label={text.list.title}>
      {list.data.map((share) => (
        <ShareRow
          key={share.id}
          share={share}
          busy={end.isPending && end.variables.id === share.id}
          onEnd={() => end.mutate({ id: share.id })}
        />
      ))}
    </ul>
  );
}

type ShareRowProps = { share: ShareView; busy: boolean; onEnd: () => void };

function ShareRow({ share, busy, onEnd }: ShareRowProps) {
  const { label, state, downloads, hasPassword, createdAt, expiresAt, openCount, openings, recipient } =
    share;
  const name = recipient === null ? (label ?? text.list.unnamed) : text.list.madeFor(recipient);
  const isOpen = state === "open";
  const { mayWrite } = useRights();
  const Icon = isOpen ? CircleCheck : CircleAlert;
  const facts = [
    text.list.created(formatDay(Date.parse(createdAt))),
    text.list.until(formatDay(Date.parse(expiresAt))),
    text.list.downloads[downloads],
    ...(hasPassword ? [text.list.withPassword] : []),
  ];
  return (
    <li className="flex flex-wrap items-start justify-between gap-3 py-3">
      <div className="min-w-0 wrap-anywhere">
        <p className="flex flex-wrap items-center gap-2 font-semibold">
          {name}
          <Badge tone={isOpen ? "good" : "bad"} icon={<Icon aria-hidden="true" />}>
            {text.list.states[state]}
          </Badge>
        </p>
        <p className="text-sm text-muted">{facts.join(" · ")}</p>
        {share.delivery !== null && <p className="text-sm">{text.list.deliveries[share.delivery]}</p>}
        {recipient !== null && <Acknowledgement given={share.acknowledgement} />}
        <p className="text-sm">{openCount === 0 ? text.list.notOpened : text.list.opened(openCount)}</p>
        {openings.length > 0 && (
          <ul className="text-sm text-muted">
            {openings.map((opening) => (
              <li key={opening.openedAt}>
                {formatWithZone(Date.parse(opening.openedAt))} · {nameDevice(opening)}
              </li>
            ))}
          </ul>
        )}
      </div>
      {mayWrite && isOpen && (
        <div className="flex flex-wrap gap-2">
          {isUnsent(share) && <CopyLink id={share.id} name={name} />}
          <Button
            variant="secondary"
            size="small"
            busy={busy}
            aria-label={text.list.endNamed(name)}
            onClick={onEnd}
          >
            {text.list.end}
          </Button>
        </div>
      )}
    </li>
  );
}

/** A request whose email did not go out, or perhaps not, and which no one has answered. */
function isUnsent({ delivery, acknowledgement }: ShareView): boolean {
  return acknowledgement === null && ["saved", "failed", "unknown"].includes(delivery ?? "");
}

/** Shows a new link for a request that was not emailed, since the one in the email is not stored. */
function CopyLink({ id, name }: { id: string; name: string }) {
  const copy = trpc.shares.copy.useMutation({
    onError: (error) =>
      notify({
        kind: "error",
        title: text.list.copyFailed,
        description: parseServerError(error).message ?? text.list.copyFallback,
      }),
  });
  return (
    <>
      <Button
        variant="secondary"
        size="small"
        busy={copy.isPending}
        aria-haspopup="dialog"
        aria-label={text.list.copyNamed(name)}
        onClick={() => copy.mutate({ id })}
      >
        {text.list.copy}
      </Button>
      {copy.data && (
        <Dialog title={name} closeLabel={text.close} onClose={copy.reset}>
          <OneTimeSecret canBeShared value={copy.data.url} text={text.made} onDone={copy.reset} />
        </Dialog>
      )}
    </>
  );
}

function Acknowledgement({ given }: { given: ShareView["acknowledgement"] }) {
  if (given === null) return <p className="text-sm">{text.list.notAcknowledged}</p>;
  return (
    <>
      <p className="font-semibold">
        {text.list.acknowledged(
          given.name,
          writeTime(new Date(given.at), spokenLanguage().language, given.timeZone),
        )}
      </p>
      {given.message !== null && <p className="text-sm">{text.list.message(given.message)}</p>}
    </>
  );
}

function nameDevice({ browser, system }: ShareView["openings"][number]): string {
  if (browser !== null && system !== null) return text.list.device(browser, system);
  return browser ?? system ?? text.list.unknownDevice;
}
