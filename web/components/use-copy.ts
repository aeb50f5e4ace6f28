import { useEffect, useRef, useState } from "react";
import { notify } from "../lib/notify.ts";
import { copyingMessages } from "../texts/copying.ts";

/** How long a button confirms the copy, in milliseconds. */
export const confirmationMs = 2000;

/** Copies a text and confirms it for two seconds; selects the text if the browser does not allow copying. */
export function useCopy(value: string, done: string) {
  const [copied, setCopied] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(value);
    } catch {
      field.current?.select();
      notify({ kind: "info", title: copyingMessages.failed, description: copyingMessages.failedText });
      return;
    }
    clearTimeout(timer.current);
    setCopied(true);
    timer.current = setTimeout(() => setCopied(false), confirmationMs);
    notify({ kind: "success", title: done, description: copyingMessages.paste });
  }

  return { copied, copy, field };
}
