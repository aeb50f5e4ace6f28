import type { Deps } from "../deps.ts";
import { askStripe, isRefusal, requirePayments } from "./payments.ts";
import { listOpenPayments } from "./purchases.repo.ts";
import type { Purchase } from "./purchases.ts";
import { settlePurchase } from "./settling.service.ts";

/** Payments that wait for one user at a time; each is asked after when news of it may have been lost. */
const mostOpenPayments = 10;

/**
 * Sees to it that a payment can be made no more. One that was made meanwhile, or whose money is on its way, cannot be
 * called off: it is written as what it is. Throws `unavailable`.
 */
export async function callOffPayment(deps: Deps, { id, paymentIntent }: Purchase): Promise<Purchase> {
  const reference = paymentIntent ?? "";
  await askStripe(requirePayments(deps), async (stripe) => {
    await stripe.paymentIntents.cancel(reference).catch((error) => {
      if (!isRefusal(error)) throw error;
    });
  });
  return (await settlePurchase(deps, id, { kind: "payment", reference })).purchase;
}

/** Calls off what the user began longest ago and left unpaid, so that with `begun` no more than ten wait. */
export async function callOffOldPayments(deps: Deps, begun: Purchase): Promise<void> {
  const others = listOpenPayments(deps.db, begun.userId).filter(({ id }) => id !== begun.id);
  for (const purchase of others.slice(mostOpenPayments - 1)) await callOffPayment(deps, purchase);
}
