import { Link, useRouter } from "@tanstack/react-router";
import {
  BellDot,
  BellOff,
  CheckCheck,
  FileX,
  Globe,
  LogIn,
  MessageSquareText,
  Stamp,
  Users,
} from "lucide-react";
import { useState } from "react";
import type { CurrentUser } from "../../../src/features/accounts/accounts.output.schema.ts";
import type { NoticeView } from "../../../src/features/notices/notices.output.schema.ts";
import { Badge } from "../../components/badge.tsx";
import { BareButton } from "../../components/bare-button.tsx";
import { Button } from "../../components/button.tsx";
import { Card } from "../../components/card.tsx";
import { FailedNotice } from "../../components/failed-notice.tsx";
import { Spinner } from "../../components/spinner.tsx";
import { classes } from "../../lib/classes.ts";
import { formatRelative, formatWithZone } from "../../lib/format.ts";
import { notify } from "../../lib/notify.ts";
import { parseServerError } from "../../lib/server-errors.ts";
import { trpc } from "../../lib/trpc.ts";
import { noticesMessages as text } from "../../texts/notices.ts";
import { useSwitch } from "../offices/use-switch.ts";

const perPage = 50;

type Office = CurrentUser["office"];

/** The person's notices, newest first, reloaded whenever the page opens. */
export function NoticeList({ office }: { office: Office }) {
  const notices = trpc.notices.list.useQuery({ limit: perPage }, { refetchOnMount: "always" });
  const unread = trpc.notices.unread.useQuery();
  const readAll = trpc.notices.readAll.useMutation(useAfterReading());
  if (notices.isPending) return <Spinner label={text.loading} />;
  if (notices.isError)
    return (
      <FailedNotice again={text.again} onRetry={() => notices.refetch()}>
        {text.failed}
      </FailedNotice>
    );
  const [newest] = notices.data;
  if (!newest) return <NoNotices />;
  return (
    <>
      {unread.data?.unread !== 0 && (
        <Button
          variant="secondary"
          className="mb-4"
          busy={readAll.isPending}
          onClick={() => readAll.mutate({ upTo: newest.id })}
        >
          <CheckCheck className="size-5" aria-hidden="true" />
          {text.readAll}
        </Button>
      )}
      <Card className="py-0 sm:py-0">
        <Notices notices={notices.data} office={office} />
      </Card>
    </>
  );
}

/** A page of the list, followed on demand by the next older one. */
function Notices({ notices, office }: { notices: NoticeView[]; office: Office }) {
  const [isOpen, setOpen] = useState(false);
  const last = notices.length === perPage ? notices.at(-1) : undefined;
  return (
    <>
      <ul className="divide-y divide-line">
        {notices.map((notice) => (
          <NoticeRow key={notice.id} notice={notice} office={office} />
        ))}
      </ul>
      {last && isOpen && <OlderNotices after={last.id} office={office} />}
      {last && !isOpen && (
        <div className="border-t border-line py-4">
          <Button variant="secondary" size="small" onClick={() => setOpen(true)}>
            {text.older}
          </Button>
        </div>
      )}
    </>
  );
}

function OlderNotices({ after, office }: { after: string; office: Office }) {
  const notices = trpc.notices.list.useQuery({ limit: perPage, cursor: after }, { refetchOnMount: "always" });
  if (notices.isPending)
    return (
      <p role="status" className="py-4 text-muted">
        {text.loading}
      </p>
    );
  if (notices.isError)
    return (
      <FailedNotice again={text.again} onRetry={() => notices.refetch()}>
        {text.failed}
      </FailedNotice>
    );
  return <Notices notices={notices.data} office={office} />;
}

function NoticeRow({ notice, office }: { notice: NoticeView; office: Office }) {
  const { kind, isRead, createdAt } = notice;
  const Icon = icons[kind];
  const at = Date.parse(createdAt);
  return (
    <li className="grid grid-cols-mark gap-x-3 py-4">
      <Icon
        className={`size-5 h-lh ${kind === "document-failed" ? "text-bad" : "text-brand"}`}
        aria-hidden="true"
      />
      <div className="grid min-w-0 justify-items-start gap-1">
        <p className={classes("wrap-anywhere", !isRead && "font-semibold")}>{sentenceOf(notice)}</p>
        <p className="flex flex-wrap items-center gap-x-2 text-sm wrap-anywhere text-muted">
          {!isRead && (
            <Badge tone="brand" icon={<BellDot aria-hidden="true" />}>
              {text.unread}
            </Badge>
          )}
          <time dateTime={createdAt} title={formatWithZone(at)}>
            {formatRelative(at, Date.now())}
          </time>
          {notice.office && <span>{text.in(notice.office.name)}</span>}
          {!notice.office && office && isOfAccount(notice) && <span>{text.ownAccount}</span>}
        </p>
        <Action notice={notice} office={office} />
      </div>
    </li>
  );
}

const icons = {
  "document-failed": FileX,
  "plan-used-up": Stamp,
  "seats-changed": Users,
  "domain-lost": Globe,
  "ticket-answered": MessageSquareText,
  "project-acknowledged": CheckCheck,
  "new-sign-in": LogIn,
};

function sentenceOf({
  kind,
  document,
  ticket,
  project,
  acknowledgedBy,
  browser,
  system,
}: NoticeView): string {
  const { said } = text;
  switch (kind) {
    case "document-failed":
      return said.failed(document?.name ?? "");
    case "plan-used-up":
      return said.usedUp;
    case "seats-changed":
      return said.seatsChanged;
    case "domain-lost":
      return said.domainLost;
    case "ticket-answered":
      return said.answered(ticket?.subject ?? "");
    case "project-acknowledged":
      return said.acknowledged(acknowledgedBy ?? "", project?.name ?? "");
    case "new-sign-in": {
      const device = browser && system ? text.device(browser, system) : (browser ?? system);
      return device ? said.signedIn(device) : said.signedInUnknown;
    }
  }
}

/** Whether it is about something of one account; the others are the same whatever the person acts for. */
const isOfAccount = ({ kind }: NoticeView) => kind !== "ticket-answered" && kind !== "new-sign-in";

function targetOf({ kind, document, project }: NoticeView) {
  switch (kind) {
    case "document-failed":
      return document?.kind === "collection"
        ? ({ to: "/collections/$id", params: { id: document.id } } as const)
        : ({ to: "/", search: { document: document?.id } } as const);
    case "plan-used-up":
      return { to: "/subscription" } as const;
    case "seats-changed":
    case "domain-lost":
      return { to: "/office" } as const;
    case "ticket-answered":
      return { to: "/my-tickets" } as const;
    case "project-acknowledged":
      return { to: "/projects/$id", params: { id: project?.id ?? "" } } as const;
    case "new-sign-in":
      return { to: "/account" } as const;
  }
}

/** Leads to what the notice is about, and marks it as read. What is of another account is opened after a switch. */
function Action({ notice, office }: { notice: NoticeView; office: Office }) {
  const isHere = !isOfAccount(notice) || notice.office?.id === office?.id;
  return isHere ? <OpenHere notice={notice} /> : <OpenElsewhere notice={notice} />;
}

function OpenHere({ notice }: { notice: NoticeView }) {
  const { id, kind, isRead } = notice;
  const read = trpc.notices.read.useMutation(useAfterReading());
  const markRead = () => {
    if (!isRead) read.mutate({ id });
  };
  return (
    <Link {...targetOf(notice)} onClick={markRead} className="link inline-flex min-h-6 items-center">
      {text.actions[kind]}
    </Link>
  );
}

/** Marks as read before it switches: after that, calls for the account that the page shows are refused. */
function OpenElsewhere({ notice }: { notice: NoticeView }) {
  const { id, kind, isRead, office } = notice;
  // The page is loaded again, for the other account.
  const { href } = useRouter().buildLocation(targetOf(notice));
  const change = useSwitch(href);
  const open = () => change.mutate({ id: office?.id ?? null });
  const read = trpc.notices.read.useMutation({ onSuccess: open, onError: showFailure });
  const action = text.actions[kind];
  return (
    <BareButton
      className="link min-h-6 text-left wrap-anywhere"
      disabled={read.isPending || change.isPending}
      onClick={() => (isRead ? open() : read.mutate({ id }))}
    >
      {office ? text.switched.office(action, office.name) : text.switched.own(action)}
    </BareButton>
  );
}

function useAfterReading() {
  const { notices } = trpc.useUtils();
  return { onSuccess: () => notices.invalidate(), onError: showFailure };
}

function showFailure(error: unknown): void {
  notify({
    kind: "error",
    title: text.actionFailed,
    description: parseServerError(error).message ?? text.fallback,
  });
}

function NoNotices() {
  return (
    <div className="grid justify-items-center gap-2 rounded-panel border border-line bg-card px-4 py-12 text-center">
      <BellOff className="size-16 text-field-line" strokeWidth={1.2} aria-hidden="true" />
      <h2 className="text-heading">{text.empty}</h2>
      <p className="text-muted">{text.emptyText}</p>
    </div>
  );
}
