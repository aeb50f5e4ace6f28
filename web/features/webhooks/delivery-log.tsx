import type { DeliveryView } from "../../../src/features/webhooks/webhooks.output.schema.ts";
import { Button } from "../../components/button.tsx";
import { FailedNotice } from "../../components/failed-notice.tsx";
import { formatRelative } from "../../lib/format.ts";
import { notify } from "../../lib/notify.ts";
import { trpc } from "../../lib/trpc.ts";
import { translate } from "../../texts/translation.ts";
import { webhooksMessages } from "../../texts/webhooks.ts";
import { onChangeFailed } from "./on-change-failed.ts";

const text = webhooksMessages.log;

const everyMs = 3_000;
const minuteMs = 60_000;

/**
 * The deliveries to a webhook in the last 30 days, newest first, kept up to date by polling; finished ones can be sent
 * again.
 */
export function DeliveryLog({ webhookId }: { webhookId: string }) {
  const { webhooks } = trpc.useUtils();
  const deliveries = trpc.webhooks.deliveries.useQuery({ id: webhookId }, { refetchInterval: everyMs });
  const replay = trpc.webhooks.replay.useMutation({
    onSuccess: () => {
      notify({ kind: "success", title: text.replayed });
      return webhooks.deliveries.invalidate({ id: webhookId });
    },
    onError: onChangeFailed,
  });
  if (deliveries.isPending)
    return (
      <p role="status" className="text-muted">
        {text.loading}
      </p>
    );
  if (!deliveries.data)
    return (
      <FailedNotice
        again={webhooksMessages.list.again}
        busy={deliveries.isFetching}
        onRetry={() => deliveries.refetch()}
      >
        {text.failed}
      </FailedNotice>
    );
  if (deliveries.data.length === 0) return <p className="text-muted">{text.empty}</p>;
  return (
    <ul className="divide-y divide-line border-l-2 border-line pl-4">
      {deliveries.data.map((delivery) => (
        <DeliveryRow
          key={delivery.id}
          delivery={delivery}
          busy={replay.isPending && replay.variables.deliveryId === delivery.id}
          onReplay={() => replay.mutate({ id: webhookId, deliveryId: delivery.id })}
        />
      ))}
    </ul>
  );
}

type RowProps = { delivery: DeliveryView; busy: boolean; onReplay: () => void };

function DeliveryRow({ delivery, busy, onReplay }: RowProps) {
  const { event, state, createdAt, answerStatus, fault, faultCode, faultParams } = delivery;
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-2">
      <div className="min-w-0 text-sm wrap-anywhere">
        <p className="font-semibold">{`${text.states[state]}: ${event}`}</p>
        <p className="text-muted">{describeDelivery(delivery)}</p>
        {fault !== null && answerStatus === null && (
          <p>{translate({ message: fault, code: faultCode, params: faultParams })}</p>
        )}
      </div>
      {state !== "waiting" && (
        <Button
          variant="secondary"
          size="small"
          aria-label={text.replayNamed(event, ago(createdAt))}
          busy={busy}
          onClick={onReplay}
        >
          {text.replay}
        </Button>
      )}
    </li>
  );
}

const ago = (time: string) => formatRelative(Date.parse(time), Date.now());

function describeDelivery({ createdAt, attempts, answerStatus, nextAttemptAt }: DeliveryView): string {
  return [
    ago(createdAt),
    ...(attempts === 0 ? [] : [text.attempts(attempts)]),
    ...(answerStatus === null ? [] : [text.answer(answerStatus)]),
    ...(nextAttemptAt === null ? [] : [describeNext(nextAttemptAt)]),
  ].join(" · ");
}

function describeNext(time: string): string {
  const isSoon = Date.parse(time) - Date.now() < minuteMs;
  return isSoon ? text.soon : text.next(ago(time));
}
