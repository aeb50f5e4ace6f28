import { useState } from "react";
import { notify } from "./notify.ts";
import { type FieldIssue, parseServerError } from "./server-errors.ts";

/** What a form shows; without a title where a toast says it. */
export type Failure = { title?: string; message: string };

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
  const [failure, setFailure] = useState<Failure>();

  async function attempt(send: () => Promise<void>): Promise<FieldIssue[]> {
    setFailure(undefined);
    try {
      await send();
      return [];
    } catch (error) {
      const { message = texts.fallback, issues } = parseServerError(error);
      setFailure({ message, ...(!toast && { title: texts.failed }) });
      if (toast) notify({ kind: "error", title: texts.failed, description: message });
      return issues;
    }
  }

  return { attempt, failure };
}
