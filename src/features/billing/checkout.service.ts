import type Stripe from "stripe";
import { transaction } from "../../../db/transaction.ts";
import { AppError } from "../../errors.ts";
import { requireAccount } from "../accounts/accounts.service.ts";
import type { Deps } from "../deps.ts";
import type { PaymentSetup } from "./billing.output.schema.ts";
import type { PlanId } from "./billing.schema.ts";
import { cancelOldPayments, stopCharging } from "./cancellation.service.ts";
import { askStripe, isMissing, isRefusal, requirePayments } from "./payments.ts";
import { plans } from "./plans.ts";
import {
  findOpenPurchase,
  insertPurchase,
  insertPurchaseDocuments,
  setReference,
  updatePurchase,
} from "./purchases.repo.ts";
import { buildMetadata, currency, nameDocumentSet, type Purchase } from "./purchases.ts";
import { settlePurchase } from "./reconciliation.service.ts";

type CheckoutDeps = Pick<Deps, "config" | "db" | "node" | "writeLock" | "log" | "now" | "payments">;

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
 * `conflict` if it is paid or processing, `unavailable`, and `unauthenticated` if the account was deleted meanwhile.
 */
export async function checkOut(deps: CheckoutDeps, order: Order): Promise<PaymentSetup> {
  const { publishableKey } = requirePayments(deps);
  const purchase = await openPurchase(deps, order);
  await cancelOldPayments(deps, purchase);
  const intent = await findIntent(deps, purchase);
  if (intent?.client_secret && payable.includes(intent.status)) {
    return {
      clientSecret: intent.client_secret,
      amount: intent.amount,
      publishableKey,
      tax: null,
      renewal: null,
    };
  }
  const reference = intent?.id ?? purchase.paymentIntent ?? "";
  const settled = await settlePurchase(deps, purchase.id, { kind: "payment", reference });
  if (settled.purchase.state === "paid") {
    throw new AppError(
      "conflict",
      "payment-already-arrived",
      "This payment has already arrived. No further payment is due.",
    );
  }
  if (settled.purchase.state === "open") {
    throw new AppError(
      "conflict",
      "payment-pending",
      "Your payment is under way. It is accepted as soon as it arrives.",
    );
  }
  return checkOut(deps, order);
}

/** The open purchase, or a new one. A purchase started at another price is closed; it can still be paid. */
export async function openPurchase(
  deps: Pick<Deps, "db" | "now">,
  { userId, plan, documentId, documentIds }: Order,
): Promise<Purchase> {
  const { price, documentLimit } = plans[plan];
  const count = documentIds?.length ?? 1;
  const amount = price * count;
  const stamps = documentLimit === null ? null : documentLimit * count;
  const documentSet = documentIds ? nameDocumentSet(documentIds) : null;
  return transaction(deps, async (deps) => {
    await requireAccount(deps, { id: userId });
    const open = await findOpenPurchase(deps.db, { userId, plan, documentId, documentSet });
    if (open?.amount === amount) return open;
    if (open) await closePurchase(deps, open.id);
    const id = crypto.randomUUID();
    const createdAt = new Date(deps.now());
    const row = { id, userId, plan, documentId, documentSet, amount, stamps, createdAt };
    const purchase = await insertPurchase(deps.db, row);
    if (documentIds) await insertPurchaseDocuments(deps.db, id, documentIds);
    return purchase;
  });
}

/**
 * Creates an object at Stripe for a purchase, once: the purchase's id is the idempotency key. Stripe repeats a refusal
 * under that key, so a refusal closes the purchase. The customer cannot pay it, because its secret was never sent.
 * Throws `unauthenticated`, and charges nothing, if the account was deleted meanwhile: either the deletion sees this
 * object, or this call sees the deletion.
 */
export async function makeFor<T extends { id: string }>(
  deps: Pick<Deps, "db" | "node" | "writeLock" | "log" | "now" | "payments">,
  purchase: Purchase,
  kind: "payment" | "subscription",
  make: (stripe: Stripe, options: Stripe.RequestOptions) => Promise<T>,
): Promise<T> {
  const made = await askStripe(requirePayments(deps), async (stripe) => {
    try {
      return await make(stripe, { idempotencyKey: `purchase:${purchase.id}` });
    } catch (error) {
      if (isRefusal(error)) await closePurchase(deps, purchase.id);
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
    return askStripe(requirePayments(deps), (stripe) =>
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
        description: describePurchase(deps.config.productName, purchase),
        metadata: buildMetadata(purchase),
      },
      options,
    ),
  );
}

/** The text of the receipt. */
function describePurchase(productName: string, { plan, documentSet, stamps }: Purchase): string {
  const count = documentSet === null ? "" : ` (${stamps} documents)`;
  return `${productName}: ${plans[plan].name}${count}`;
}

async function closePurchase({ db, now }: Pick<Deps, "db" | "now">, id: string): Promise<void> {
  await updatePurchase(db, id, { state: "closed", settledAt: new Date(now()) });
}
