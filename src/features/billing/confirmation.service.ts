import { planIds } from "../../../db/columns/billing.ts";
import { AppError } from "../../errors.ts";
import type { Deps, PaymentDeps } from "../deps.ts";
import { listPaidPurchases, purchasesOfDocument } from "./purchases.repo.ts";
import type { Purchase } from "./purchases.ts";
import { planForNextStamp } from "./quota.ts";
import { findReference, reconcilePurchase } from "./reconciliation.service.ts";
import { readAccount } from "./usage.repo.ts";

/** How long Stripe's last answer about a payment counts. */
const confirmedForMs = 3_600_000;
/** After Stripe did not answer, no other document waits for it for this long. */
const pauseMs = 60_000;

type StampToCome = { userId: string; documentId: string; isPaid: boolean };

/**
 * Before a document's stamp is taken: asks Stripe whether the payments that it may come from still stand, if the last
 * answer about them is older than an hour. The event of a refund or a dispute may never have arrived. If Stripe does
 * not answer, the document goes on, and the account's next document asks again. Call it outside of transactions.
 */
export async function confirmPayments(
  deps: PaymentDeps & Pick<Deps, "config">,
  stamp: StampToCome,
): Promise<void> {
  const { payments, now } = deps;
  if (!payments || now() < payments.asksAgainAt) return;
  try {
    // After a refund, the stamp comes from another plan.
    for (const _ of planIds) {
      const unconfirmed = (await findSources(deps, stamp)).filter(
        ({ confirmedAt, settledAt }) => getTime(confirmedAt ?? settledAt) <= now() - confirmedForMs,
      );
      if (unconfirmed.length === 0) return;
      await Promise.all(unconfirmed.map((purchase) => confirm(deps, purchase)));
    }
  } catch (error) {
    if (!(error instanceof AppError) || error.kind !== "unavailable") throw error;
    payments.asksAgainAt = now() + pauseMs;
    deps.log.warn({ err: error }, "a stamp was taken without asking Stripe about its payment");
  }
}

const getTime = (at: Date | null): number => at?.getTime() ?? 0;

async function confirm(deps: PaymentDeps, purchase: Purchase): Promise<void> {
  const reference = findReference(purchase);
  if (reference) await reconcilePurchase(deps, purchase.id, reference);
}

/** The paid purchases from which the stamp may come; none if it is free. */
async function findSources(
  deps: Pick<Deps, "db" | "now" | "config">,
  { userId, documentId, isPaid }: StampToCome,
): Promise<Purchase[]> {
  if (isPaid) {
    const bought = await purchasesOfDocument(deps.db, userId, documentId);
    return bought.filter((purchase) => purchase.state === "paid" && findReference(purchase) !== undefined);
  }
  const account = await readAccount(deps, userId);
  const plan = planForNextStamp(account, false);
  if (plan === undefined) return [];
  return findUnused(await listPaidPurchases(deps.db, userId, plan), account.used[plan] ?? 0);
}

/** Stamps are taken from the oldest purchase first, so the newest ones have those that are left. */
function findUnused(newestFirst: Purchase[], used: number): Purchase[] {
  const all = newestFirst.reduce((sum, { stamps }) => sum + (stamps ?? Infinity), 0);
  const unused: Purchase[] = [];
  let left = all - used;
  for (const purchase of newestFirst) {
    if (left <= 0) break;
    unused.push(purchase);
    left -= purchase.stamps ?? 0;
  }
  return unused.filter((purchase) => findReference(purchase) !== undefined);
}
