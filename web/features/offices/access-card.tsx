import { useRef, useState } from "react";
import type { OfficeAccess } from "../../../src/features/offices/offices.output.schema.ts";
import { Button } from "../../components/button.tsx";
import { Card } from "../../components/card.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { FailedNotice } from "../../components/failed-notice.tsx";
import { formatDay } from "../../lib/format.ts";
import { trpc } from "../../lib/trpc.ts";
import { officesMessages } from "../../texts/offices.ts";
import { showFailure } from "./use-switch.ts";

const text = officesMessages.access;

/** Something that opens the office without signing in. */
type Way = { kind: "link" | "webhook" | "token"; id: string; name: string; facts: string[] };
type Maker = { madeBy: string | null; isMember: boolean };

/** Links, webhooks and tokens of the office with their makers, each with a button that ends it; for owners. */
export function AccessCard() {
  const access = trpc.offices.access.useQuery();
  const [ending, setEnding] = useState<Way>();
  const title = useRef<HTMLHeadingElement>(null);
  const ways = access.data && listWays(access.data);
  return (
    <Card aria-labelledby="access-title">
      <h2 id="access-title" ref={title} tabIndex={-1} className="text-heading">
        {text.title}
      </h2>
      <p className="mt-2 text-muted">{text.intro}</p>
      {access.isPending && (
        <p role="status" className="mt-3 text-muted">
          {officesMessages.loading}
        </p>
      )}
      {access.isError && (
        <FailedNotice again={officesMessages.again} onRetry={() => access.refetch()}>
          {officesMessages.failedToLoad}
        </FailedNotice>
      )}
      {ways?.length === 0 && <p className="mt-3">{text.none}</p>}
      <ul className="mt-3 divide-y divide-line">
        {ways?.map((way) => (
          <li key={way.id} className="flex flex-wrap items-center justify-between gap-3 py-3">
            <div className="min-w-0 wrap-anywhere">
              <p className="font-semibold">{way.name}</p>
              <p className="text-sm text-muted">{way.facts.join(" · ")}</p>
            </div>
            <Button
              variant="secondary"
              size="small"
              aria-label={text.endNamed(way.name)}
              onClick={() => setEnding(way)}
            >
              {text.end}
            </Button>
          </li>
        ))}
      </ul>
      {ending && (
        <EndDialog way={ending} onClose={() => setEnding(undefined)} onEnded={() => title.current?.focus()} />
      )}
    </Card>
  );
}

function listWays({ links, webhooks, tokens }: OfficeAccess): Way[] {
  return [
    ...links.map((link): Way => {
      const about = [link.label ?? link.recipient ?? []].flat();
      const until = text.until(formatDay(Date.parse(link.expiresAt)));
      return {
        kind: "link",
        id: link.id,
        name: text.link(link.project.name),
        facts: [...about, writeMaker(link), until],
      };
    }),
    ...webhooks.map((webhook): Way => {
      const state = webhook.disabledFor === null ? [] : [text.disabled];
      return {
        kind: "webhook",
        id: webhook.id,
        name: text.webhook(new URL(webhook.url).host),
        facts: [writeMaker(webhook), ...state],
      };
    }),
    ...tokens.map((token): Way => {
      const until = token.expiresAt === null ? [] : [text.until(formatDay(Date.parse(token.expiresAt)))];
      return {
        kind: "token",
        id: token.id,
        name: text.token(token.name),
        facts: [writeMaker(token), ...until],
      };
    }),
  ];
}

function writeMaker({ madeBy, isMember }: Maker): string {
  if (madeBy === null) return text.madeByDeleted;
  return isMember ? text.madeBy(madeBy) : `${text.madeBy(madeBy)}, ${text.left}`;
}

type EndDialogProps = { way: Way; onClose: () => void; onEnded: () => void };

function EndDialog({ way, onClose, onEnded }: EndDialogProps) {
  const { offices } = trpc.useUtils();
  const onSettled = async (_: unknown, error: unknown) => {
    onClose();
    void offices.log.invalidate();
    await offices.access.invalidate();
    if (!error) onEnded();
  };
  const options = { onError: showFailure, onSettled };
  const endings = {
    link: trpc.shares.end.useMutation(options),
    webhook: trpc.webhooks.remove.useMutation(options),
    token: trpc.tokens.revoke.useMutation(options),
  };
  const ending = endings[way.kind];
  return (
    <ConfirmDialog
      title={text.endTitle}
      cancelLabel={officesMessages.cancel}
      confirmLabel={text.end}
      busy={ending.isPending}
      onConfirm={() => ending.mutate({ id: way.id })}
      onClose={onClose}
    >
      <p className="wrap-anywhere">{text.endText(way.name)}</p>
    </ConfirmDialog>
  );
}
