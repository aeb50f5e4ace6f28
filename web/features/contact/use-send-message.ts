import { useState } from "react";
import type { ContactInput } from "../../../src/features/support/support.schema.ts";
import { notify } from "../../lib/notify.ts";
import { trpc } from "../../lib/trpc.ts";
import { useAttempt } from "../../lib/use-attempt.ts";
import { contactMessages } from "../../texts/contact.ts";

const text = contactMessages.form;

/** Sends a visitor's message. `sentTo` is the address they gave, from success until they write again. */
export function useSendMessage() {
  const [sentTo, setSentTo] = useState<string>();
  const message = trpc.support.contact.useMutation();
  const { attempt, failure } = useAttempt(text, { toast: true });

  const send = (input: ContactInput) =>
    attempt(async () => {
      await message.mutateAsync(input);
      setSentTo(input.email);
      notify({ kind: "success", title: text.done, description: text.doneText });
    });

  return { send, failure, sentTo, writeAgain: () => setSentTo(undefined) };
}
