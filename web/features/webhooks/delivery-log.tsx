import type { DeliveryView } from "../../../src/webhooks/webhooks.schema.ts";
import { Button } from "../../components/button.tsx";
import { Spinner } from "../../components/spinner.tsx";
import { formatRelative } from "../../lib/format.ts";
import { notify } from "../../lib/notify.ts";
import { trpc } from "../../lib/trpc.ts";
import { webhooksMessages } from "./messages.ts";
import { onChangeFailed } from "./on-change-failed.ts";

const text = webhooksMessages.log;

/** What was sent to a webhook in the last 30 days, newest first; what has ended can be sent again. */
export function DeliveryLog({ webhookId }: { webhookId: string }) {
  const { webhooks } = trpc.useUtils();
  const deliveries = trpc.webhooks.deliveries.useQuery({ id: webhookId });
  const replay = trpc.webhooks.replay.useMutation({
    onSuccess: () => {
      notify({ kind: "success", title: text.replayed });
      return webhooks.deliveries.invalidate({ id: webhookId });
    },
    onError: onChangeFailed,
  });
  if (deliveries.isPending) return <Spinner label={text.loading} />;
  if (deliveries.isError) return <p role="alert">{text.failed}</p>;
  if (deliveries.data.length === 0) return <p className="text-muted">{text.empty}</p>;
  return (
    <ul className="divide-y divide-line border-l-2 border-line pl-4">
      {deliveries.data.map((delivery) => (
        <li key={delivery.id} className="flex flex-wrap items-center justify-between gap-3 py-2">
          <div className="min-w-0 text-sm wrap-anywhere">
            <p className="font-semibold">{`${text.states[delivery.state]}: ${delivery.event}`}</p>
            <p className="text-muted">{factsOf(delivery)}</p>
          </div>
          {delivery.state !== "waiting" && (
            <Button
              look="secondary"
              size="small"
              busy={replay.isPending}
              onClick={() => replay.mutate({ id: webhookId, deliveryId: delivery.id })}
            >
              {text.replay}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

function factsOf({ createdAt, attempts, answerStatus, nextAttemptAt }: DeliveryView): string {
  const when = (time: string) => formatRelative(Date.parse(time), Date.now());
  return [
    when(createdAt),
    text.attempts(attempts),
    ...(answerStatus === null ? [] : [text.answer(answerStatus)]),
    ...(nextAttemptAt === null ? [] : [text.next(when(nextAttemptAt))]),
  ].join(" · ");
}
