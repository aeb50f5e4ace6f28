import type { AdminTicketView } from "../../../../src/features/support/support.schema.ts";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { notify } from "../../../lib/notify.ts";
import { faultOf } from "../../../lib/server-errors.ts";
import { trpc } from "../../../lib/trpc.ts";
import { adminMessages } from "../messages.ts";
import { adminTicketsMessages as text } from "./messages.ts";

export function DeleteTicketDialog({ ticket, onClose }: { ticket: AdminTicketView; onClose: () => void }) {
  const calls = trpc.useUtils();
  const remove = trpc.support.remove.useMutation({
    onSuccess: async () => {
      onClose();
      notify({ kind: "success", title: text.deleted });
      await Promise.all([calls.support.invalidate(), calls.admin.auditLog.invalidate()]);
    },
    onError: (error) => {
      const description = faultOf(error).message ?? text.deleteFallback;
      notify({ kind: "error", title: text.deleteFailed, description });
    },
  });
  return (
    <ConfirmDialog
      title={text.dialog.title}
      cancelLabel={adminMessages.cancel}
      confirmLabel={text.dialog.confirm}
      busy={remove.isPending}
      onConfirm={() => remove.mutate({ id: ticket.id })}
      onClose={onClose}
    >
      <p className="wrap-anywhere">{text.dialog.text(ticket.subject)}</p>
    </ConfirmDialog>
  );
}
