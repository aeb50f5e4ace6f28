import type { Deps } from "../deps.ts";
import { announce } from "../webhooks/announce.service.ts";
import { documentsOfPurchase } from "./purchases.repo.ts";
import type { PaymentNews, Purchase } from "./purchases.ts";

/** Tells the payer's webhooks in the caller's transaction, without amounts; returns whether any wait to be sent. */
export async function announcePayment(
  deps: Pick<Deps, "db" | "now">,
  purchase: Purchase,
  news: PaymentNews[],
): Promise<boolean> {
  if (news.length === 0) return false;
  const { id, userId, plan } = purchase;
  const documentIds = await documentsOfPurchase(deps.db, purchase);
  const told = news.map(({ type, status }) => ({ type, data: { id, plan, status, documentIds } }));
  return announce(deps, userId, ...told);
}
