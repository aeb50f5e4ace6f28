import { useState } from "react";
import { notify } from "./notify.ts";
import { type FieldIssue, parseServerError } from "./server-errors.ts";

type Options = {
  /**
   * For what no form shows, and for forms whose toast is specified: other forms show the failure themselves, and a
   * toast would say the same again.
   */
  toast?: boolean;
};

/**
 * Submits a form. A failure is kept as `failure` until the next attempt: the server's message, or `fallback` if there
 * was none. Field errors are returned for the form to show.
 */
export function useAttempt(texts: { failed: string; fallback: string }, { toast = false }: Options = {}) {
  const [failure, setFailure] = useState<string>();

  async function attempt(send: () => Promise<void>): Promise<FieldIssue[]> {
    setFailure(undefined);
    try {
      await send();
      return [];
    } catch (error) {
      const { message = texts.fallback, issues } = parseServerError(error);
      setFailure(message);
      if (toast) notify({ kind: "error", title: texts.failed, description: message });
      return issues;
    }
  }

  return { attempt, failure };
}
