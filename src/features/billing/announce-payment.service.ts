import { noteForPayer } from "../audit/office-log.repo.ts";
import type { Deps } from "../deps.ts";
import { announce } from "../webhooks/announce.service.ts";
import { documentsOfPurchase } from "./purchases.repo.ts";
import type { PaymentNews, Purchase } from "./purchases.ts";

/**
 * Tells the payer's webhooks, and the log of an office, in the caller's transaction, without amounts; returns whether
 * any deliveries wait to be sent.
 */
export async function announcePayment(
  deps: Pick<Deps, "db" | "now">,
  purchase: Purchase,
  news: PaymentNews[],
): Promise<boolean> {
  if (news.length === 0) return false;
  const { id, userId, plan } = purchase;
  const documentIds = await documentsOfPurchase(deps.db, purchase);
  const actions = {
    "payment.completed": "payment.received",
    "payment.refunded": "payment.refunded",
  } as const;
  for (const { type } of news)
    await noteForPayer(deps, userId, { action: actions[type], subject: id, detail: { plan } });
  const told = news.map(({ type, status }) => ({ type, data: { id, plan, status, documentIds } }));
  return announce(deps, userId, ...told);
}
