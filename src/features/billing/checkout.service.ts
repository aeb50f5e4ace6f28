import type Stripe from "stripe";
import type { PlanId } from "../../../db/columns/billing.ts";
import { transaction } from "../../../db/transaction.ts";
import { AppError } from "../../errors.ts";
import { requireAccount } from "../accounts/accounts.service.ts";
import type { Config } from "../config.ts";
import type { Deps, PaymentDeps } from "../deps.ts";
import { renewingPlan } from "../plan-ids.ts";
import type { PaymentSetup } from "./billing.output.schema.ts";
import { cancelOldPayments, stopCharging } from "./cancellation.service.ts";
import { callStripe, isMissing, isRepeatedForKey, requirePayments } from "./payments.ts";
import {
  findOpenPurchase,
  insertPurchase,
  insertPurchaseDocuments,
  setReference,
  updatePurchase,
} from "./purchases.repo.ts";
import { buildMetadata, currency, nameDocumentSet, type Purchase } from "./purchases.ts";
import { reconcilePurchase, type Settled } from "./reconciliation.service.ts";
import { countSeats } from "./seats.service.ts";

type CheckoutDeps = PaymentDeps & Pick<Deps, "config">;

/** A one-time purchase. The plan sets the amount, never the caller. */
export type Order = {
  userId: string;
  plan: PlanId;
  documentId: string | null;
  /** Two or more documents in one payment, each at the plan's price. */
  documentIds?: string[];
};

/** Payment states the browser can continue: its form takes a card or Cash App Pay. */
const payable = ["requires_payment_method", "requires_confirmation", "requires_action"];

/**
 * Prepares a payment. An order has one open payment: asking again, concurrently or later, returns the same one. Throws
 * `conflict` if it is paid or processing, `unavailable`, and `unauthenticated` if the account was deleted in the
 * meantime.
 */
export async function checkOut(deps: CheckoutDeps, order: Order): Promise<PaymentSetup> {
  const { publishableKey } = requirePayments(deps);
  await refuseWhileUnderWay(deps, order);
  const purchase = await openPurchase(deps, order);
  await cancelOldPayments(deps, purchase);
  const intent = await findIntent(deps, purchase);
  if (intent?.client_secret && payable.includes(intent.status)) {
    return {
      clientSecret: intent.client_secret,
      amount: intent.amount,
      currency: intent.currency,
      publishableKey,
      tax: null,
      taxName: null,
      renewal: null,
    };
  }
  const reference = intent?.id ?? purchase.paymentIntent ?? "";
  const settled = await reconcilePurchase(deps, purchase.id, { kind: "payment", reference });
  refuseIfMade(settled, settled.purchase.state === "open");
  return checkOut(deps, order);
}

/** A payment that was started on other terms and is being processed must not be made again on the current terms. */
async function refuseWhileUnderWay(deps: CheckoutDeps, order: Order): Promise<void> {
  const terms = readTerms(deps, order);
  const open = await findOpenPurchase(deps.db, { ...order, documentSet: terms.documentSet });
  if (!open?.paymentIntent || hasTerms(open, terms)) return;
  const settled = await reconcilePurchase(deps, open.id, { kind: "payment", reference: open.paymentIntent });
  refuseIfMade(settled, settled.facts?.kind === "payment" && settled.facts.isProcessing);
}

function refuseIfMade({ purchase }: Settled, isUnderWay: boolean): void {
  if (purchase.state === "paid") {
    throw new AppError(
      "conflict",
      "payment-already-arrived",
      "This payment has already arrived. No further payment is due.",
    );
  }
  if (isUnderWay) {
    throw new AppError(
      "conflict",
      "payment-pending",
      "Your payment is on its way. We'll accept it as soon as it arrives.",
    );
  }
}

/** The current price of an order, and the stamps it buys. `seats`: for how many members; null: one price. */
function readTerms(
  { config }: Pick<Deps, "config">,
  { plan, documentIds }: Order,
  seats: number | null = null,
) {
  const { price, documentLimit } = config.plans[plan];
  const count = documentIds?.length ?? 1;
  return {
    amount: price * (seats ?? count),
    stamps: documentLimit === null ? null : documentLimit * count,
    seats,
    seatPrice: seats === null ? null : price,
    documentSet: documentIds ? nameDocumentSet(documentIds) : null,
  };
}

const hasTerms = (purchase: Purchase, { amount, stamps, seats }: ReturnType<typeof readTerms>) =>
  purchase.amount === amount && purchase.stamps === stamps && purchase.seats === seats;

/**
 * The open purchase, or a new one. A purchase started on other terms is closed. It can still be paid, with its amount
 * and its stamps. Throws `conflict` if this server does not offer the plan.
 */
export async function openPurchase(
  deps: Pick<Deps, "config" | "db" | "now">,
  order: Order,
): Promise<Purchase> {
  const { userId, plan, documentId, documentIds } = order;
  if (!deps.config.plans[plan].offered)
    throw new AppError(
      "conflict",
      "plan-not-offered",
      "This plan is not offered here. Please choose another one.",
    );
  return transaction(deps, async (deps) => {
    await requireAccount(deps, { id: userId });
    const terms = readTerms(deps, order, plan === renewingPlan ? await countSeats(deps, userId) : null);
    const open = await findOpenPurchase(deps.db, { ...order, documentSet: terms.documentSet });
    if (open && hasTerms(open, terms)) return open;
    if (open) await closePurchase(deps, open.id);
    const id = crypto.randomUUID();
    const createdAt = new Date(deps.now());
    const row = { id, userId, plan, documentId, createdAt, ...terms };
    const purchase = await insertPurchase(deps.db, row);
    if (documentIds) await insertPurchaseDocuments(deps.db, id, documentIds);
    return purchase;
  });
}

/**
 * Creates an object at Stripe for a purchase, once: the purchase's id is the idempotency key. Stripe repeats most
 * errors under that key, so they close the purchase. The customer cannot pay it, because its secret was never sent.
 * Throws `unauthenticated`, and charges nothing, if the account was deleted in the meantime: either the deletion sees
 * this object, or this call sees the deletion.
 */
export async function makeFor<T extends { id: string }>(
  deps: PaymentDeps,
  purchase: Purchase,
  kind: "payment" | "subscription",
  make: (stripe: Stripe, options: Stripe.RequestOptions) => Promise<T>,
): Promise<T> {
  const made = await callStripe(requirePayments(deps), async (stripe) => {
    try {
      return await make(stripe, { idempotencyKey: `purchase:${purchase.id}` });
    } catch (error) {
      if (isRepeatedForKey(error)) await closePurchase(deps, purchase.id);
      throw error;
    }
  });
  await setReference(deps.db, purchase.id, { kind, reference: made.id });
  try {
    await requireAccount(deps, { id: purchase.userId });
  } catch (error) {
    await stopCharging(deps, purchase.userId);
    throw error;
  }
  return made;
}

/** The purchase's payment intent; undefined if Stripe no longer has it. */
async function findIntent(deps: CheckoutDeps, purchase: Purchase): Promise<Stripe.PaymentIntent | undefined> {
  const { paymentIntent: known, amount } = purchase;
  if (known !== null) {
    return callStripe(requirePayments(deps), (stripe) =>
      stripe.paymentIntents.retrieve(known).catch((error) => {
        if (isMissing(error)) return undefined;
        throw error;
      }),
    );
  }
  return makeFor(deps, purchase, "payment", (stripe, options) =>
    stripe.paymentIntents.create(
      {
        amount,
        currency,
        allowed_payment_method_types: ["card", "cashapp"],
        description: describePurchase(deps.config, purchase),
        metadata: buildMetadata(purchase),
      },
      options,
    ),
  );
}

/** The text of the receipt. */
function describePurchase(
  { productName, plans }: Pick<Config, "productName" | "plans">,
  { plan, documentSet, stamps }: Purchase,
): string {
  const count = documentSet === null ? "" : ` (${stamps} documents)`;
  return `${productName}: ${plans[plan].name}${count}`;
}

async function closePurchase({ db, now }: Pick<Deps, "db" | "now">, id: string): Promise<void> {
  await updatePurchase(db, id, { state: "closed", settledAt: new Date(now()) });
}
