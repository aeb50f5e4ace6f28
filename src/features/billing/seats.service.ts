import { queueJob } from "../../platform/jobs/jobs.repo.ts";
import { tell } from "../accounts/owner-notices.service.ts";
import { noteForPayer } from "../audit/office-log.repo.ts";
import type { Deps, PaymentDeps } from "../deps.ts";
import { renewingPlan } from "../plan-ids.ts";
import type { SeatsView } from "./billing.output.schema.ts";
import { updatePurchase } from "./purchases.repo.ts";
import { isOver, type Purchase, type SubscriptionFacts } from "./purchases.ts";
import { countStampingMembers, listSeatedSubscriptions } from "./seats.repo.ts";

/**
 * A subscription of an office can be paid for each member who may stamp. Who is a member is decided here; the quantity
 * at Stripe follows, by a job (seats.job.ts) that is queued in the transaction of each change and whenever Stripe says
 * another number. A lost job, or a change in Stripe's dashboard, is found within a day.
 */

/** Sets the quantity of an office's subscription at Stripe; the job's subject is the office. */
export const seatsJob = "seats";

/** How long Stripe's last answer about a quantity counts if no event says otherwise. */
const confirmedForMs = 24 * 3_600_000;

/** For how many members a new subscription is; null: the plan has one price, or the account is a person's. */
export async function countSeats(
  { config, db }: Pick<Deps, "config" | "db">,
  accountId: string,
): Promise<number | null> {
  if (!config.plans[renewingPlan].perMember) return null;
  const members = await countStampingMembers(db, accountId);
  return members === 0 ? null : members;
}

/**
 * In a transaction in which someone joins or leaves an office, or gets another role. Call `deps.jobEvents.queued()`
 * after it.
 */
export async function followMembers(deps: Pick<Deps, "db" | "now">, officeId: string): Promise<void> {
  if ((await listSeatedSubscriptions(deps.db, officeId)).length > 0) await queueSeats(deps, officeId);
}

/**
 * In the transaction that stores what Stripe says about a subscription: stores its quantity, tells the owners of a new
 * one, and has it corrected if it is not the number of members, e.g. after a change in Stripe's dashboard. Returns
 * whether jobs wait.
 */
export async function writeSeats(
  deps: PaymentDeps,
  purchase: Purchase,
  { state, seats, seatPrice, reference }: SubscriptionFacts,
): Promise<boolean> {
  const { id, userId, seats: before } = purchase;
  if (before === null || seats === null || seatPrice === null) return false;
  await updatePurchase(deps.db, id, { seats, seatPrice });
  if (seats !== before) {
    const detail = { before: String(before), after: String(seats) };
    await noteForPayer(deps, userId, { action: "seats.changed", subject: reference, detail });
    await tell(
      deps,
      { accountId: userId },
      { kind: "seats-changed", before, after: seats, price: seatPrice },
    );
  }
  const isWrong = state === "paid" && seats !== (await countStampingMembers(deps.db, userId));
  if (isWrong) await queueSeats(deps, userId);
  return isWrong || seats !== before;
}

/** Each hour: looks for subscriptions whose quantity is not, or may no longer be, the number of members. */
export async function checkSeats(deps: Pick<Deps, "db" | "now" | "payments" | "jobEvents">): Promise<void> {
  if (!deps.payments) return;
  const before = deps.now() - confirmedForMs;
  for (const { userId, seats, state, confirmedAt } of await listSeatedSubscriptions(deps.db)) {
    if (state !== "paid") continue;
    const isOld = (confirmedAt?.getTime() ?? 0) < before;
    if (isOld || seats !== (await countStampingMembers(deps.db, userId))) await queueSeats(deps, userId);
  }
  deps.jobEvents.queued();
}

/** How an account's subscription is paid for each member, or would be; null: it is not. Does not ask Stripe. */
export async function readSeats(
  deps: Pick<Deps, "config" | "db">,
  accountId: string,
  subscription: Purchase | undefined,
): Promise<SeatsView | null> {
  const isPaying = subscription !== undefined && subscription.state !== "open" && !isOver(subscription.state);
  if (!isPaying) {
    const members = await countSeats(deps, accountId);
    return members === null ? null : { members, paid: null, price: deps.config.plans[renewingPlan].price };
  }
  const { state, seats, seatPrice: price } = subscription;
  if (price === null) return null;
  const paid = state === "paid" ? seats : null;
  return { members: await countStampingMembers(deps.db, accountId), paid, price };
}

/**
 * What each additional member who may stamp costs an office a month, in cents and before taxes, and when the plan ends
 * if it was canceled; undefined: nothing, also while the plan is not paid.
 */
export async function findSeatPrice(
  { db }: Pick<Deps, "db">,
  officeId: string,
): Promise<{ price: number; endsAt: Date | null } | undefined> {
  const paid = (await listSeatedSubscriptions(db, officeId)).find(({ state }) => state === "paid");
  return paid && { price: paid.seatPrice, endsAt: paid.cancelAt };
}

async function queueSeats({ db, now }: Pick<Deps, "db" | "now">, officeId: string): Promise<void> {
  await queueJob(db, { kind: seatsJob, subject: officeId, userId: officeId, at: now() });
}
