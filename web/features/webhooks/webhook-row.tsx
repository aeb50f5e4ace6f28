import { CircleAlert } from "lucide-react";
import { useState } from "react";
import type { WebhookView } from "../../../src/features/webhooks/webhooks.output.schema.ts";
import { Badge } from "../../components/badge.tsx";
import { Button } from "../../components/button.tsx";
import { formatDay } from "../../lib/format.ts";
import { trpc } from "../../lib/trpc.ts";
import { webhooksMessages } from "../../texts/webhooks.ts";
import { DeliveryLog } from "./delivery-log.tsx";
import { onChangeFailed } from "./on-change-failed.ts";
import { EventsForm } from "./webhook-form.tsx";

const text = webhooksMessages.list;

const disabledTexts = { owner: text.disabled, failures: text.disabledByUs, "maker-left": text.makerLeft };

type Props = { webhook: WebhookView; onSecret: (secret: string) => void; onDelete: () => void };

/** One webhook, its actions, and its log on demand. */
export function WebhookRow({ webhook, onSecret, onDelete }: Props) {
  const { id, url, events, disabledFor, failingSince, previousSecretUntil } = webhook;
  const [showsLog, setShowsLog] = useState(false);
  const [choosesEvents, setChoosesEvents] = useState(false);
  const { webhooks } = trpc.useUtils();
  const refresh = () => webhooks.list.invalidate();
  const update = trpc.webhooks.update.useMutation({ onSuccess: refresh, onError: onChangeFailed });
  const rotate = trpc.webhooks.rotate.useMutation({
    onSuccess: ({ secret }) => {
      onSecret(secret);
      return refresh();
    },
    onError: onChangeFailed,
  });
  const day = (time: string) => formatDay(Date.parse(time));
  const facts = [
    ...events.map((event) => webhooksMessages.events[event]),
    ...(failingSince ? [text.failing(day(failingSince))] : []),
    ...(previousSecretUntil ? [text.oldSecret(day(previousSecretUntil))] : []),
  ];
  const act = (label: string, onClick: () => void, busy = false) => (
    <Button
      variant="secondary"
      size="small"
      aria-label={text.named(label, url)}
      busy={busy}
      onClick={onClick}
    >
      {label}
    </Button>
  );
  return (
    <li className="grid gap-3 py-3">
      <div className="min-w-0 wrap-anywhere">
        <p className="flex flex-wrap items-center gap-2 font-semibold">
          {url}
          {disabledFor !== null && (
            <Badge tone="bad" icon={<CircleAlert aria-hidden="true" />}>
              {disabledTexts[disabledFor]}
            </Badge>
          )}
        </p>
        <p className="mt-1 text-sm text-muted">{facts.join(" · ")}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        {act(showsLog ? text.hideLog : text.showLog, () => setShowsLog(!showsLog))}
        {act(
          disabledFor === null ? text.disable : text.enable,
          () => update.mutate({ id, isEnabled: disabledFor !== null }),
          update.isPending,
        )}
        {act(choosesEvents ? text.keepEvents : text.chooseEvents, () => setChoosesEvents(!choosesEvents))}
        {act(text.rotate, () => rotate.mutate({ id }), rotate.isPending)}
        {act(text.remove, onDelete)}
      </div>
      {choosesEvents && <EventsForm id={id} events={events} onDone={() => setChoosesEvents(false)} />}
      {showsLog && <DeliveryLog webhookId={id} />}
    </li>
  );
}
