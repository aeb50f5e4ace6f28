import type { AdminTicketView } from "../../../../src/features/support/support.output.schema.ts";
import { updateTicketSchema } from "../../../../src/features/support/support.schema.ts";
import { Button } from "../../../components/button.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { MessageField } from "../../../components/message-field.tsx";
import { SendForm } from "../../../components/send-form.tsx";
import { adminMessages } from "../../../texts/admin.ts";
import { adminTicketsMessages } from "../../../texts/admin-tickets.ts";
import { useDraftedForm } from "../../accounts/use-drafted-form.ts";
import { useTicketUpdate } from "./use-ticket-update.ts";

const text = adminTicketsMessages.resolution;
const resolutionSchema = updateTicketSchema.pick({ resolution: true });

/** Resolves a ticket with an answer. A closed dialog keeps what was written, unless it is discarded. */
export function ResolveDialog({ ticket, onClose }: { ticket: AdminTicketView; onClose: () => void }) {
  const resolved = ticket.resolution ?? "";
  // What was to replace an earlier resolution is no draft for the one that another administrator has written since.
  const draft = {
    formName: `resolution of ${ticket.id} after “${resolved}”`,
    written: ["resolution"],
  } as const;
  const form = useDraftedForm(draft, resolutionSchema, { resolution: resolved });
  const { change, failure } = useTicketUpdate();
  const close = () => {
    form.reset();
    onClose();
  };
  return (
    <Dialog title={text.title} closeLabel={adminMessages.cancel} onClose={onClose}>
      <p className="text-muted wrap-anywhere">{ticket.subject}</p>
      <SendForm
        onSubmit={form.submit(({ resolution }) =>
          change({ id: ticket.id, status: "resolved", resolution }, close),
        )}
        busy={form.busy}
        failure={failure}
        texts={text}
      >
        <MessageField form={form} name="resolution" label={text.label} hint={text.hint} rows={5} autoFocus />
      </SendForm>
      {form.isDraft && (
        <Button variant="quiet" className="mt-2" disabled={form.busy} onClick={close}>
          {text.discard}
        </Button>
      )}
    </Dialog>
  );
}
