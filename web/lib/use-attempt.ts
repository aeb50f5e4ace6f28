import { useState } from "react";
import { notify } from "./notify.ts";
import { type FaultIssue, faultOf } from "./server-errors.ts";

/**
 * Runs what a form sends. A failure is told in a toast and kept as `failure` until the next try: the server's
 * sentence, or `fallback` where it gave none. Field errors are handed back for the form to show.
 */
export function useAttempt(texts: { failed: string; fallback: string }) {
  const [failure, setFailure] = useState<string>();

  async function attempt(send: () => Promise<void>): Promise<FaultIssue[]> {
    setFailure(undefined);
    try {
      await send();
      return [];
    } catch (error) {
      const { message = texts.fallback, issues } = faultOf(error);
      setFailure(message);
      notify({ kind: "error", title: texts.failed, description: message });
      return issues;
    }
  }

  return { attempt, failure };
}
