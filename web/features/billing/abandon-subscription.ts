import type { trpc } from "../../lib/trpc.ts";

/**
 * Asks the server to end a new subscription that no one has tried to pay for, and shows the plan again. Never rejects:
 * if the server does not answer, Stripe ends the subscription after a day.
 */
export async function abandonSubscription(calls: ReturnType<typeof trpc.useUtils>): Promise<void> {
  const refresh = () => calls.billing.status.invalidate();
  await calls.client.billing.abandon.mutate().then(refresh, refresh);
}
