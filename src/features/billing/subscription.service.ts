import type { PlanId } from "../../../db/columns/billing.ts";
import { transaction } from "../../../db/transaction.ts";
import { AppError, say } from "../../errors.ts";
import { takeFromLimit } from "../../platform/rate-limits.ts";
import type { Actor } from "../accounts/accounts.ts";
import type { Deps, PaymentDeps } from "../deps.ts";
import type { Success } from "../outputs.schema.ts";
import { renewingPlan } from "../plan-ids.ts";
import type { PaymentSetup, SubscriptionStatus } from "./billing.output.schema.ts";
import { checkOut } from "./checkout.service.ts";
import { type Customer, findCustomer, updateCustomer } from "./customers.repo.ts";
import { findFreeStampsWait } from "./free-stamps.repo.ts";
import { requirePayments } from "./payments.ts";
import { findPurchaseByReference } from "./purchases.repo.ts";
import type { Purchase } from "./purchases.ts";
import { type Account, boughtPlan, boughtPlanInUse, countStamps, countStampsLeft } from "./quota.ts";
import { reconcileUncertain } from "./reconciliation.service.ts";
import { readSeats } from "./seats.service.ts";
import { cancelUnpaidSubscription, subscribe } from "./subscribing.service.ts";
import { describeSubscription } from "./subscription-state.ts";
import { readAccount } from "./usage.repo.ts";

/** How long a page waits for the payment provider. */
const maxWaitMs = 2_500;

/** The user's current plan. Asks Stripe only if an event may have been lost. */
export async function getSubscriptionStatus(
  deps: PaymentDeps & Pick<Deps, "config">,
  owner: Pick<Actor, "id">,
): Promise<SubscriptionStatus> {
  const asked = reconcileUncertain(deps, owner.id).catch((error) =>
    deps.log.warn({ err: error }, "open payments could not be looked up"),
  );
  await Promise.race([asked, Bun.sleep(maxWaitMs)]);
  const customer = await requireCustomer(deps, owner);
  const { freeCredits, subscriptionPlan } = customer;
  const account = await readAccount(deps, owner.id);
  const subscription = await findSubscription(deps, customer);
  return {
    ...buildView(subscriptionPlan, account),
    stampsLeft: countStampsLeft(account),
    freeCredits,
    canRedeemCredit: deps.config.credits === "redeem" && freeCredits > 0,
    freeStampsFrom: (await findFreeStampsWait(deps, owner.id))?.toISOString() ?? null,
    endsAt: account.subscription === "active" ? (subscription?.cancelAt?.toISOString() ?? null) : null,
    seats: await readSeats(deps, owner.id, subscription),
  };
}

/** The plan and status shown to this user, from stored data: does not ask Stripe. */
export async function shownPlan(
  deps: Pick<Deps, "config" | "db" | "now">,
  { id, subscriptionPlan, stripeSubscriptionId }: Omit<Customer, "freeCredits">,
): Promise<Pick<SubscriptionStatus, "plan" | "status">> {
  if (subscriptionPlan === null && stripeSubscriptionId === null) return { plan: "trial", status: "none" };
  const { plan, status } = buildView(subscriptionPlan, await readAccount(deps, id));
  return { plan, status };
}

/**
 * Chooses a plan: the trial starts immediately, the others require a payment. Throws `conflict` for the trial while a
 * plan is active, and for an active subscription.
 */
export async function choosePlan(
  deps: PaymentDeps & Pick<Deps, "config" | "memoryRateLimiter" | "counterKey">,
  owner: Actor,
  plan: PlanId,
  address: string,
): Promise<PaymentSetup | Success> {
  if (plan === "trial") return chooseTrial(deps, owner);
  requirePayments(deps);
  await takeFromLimit(deps, "checkoutsPerAccount", owner.id);
  if (plan !== renewingPlan) return checkOut(deps, { userId: owner.id, plan, documentId: null });
  const active = say({ code: "unlimited-active", text: "Unlimited Monthly is active." });
  return (await subscribe(deps, owner, address)) ?? { success: true, ...active };
}

/**
 * Every account has the trial's stamps from the start, so choosing it adds none. It replaces and ends a subscription
 * with a missing payment.
 */
async function chooseTrial(deps: PaymentDeps & Pick<Deps, "config">, owner: Actor): Promise<Success> {
  await requireNoActivePlan(deps, owner);
  if (deps.payments) await cancelUnpaidSubscription(deps, owner.id);
  await transaction(deps, async (deps) => {
    await requireNoActivePlan(deps, owner);
    await updateCustomer(deps.db, owner.id, { subscriptionPlan: "trial" });
  });
  return { success: true, ...say({ code: "trial-active", text: "Free Trial is active." }) };
}

async function requireNoActivePlan(deps: Pick<Deps, "config" | "db" | "now">, owner: Actor): Promise<void> {
  const { subscriptionPlan } = await requireCustomer(deps, owner);
  const { status } = buildView(subscriptionPlan, await readAccount(deps, owner.id));
  if (status === "active")
    throw new AppError("conflict", "plan-already-active", "Your plan is already active.");
}

/** The newest subscription, also one that is over. */
async function findSubscription(
  { db }: Pick<Deps, "db">,
  { stripeSubscriptionId }: Customer,
): Promise<Purchase | undefined> {
  return stripeSubscriptionId === null ? undefined : findPurchaseByReference(db, stripeSubscriptionId);
}

async function requireCustomer({ db }: Pick<Deps, "db">, owner: Pick<Actor, "id">): Promise<Customer> {
  const customer = await findCustomer(db, owner.id);
  if (!customer) throw new AppError("unauthenticated", "sign-in-required", "Please sign in first.");
  return customer;
}

type View = Pick<SubscriptionStatus, "status" | "plan" | "documentCount" | "documentLimit">;

/**
 * The one plan to show out of all that a user may have: the one that supplies the next stamp, then one that needs
 * attention, then one that is used up. `chosen`: the plan chosen or bought last.
 */
export function buildView(chosen: string | null, account: Account): View {
  const { subscription } = account;
  if (subscription === "active") return view("active", "unlimited", account);
  const inUse = boughtPlanInUse(account);
  if (inUse) return view("active", inUse, account);
  const status = describeSubscription(subscription);
  if (status !== "none" && (subscription === "overdue" || chosen === "unlimited")) {
    return view(status, "unlimited", account);
  }
  const usedUp = boughtPlan(account);
  if (usedUp) return view("active", usedUp, account);
  return view(chosen === "trial" ? "active" : "none", "trial", account);
}

function view(status: View["status"], plan: PlanId, account: Account): View {
  const documentCount = account.used[plan] ?? 0;
  // After an operator lowers the number of free documents, more may be used than exist.
  const documentLimit = plan === "unlimited" ? Infinity : Math.max(countStamps(account, plan), documentCount);
  return { status, plan, documentCount, documentLimit: documentLimit === Infinity ? null : documentLimit };
}
