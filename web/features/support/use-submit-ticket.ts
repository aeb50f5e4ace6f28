import type { SubmitTicketInput } from "../../../src/features/support/support.schema.ts";
import { notify } from "../../lib/notify.ts";
import { trpc } from "../../lib/trpc.ts";
import { useAttempt } from "../../lib/use-attempt.ts";
import { supportMessages } from "./messages.ts";

const text = supportMessages.form;

/** Sends a ticket; afterwards the list of the user's tickets is loaded anew when it is looked at. */
export function useSubmitTicket() {
  const { support } = trpc.useUtils();
  const ticket = trpc.support.submit.useMutation();
  const { attempt, failure } = useAttempt(text);

  const submitTicket = (input: SubmitTicketInput, onDone: () => void) =>
    attempt(async () => {
      await ticket.mutateAsync(input);
      notify({ kind: "success", title: text.done, description: text.doneText });
      onDone();
      void support.list.invalidate();
    });

  return { submitTicket, failure };
}
