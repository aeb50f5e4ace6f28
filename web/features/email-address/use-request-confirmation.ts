import { notify } from "../../lib/notify.ts";
import { trpc } from "../../lib/trpc.ts";
import { useAttempt } from "../../lib/use-attempt.ts";
import { emailAddressMessages } from "../../texts/email-address.ts";
import { translate } from "../../texts/translation.ts";

const text = emailAddressMessages.request;

/** Sends the confirmation email again and reports the result. */
export function useRequestConfirmation() {
  const { accounts } = trpc.useUtils();
  const request = trpc.email.requestConfirmation.useMutation();
  const { attempt } = useAttempt(text, { toast: true });
  const send = () =>
    void attempt(async () => {
      const answer = await request.mutateAsync();
      notify({
        kind: "success",
        title: answer.mailed ? text.done : text.known,
        description: translate(answer),
      });
      // It may have been confirmed in another browser in the meantime.
      if (!answer.mailed) void accounts.me.invalidate();
    });
  return { send, busy: request.isPending };
}
