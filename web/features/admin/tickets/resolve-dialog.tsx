import { CircleAlert } from "lucide-react";
import { type AdminTicketView, updateTicketSchema } from "../../../../src/support/support.schema.ts";
import { Button } from "../../../components/button.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { Field } from "../../../components/field.tsx";
import { Notice } from "../../../components/notice.tsx";
import { useZodForm } from "../../../lib/use-zod-form.ts";
import { adminMessages } from "../messages.ts";
import { adminTicketsMessages } from "./messages.ts";
import { useTicketUpdate } from "./use-ticket-update.ts";

const text = adminTicketsMessages.resolution;
const resolutionSchema = updateTicketSchema.pick({ resolution: true });

/** Sets a ticket resolved, together with the words that say how. */
export function ResolveDialog({ ticket, onClose }: { ticket: AdminTicketView; onClose: () => void }) {
  const { field, error, submit, busy } = useZodForm(resolutionSchema, {
    resolution: ticket.resolution ?? "",
  });
  const { change, failure } = useTicketUpdate();
  return (
    <Dialog title={text.title} closeLabel={adminMessages.cancel} onClose={onClose}>
      <p className="text-muted wrap-anywhere">{ticket.subject}</p>
      <form
        noValidate
        className="mt-4 grid gap-4"
        onSubmit={submit(({ resolution }) =>
          change({ id: ticket.id, status: "resolved", resolution }, onClose),
        )}
      >
        <Field label={text.label} hint={text.hint} error={error("resolution")}>
          {(control) => <textarea {...control} {...field("resolution")} rows={5} autoFocus />}
        </Field>
        {failure && (
          <Notice tone="bad" icon={<CircleAlert aria-hidden="true" />} role="alert">
            {failure}
          </Notice>
        )}
        <div>
          <Button type="submit" busy={busy}>
            {busy ? text.pending : text.submit}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
