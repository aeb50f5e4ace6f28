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
import { cancelOtherPayments } from "./cancellation.service.ts";
import { checkOut } from "./checkout.service.ts";
import { enterCredits } from "./credits.service.ts";
import { findCustomer, setDocumentPayment } from "./customers.repo.ts";
import { requirePayments } from "./payments.ts";
import { insertPurchase, purchasesOfDocument } from "./purchases.repo.ts";
import { nameDocumentSet } from "./purchases.ts";
import { findReference, reconcilePurchase } from "./reconciliation.service.ts";

type DocumentPaymentDeps = PaymentDeps & Pick<Deps, "config" | "memoryRateLimiter" | "counterKey">;

const plan = "payper" as const;
const paid: Success = { success: true, ...say({ code: "payment-successful", text: "Payment successful" }) };

/**
 * Prepares the payment of one document. Throws `conflict` if it is already paid or stamped, and `gone` if its original
 * was deleted: we take no money for a stamp that cannot be made.
 */
export async function payPerDocument(
  deps: DocumentPaymentDeps,
  owner: Actor,
  documentId: string,
): Promise<PaymentSetup> {
  requireUnpaid(await requireOwned(deps, owner, documentId));
  await takeFromLimit(deps, "checkoutsPerAccount", owner.id);
  if (deps.payments) await cancelOtherPayments(deps, owner.id, [documentId], null);
  requireUnpaid(await requireOwned(deps, owner, documentId));
  return checkOut(deps, { userId: owner.id, plan, documentId });
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
    for (const id of documentIds) requireUnpaid(await requireOwned(deps, owner, id));
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
  if (documentIds.length === 1) return checkOut(deps, { userId: owner.id, plan, documentId });
  return checkOut(deps, { userId: owner.id, plan, documentId: null, documentIds });
}

/** Accepts the payment of several documents, as `completeDocumentPayment` does for one. Can be repeated. */
export async function completeDocumentsPayment(
  deps: DocumentPaymentDeps,
  owner: Actor,
  documentIds: string[],
): Promise<Success> {
  for (const id of documentIds.slice(1)) await requireOwned(deps, owner, id);
  let accepted: Success | undefined;
  for (const id of documentIds) accepted = await completeDocumentPayment(deps, owner, id);
  return accepted ?? paid;
}

/**
 * Accepts a document's payment after asking Stripe. Can be repeated. Throws `payment_required` until a payment for this
 * document has arrived, `unavailable` where no payment can arrive, and `rate_limited` for repeated requests.
 */
export async function completeDocumentPayment(
  deps: DocumentPaymentDeps,
  owner: Actor,
  documentId: string,
): Promise<Success> {
  const isPaid = async () => (await requireOwned(deps, owner, documentId)).paymentCompleted === "true";
  if (await isPaid()) return paid;
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
    if (await isPaid()) return paid;
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

/** Pays for a document with one free credit, if the operator allows it. Only on request. */
export async function redeemCredit(
  deps: Pick<Deps, "config" | "db" | "now" | "jobEvents">,
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
  const isAnnounced = await transaction(deps, async (deps) => {
    const { db } = deps;
    requireUnpaid(await requireOwned(deps, owner, documentId));
    const credits = (await findCustomer(db, owner.id))?.freeCredits ?? 0;
    if (credits < 1) throw new AppError("conflict", "no-credits-left", "You have no free credits left.");
    const at = new Date(deps.now());
    const id = crypto.randomUUID();
    await enterCredits(deps, { userId: owner.id, credits: -1, reason: "redeemed", subject: id });
    const redeemed = { amount: 0, stamps: 1, state: "paid", createdAt: at, settledAt: at } as const;
    const purchase = await insertPurchase(db, { id, userId: owner.id, plan, documentId, ...redeemed });
    await setDocumentPayment(db, documentId, "true");
    return announcePayment(deps, purchase, [{ type: "payment.completed", status: "paid" }]);
  });
  if (isAnnounced) deps.jobEvents.queued();
  return {
    success: true,
    ...say({ code: "credit-redeemed", text: "One free credit was used for this document." }),
  };
}

function requireUnpaid(document: DocumentRow): void {
  if (document.status === "completed" || document.status === "processing") {
    throw new AppError(
      "conflict",
      "document-already-stamped",
      "This document has already been stamped. No payment is due.",
    );
  }
  if (document.paymentCompleted === "true") {
    throw new AppError(
      "conflict",
      "document-already-paid",
      "This document has already been paid for. Please start processing it again.",
    );
  }
  if (document.originalPath === null) throw originalDeleted(document);
}
