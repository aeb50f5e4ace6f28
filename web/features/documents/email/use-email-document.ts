import { notify } from "../../../lib/notify.ts";
import { trpc } from "../../../lib/trpc.ts";
import { useAttempt } from "../../../lib/use-attempt.ts";
import { saidByServer } from "../../../texts/translation.ts";
import { emailMessages as text } from "./messages.ts";
import { outcomeKinds } from "./outcome-kinds.ts";

type Recipient = { email: string; name?: string };

/** Sends a document and tells what became of it, in the server's words where they say more than "sent". */
export function useEmailDocument(id: string, onSent: () => void) {
  const email = trpc.documents.email.useMutation();
  const { attempt, failure } = useAttempt(text);

  const send = (recipient: Recipient) =>
    attempt(async () => {
      const { state, message } = await email.mutateAsync({ id, ...recipient });
      onSent();
      notify({ kind: outcomeKinds[state], title: text.outcome[state], description: saidByServer(message) });
    });

  return { send, failure };
}
