import type Stripe from "stripe";
import { whileLeased } from "../../platform/cluster/leases.ts";
import type { JobHandler } from "../../platform/jobs/attempt.ts";
import { finishJob } from "../../platform/jobs/jobs.repo.ts";
import type { PaymentDeps } from "../deps.ts";
import { callStripe } from "./payments.ts";
import { reconcilePurchase } from "./reconciliation.service.ts";
import { countStampingMembers, listSeatedSubscriptions } from "./seats.repo.ts";
import { readFacts } from "./stripe-state.ts";

/** Sets the quantity of an office's subscription to the number of members who may stamp. */
export function seatsJobHandler(deps: PaymentDeps): JobHandler {
  return {
    concurrency: 2,
    async run(job) {
      await settleSeats(deps, job.subject);
      // Done twice, it changes nothing, so the end of the job needs no transaction with it.
      await finishJob(deps.db, job);
    },
    fallbackMessage: {
      code: "seats-not-settled",
      text: "Couldn't change the number of members that are paid for.",
    },
    onFailed: (job) =>
      deps.log.error(
        { job: job.id, office: job.subject },
        "the number of members that an office pays for was not changed; it is tried again within an hour",
      ),
  };
}

/**
 * The members are counted while no other server or job changes this subscription, so the last count wins. If the server
 * dies after Stripe's answer, the job is repeated, finds the right quantity and stores it. Throws `unavailable`.
 */
async function settleSeats(deps: PaymentDeps, officeId: string): Promise<void> {
  const { payments } = deps;
  if (!payments) return;
  for (const { id, subscriptionId: reference } of await listSeatedSubscriptions(deps.db, officeId)) {
    const settle = async () => {
      const members = await countStampingMembers(deps.db, officeId);
      return members > 0 && callStripe(payments, (stripe) => setQuantity(stripe, reference, members));
    };
    const isSet = await payments.locks.run(id, () => whileLeased(deps, `purchase ${id}`, settle));
    if (isSet) await reconcilePurchase(deps, id, { kind: "subscription", reference });
  }
}

/**
 * Returns whether the subscription has this quantity. A higher one is charged for the rest of the period, so it only
 * changes while that period is paid for; what Stripe says of the payment later has it looked at again. A lower one
 * credits nothing: credit would pay for months after the payment it comes from was refunded.
 */
async function setQuantity(stripe: Stripe, reference: string, quantity: number): Promise<boolean> {
  const facts = await readFacts(stripe, { kind: "subscription", reference });
  if (facts?.state !== "paid") return false;
  const { items, latest_invoice: invoice } = await stripe.subscriptions.retrieve(reference, {
    expand: ["latest_invoice"],
  });
  const [item] = items.data;
  if (!item || typeof invoice === "string" || invoice?.status !== "paid") return false;
  if (item.quantity === quantity) return true;
  // Without an idempotency key of ours: under the same one, going back to an earlier number would do nothing.
  const behavior = quantity > (item.quantity ?? 1) ? "create_prorations" : "none";
  await stripe.subscriptionItems.update(item.id, { quantity, proration_behavior: behavior });
  return true;
}
