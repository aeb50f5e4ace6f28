import type { WebhookView } from "../../../src/features/webhooks/webhooks.output.schema.ts";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { notify } from "../../lib/notify.ts";
import { trpc } from "../../lib/trpc.ts";
import { webhooksMessages } from "../../texts/webhooks.ts";
import { onChangeFailed } from "./on-change-failed.ts";

const text = webhooksMessages.dialog;

export function DeleteDialog({ webhook, onClose }: { webhook: WebhookView; onClose: () => void }) {
  const { webhooks } = trpc.useUtils();
  const remove = trpc.webhooks.remove.useMutation({
    onSuccess: async () => {
      onClose();
      notify({ kind: "success", title: text.done });
      await webhooks.list.invalidate();
    },
    onError: onChangeFailed,
  });
  return (
    <ConfirmDialog
      title={text.title}
      cancelLabel={text.cancel}
      confirmLabel={text.confirm}
      busy={remove.isPending}
      onConfirm={() => remove.mutate({ id: webhook.id })}
      onClose={onClose}
    >
      <p className="wrap-anywhere">{text.text(webhook.url)}</p>
    </ConfirmDialog>
  );
}
