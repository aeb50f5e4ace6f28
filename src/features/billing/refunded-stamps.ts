import type { PlanId } from "../../../db/columns/billing.ts";

/** Stamps that were paid for once. Times are ms since 1970. */
export type StampPurchase = {
  plan: PlanId;
  documentId: string | null;
  stamps: number;
  /** When it was refunded; undefined while it is paid. */
  refundedAt: number | undefined;
};

export type TakenStamp = { plan: string; documentId: string; takenAt: number };

/**
 * How many stamps of a plan were used before their purchase was refunded. The user does not owe them: a later purchase
 * has all of its stamps. A stamp belongs to its document's payment, otherwise to the oldest purchase with stamps left
 * that is not tied to a document, otherwise to the oldest one. Both lists are sorted oldest first.
 */
export function countRefunded(purchases: StampPurchase[], taken: TakenStamp[], plan: PlanId): number {
  const open = purchases.filter((purchase) => purchase.plan === plan).map((purchase) => ({ ...purchase }));
  let refunded = 0;
  for (const { documentId, takenAt } of taken.filter((stamp) => stamp.plan === plan)) {
    const usable = open.filter(({ stamps, refundedAt = Infinity }) => stamps > 0 && takenAt < refundedAt);
    const source =
      usable.find((purchase) => purchase.documentId === documentId) ??
      usable.find((purchase) => purchase.documentId === null) ??
      usable[0];
    if (!source) continue;
    source.stamps -= 1;
    if (source.refundedAt !== undefined) refunded += 1;
  }
  return refunded;
}
