import { trpc } from "../../lib/trpc.ts";

/** How long someone who pressed Pay waits for the answer. */
const longestMs = 10_000;

/**
 * Asks the server whether the plan has documents left, since one was bought in another tab: a payment is offered only
 * after none was left. False if there is no answer in time.
 */
export function usePlanPays(): () => Promise<boolean> {
  const calls = trpc.useUtils();
  return async () => {
    const late = Promise.withResolvers<undefined>();
    const timer = setTimeout(() => late.resolve(undefined), longestMs);
    const asked = calls.billing.status.fetch(undefined, { staleTime: 0 }).catch(() => undefined);
    const status = await Promise.race([asked, late.promise]);
    clearTimeout(timer);
    return status !== undefined && status.stampsLeft !== 0;
  };
}
