import { useState } from "react";
import { trpc } from "../../lib/trpc.ts";

/**
 * Asks the server whether the plan has more documents left than when the caller was first drawn, because one was bought
 * in another tab. False if the server does not answer: then a payment says why it fails.
 */
export function usePlanGrowth(): () => Promise<boolean> {
  const calls = trpc.useUtils();
  const [before] = useState(() => calls.billing.status.getData());
  return async () => {
    const now = await calls.billing.status.fetch(undefined, { staleTime: 0 }).catch(() => undefined);
    if (now === undefined || before?.stampsLeft === null) return false;
    return (now.stampsLeft ?? Infinity) > (before?.stampsLeft ?? 0);
  };
}
