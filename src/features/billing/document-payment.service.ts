import { transaction } from "../../../db/transaction.ts";
import { AppError, say } from "../../errors.ts";
import type { DocumentRow } from "../../issuing/attestations/document-row.ts";
import { takeFromLimit } from "../../platform/rate-limits.ts";
import type { Actor } from "../accounts/accounts.ts";
import type { Deps, PaymentDeps } from "../deps.ts";
import type { ProcessDocumentInput } from "../documents/documents.schema.ts";
import { requireOwned, setTimestampConfig } from "../documents/documents.service.ts";
import { originalDeleted } from "../documents/documents.ts";
import type { Success } from "../outputs.schema.ts";
import { announcePayment } from "./announce-payment.service.ts";
import type { PaymentSetup } from "./billing.output.schema.ts";
import { cancelNeedlessPayments, cancelOtherPayments } from "./cancellation.service.ts";
import { checkOut } from "./checkout.service.ts";
import { enterCredits } from "./credits.service.ts";
import { findCustomer, setDocumentPayment } from "./customers.repo.ts";
import { cancelPaymentsSoon } from "./needless-payments.service.ts";
import { whyNotDue } from "./payment-due.ts";
import { requirePayments } from "./payments.ts";
import { insertPurchase, listPayable, purchasesOfDocument } from "./purchases.repo.ts";
import { hasPaymentLeft, nameDocumentSet } from "./purchases.ts";
import { findReference, reconcilePurchase } from "./reconciliation.service.ts";
import { findStampTime } from "./usage.repo.ts";

type DocumentPaymentDeps = PaymentDeps & Pick<Deps, "config" | "memoryRateLimiter" | "counterKey">;

const plan = "payper" as const;
const paid: Success = { success: true, ...say({ code: "payment-successful", text: "Payment successful" }) };
const leftOver: Success = {
  success: true,
  ...say({
    code: "payment-left-over",
    text: "Your payment arrived, but the document was already stamped or paid for in another way. You can stamp another document with it.",
  }),
};

/**
 * Prepares the payment of one document. Throws `conflict` if it is already paid or stamped, and `gone` if its original
 * was deleted: we take no money for a stamp that cannot be made.
 */
export async function payPerDocument(
  deps: DocumentPaymentDeps,
  owner: Actor,
  documentId: string,
): Promise<PaymentSetup> {
  requirePaymentDue(await requireOwned(deps, owner, documentId));
  await takeFromLimit(deps, "checkoutsPerAccount", owner.id);
  if (deps.payments) await cancelOtherPayments(deps, owner.id, [documentId], null);
  requirePaymentDue(await requireOwned(deps, owner, documentId));
  const setup = await checkOut(deps, { userId: owner.id, plan, documentId });
  await requireStillUnpaid(deps, owner, [documentId]);
  return setup;
}

/**
 * Prepares one payment for several documents, each at the price of one, and stores their stamp settings: the server
 * stamps them when the payment arrives, whether or not the page is still open. Throws as `payPerDocument` does.
 */
export async function payForDocuments(
  deps: DocumentPaymentDeps,
  owner: Actor,
  documents: ProcessDocumentInput[],
): Promise<PaymentSetup> {
  const documentIds = documents.map(({ id }) => id);
  const requireAllUnpaid = async (deps: Pick<Deps, "db">) => {
    for (const id of documentIds) requirePaymentDue(await requireOwned(deps, owner, id));
  };
  await requireAllUnpaid(deps);
  await takeFromLimit(deps, "checkoutsPerAccount", owner.id);
  requirePayments(deps);
  await cancelOtherPayments(deps, owner.id, documentIds, nameDocumentSet(documentIds));
  await transaction(deps, async (deps) => {
    await requireAllUnpaid(deps);
    for (const { id, ...chosen } of documents) await setTimestampConfig(deps, owner, id, chosen);
  });
  const [documentId = null] = documentIds;
  const order = documentIds.length === 1 ? { documentId } : { documentId: null, documentIds };
  const setup = await checkOut(deps, { userId: owner.id, plan, ...order });
  await requireStillUnpaid(deps, owner, documentIds);
  return setup;
}

/** Accepts the payment of several documents, as `completeDocumentPayment` does for one. Can be repeated. */
export async function completeDocumentsPayment(
  deps: DocumentPaymentDeps,
  owner: Actor,
  documentIds: string[],
): Promise<Success> {
  for (const id of documentIds.slice(1)) await requireOwned(deps, owner, id);
  let accepted = paid;
  for (const id of documentIds) {
    const one = await completeDocumentPayment(deps, owner, id);
    if (one.code === leftOver.code) accepted = one;
  }
  return accepted;
}

/**
 * Accepts a document's payment after asking Stripe, and says so if its stamp is left for another document. Can be
 * repeated. Throws `payment_required` until a payment for this document has arrived, `unavailable` where no payment can
 * arrive, and `rate_limited` for repeated requests.
 */
export async function completeDocumentPayment(
  deps: DocumentPaymentDeps,
  owner: Actor,
  documentId: string,
): Promise<Success> {
  const isPaid = async () => (await requireOwned(deps, owner, documentId)).paymentCompleted === "true";
  const wasPaid = await isPaid();
  if (wasPaid) {
    await lookForLeftOver(deps, owner, documentId);
    return tellPaid(deps, owner, documentId);
  }
  requirePayments(deps);
  let isProcessing = false;
  const begun = (await purchasesOfDocument(deps.db, owner.id, documentId)).filter(
    ({ cancelAt }) => !cancelAt,
  );
  if (begun.length > 0) await takeFromLimit(deps, "paymentChecksPerAccount", owner.id);
  for (const purchase of begun) {
    const reference = findReference(purchase);
    if (!reference) continue;
    const { facts } = await reconcilePurchase(deps, purchase.id, reference);
    if (await isPaid()) return tellPaid(deps, owner, documentId);
    isProcessing ||= facts?.kind === "payment" && facts.isProcessing;
  }
  if (isProcessing) {
    throw new AppError(
      "payment_required",
      "payment-pending",
      "Your payment is on its way. We'll accept it as soon as it arrives.",
    );
  }
  throw new AppError("payment_required", "document-not-paid", "This document has not been paid for.");
}

/**
 * A payment that can be made although the document is paid for may be the one that was just made. The document is paid
 * for whether Stripe answers or not.
 */
async function lookForLeftOver(deps: DocumentPaymentDeps, owner: Actor, documentId: string): Promise<void> {
  if (!deps.payments) return;
  const payable = await listPayable(deps.db, documentId);
  if (payable.length === 0) return;
  try {
    await takeFromLimit(deps, "paymentChecksPerAccount", owner.id);
    for (const purchase of payable) {
      const reference = findReference(purchase);
      if (reference) await reconcilePurchase(deps, purchase.id, reference);
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    deps.log.warn({ document: documentId, err: error }, "whether a payment is left over is not known yet");
  }
}

async function tellPaid({ db }: Pick<Deps, "db">, owner: Actor, documentId: string): Promise<Success> {
  const purchases = await purchasesOfDocument(db, owner.id, documentId);
  return hasPaymentLeft(purchases, await findStampTime(db, documentId)) ? leftOver : paid;
}

/**
 * Pays for a document with one free credit, if the operator allows it, and has its open payments canceled. Only on
 * request.
 */
export async function redeemCredit(
  deps: Pick<Deps, "config" | "db" | "now" | "payments" | "jobEvents">,
  owner: Actor,
  documentId: string,
): Promise<Success> {
  if (deps.config.credits !== "redeem") {
    throw new AppError(
      "forbidden",
      "credits-not-accepted",
      "Free credits cannot pay for documents on this server.",
    );
  }
  const hasJobs = await transaction(deps, async (deps) => {
    const { db } = deps;
    requirePaymentDue(await requireOwned(deps, owner, documentId));
    const credits = (await findCustomer(db, owner.id))?.freeCredits ?? 0;
    if (credits < 1) throw new AppError("conflict", "no-credits-left", "You have no free credits left.");
    const at = new Date(deps.now());
    const id = crypto.randomUUID();
    await enterCredits(deps, { userId: owner.id, credits: -1, reason: "redeemed", subject: id });
    const redeemed = { amount: 0, stamps: 1, state: "paid", createdAt: at, settledAt: at } as const;
    const purchase = await insertPurchase(db, { id, userId: owner.id, plan, documentId, ...redeemed });
    await setDocumentPayment(db, documentId, "true");
    const isCanceling = await cancelPaymentsSoon(deps, { userId: owner.id, documentId });
    const news = [{ type: "payment.completed", status: "paid" }] as const;
    return (await announcePayment(deps, purchase, [...news])) || isCanceling;
  });
  if (hasJobs) deps.jobEvents.queued();
  return {
    success: true,
    ...say({ code: "credit-redeemed", text: "One free credit was used for this document." }),
  };
}

/**
 * Before a payment is handed out: the document may have been started, or paid for, while Stripe created it. Either this
 * call sees that, or the job queued by it sees the payment (`cancelPaymentsSoon`).
 */
async function requireStillUnpaid(
  deps: DocumentPaymentDeps,
  owner: Actor,
  documentIds: string[],
): Promise<void> {
  for (const id of documentIds) {
    await cancelNeedlessPayments(deps, id);
    requirePaymentDue(await requireOwned(deps, owner, id));
  }
}

/** Throws `conflict` if a document is already stamped or paid for, and `gone` if its original was deleted. */
function requirePaymentDue(document: DocumentRow): void {
  switch (whyNotDue(document)) {
    case "stamped":
      throw new AppError(
        "conflict",
        "document-already-stamped",
        "This document has already been stamped. No payment is due.",
      );
    case "paid":
      throw new AppError(
        "conflict",
        "document-already-paid",
        "This document has already been paid for. Please start processing it again.",
      );
    case "deleted":
      throw originalDeleted(document);
  }
}
