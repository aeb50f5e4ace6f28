import { Send } from "lucide-react";
import type { AdminTicketView } from "../../../../src/features/support/support.output.schema.ts";
import { updateTicketSchema } from "../../../../src/features/support/support.schema.ts";
import { MessageField } from "../../../components/message-field.tsx";
import { SendForm } from "../../../components/send-form.tsx";
import { adminTicketsMessages } from "../../../texts/admin-tickets.ts";
import { useDraftedForm } from "../../accounts/use-drafted-form.ts";
import { useTicketUpdate } from "./use-ticket-update.ts";

const text = adminTicketsMessages.answer;
const answerSchema = updateTicketSchema.pick({ answer: true }).required();

/** Answers a ticket by email. An open ticket becomes "in progress". */
export function AnswerForm({ ticket }: { ticket: AdminTicketView }) {
  const form = useDraftedForm({ formName: `answer to ${ticket.id}`, written: ["answer"] }, answerSchema, {
    answer: "",
  });
  const { change, failure } = useTicketUpdate();
  const status = ticket.status === "open" ? "in_progress" : ticket.status;
  return (
    <SendForm
      onSubmit={form.submit(({ answer }) => change({ id: ticket.id, status, answer }, form.reset))}
      busy={form.busy}
      failure={failure}
      texts={text}
      icon={<Send className="size-4" aria-hidden="true" />}
    >
      <MessageField form={form} name="answer" label={text.label} hint={text.hint} rows={4} />
    </SendForm>
  );
}
