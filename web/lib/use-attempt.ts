import { useState } from "react";
import { notify } from "./notify.ts";
import { type FieldIssue, parseServerError } from "./server-errors.ts";

/**
 * Submits a form. A failure is shown in a toast and kept as `failure` until the next attempt: the server's message, or
 * `fallback` if there was none. Field errors are returned for the form to show.
 */
export function useAttempt(texts: { failed: string; fallback: string }) {
  const [failure, setFailure] = useState<string>();

  async function attempt(send: () => Promise<void>): Promise<FieldIssue[]> {
    setFailure(undefined);
    try {
      await send();
      return [];
    } catch (error) {
      const { message = texts.fallback, issues } = parseServerError(error);
      setFailure(message);
      notify({ kind: "error", title: texts.failed, description: message });
      return issues;
    }
  }

  return { attempt, failure };
}
