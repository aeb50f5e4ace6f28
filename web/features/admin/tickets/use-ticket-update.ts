import type { UpdateTicketInput } from "../../../../src/features/support/support.schema.ts";
import { notify } from "../../../lib/notify.ts";
import { trpc } from "../../../lib/trpc.ts";
import { useAttempt } from "../../../lib/use-attempt.ts";
import { adminTicketsMessages as text } from "../../../texts/admin-tickets.ts";

const texts = { failed: text.updateFailed, fallback: text.updateFallback };

/** Updates a ticket and reloads the list. */
export function useTicketUpdate() {
  const calls = trpc.useUtils();
  const update = trpc.support.update.useMutation();
  const { attempt, failure } = useAttempt(texts, { toast: true });

  const change = (input: UpdateTicketInput, onChanged: () => void = () => {}) =>
    attempt(async () => {
      await update.mutateAsync(input);
      onChanged();
      notify({ kind: "success", title: text.updated });
      await Promise.all([calls.support.invalidate(), calls.admin.auditLog.invalidate()]);
    });

  return { change, failure, busy: update.isPending };
}
