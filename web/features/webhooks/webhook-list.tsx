import { useState } from "react";
import type { WebhookView } from "../../../src/features/webhooks/webhooks.output.schema.ts";
import { FailedNotice } from "../../components/failed-notice.tsx";
import { trpc } from "../../lib/trpc.ts";
import { webhooksMessages } from "../../texts/webhooks.ts";
import { DeleteDialog } from "./delete-dialog.tsx";
import { WebhookRow } from "./webhook-row.tsx";

const text = webhooksMessages.list;

const everyMs = 10_000;

/** The user's webhooks, oldest first, kept up to date by polling, or an error. */
export function WebhookList({ onSecret }: { onSecret: (secret: string) => void }) {
  const [deleting, setDeleting] = useState<WebhookView>();
  const webhooks = trpc.webhooks.list.useQuery(undefined, { refetchInterval: everyMs });
  if (webhooks.isPending)
    return (
      <p role="status" className="text-muted">
        {text.loading}
      </p>
    );
  if (!webhooks.data)
    return (
      <FailedNotice again={text.again} busy={webhooks.isFetching} onRetry={() => webhooks.refetch()}>
        {text.failed}
      </FailedNotice>
    );
  if (webhooks.data.length === 0) return <p className="text-muted">{text.empty}</p>;
  return (
    <>
      <ul className="divide-y divide-line">
        {webhooks.data.map((webhook) => (
          <WebhookRow
            key={webhook.id}
            webhook={webhook}
            onSecret={onSecret}
            onDelete={() => setDeleting(webhook)}
          />
        ))}
      </ul>
      {deleting && <DeleteDialog webhook={deleting} onClose={() => setDeleting(undefined)} />}
    </>
  );
}
