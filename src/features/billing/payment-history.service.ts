import type Stripe from "stripe";
import type { PurchaseState } from "../../../db/columns/billing.ts";
import { takeFromLimit } from "../../platform/rate-limits.ts";
import type { Actor } from "../accounts/accounts.ts";
import type { Deps } from "../deps.ts";
import type { PaymentHistory, PaymentView } from "./billing.output.schema.ts";
import type { ListPaymentsInput } from "./billing.schema.ts";
import { callStripe, isMissing } from "./payments.ts";
import { listHistory } from "./purchases.repo.ts";
import { currency, type Purchase } from "./purchases.ts";
import { readPayment, toDate } from "./stripe-state.ts";

/** An entry of the history, and how to find its receipt and refunds. */
type Entry = { view: PaymentView; paymentIntent: string | null };

/**
 * The user's payments, newest first, with Stripe's receipts, and the next charge of the subscription. Reads the page's
 * payments and all months of subscriptions from Stripe; if Stripe does not respond, it returns only stored data. Throws
 * `rate_limited`.
 */
export async function readPaymentHistory(
  deps: Pick<Deps, "config" | "db" | "log" | "now" | "memoryRateLimiter" | "counterKey" | "payments">,
  owner: Actor,
  input: ListPaymentsInput,
): Promise<PaymentHistory> {
  await takeFromLimit(deps, "paymentHistoriesPerAccount", owner.id);
  return readPaymentsOf(deps, owner.id, input);
}

/** The same for any account; callers check who asks. */
export async function readPaymentsOf(
  deps: Pick<Deps, "config" | "db" | "log" | "payments">,
  userId: string,
  { page, limit }: ListPaymentsInput,
): Promise<PaymentHistory> {
  const purchases = await listHistory(deps.db, userId);
  const showPage = (entries: Entry[]) =>
    entries
      .toSorted((one, other) => newestFirst(one.view, other.view))
      .slice((page - 1) * limit, page * limit);
  const { payments } = deps;
  if (payments) {
    try {
      return await callStripe(payments, async (stripe) => {
        const [entries, renewal] = await Promise.all([
          listEntries(stripe, purchases),
          readRenewal(stripe, purchases),
        ]);
        const shown = await Promise.all(showPage(entries).map((entry) => addReceipt(stripe, entry)));
        return { payments: shown.sort(newestFirst), total: entries.length, renewal, isComplete: true };
      });
    } catch (error) {
      deps.log.warn({ err: error }, "a history of payments is shown without Stripe's part");
    }
  }
  const kept = purchases.flatMap(keptEntries);
  return {
    payments: showPage(kept).map(({ view }) => view),
    total: kept.length,
    renewal: keptRenewal(deps, purchases),
    isComplete: kept.length === 0,
  };
}

/** All of them, newest first, without receipts; the months of subscriptions are included only if Stripe responds. */
export async function listAllPayments(
  deps: Pick<Deps, "db" | "log" | "payments">,
  owner: Actor,
): Promise<PaymentView[]> {
  const purchases = await listHistory(deps.db, owner.id);
  const entries = await (deps.payments
    ? callStripe(deps.payments, (stripe) => listEntries(stripe, purchases)).catch((error) => {
        deps.log.warn({ err: error }, "payments are listed without Stripe's part");
        return purchases.flatMap(keptEntries);
      })
    : purchases.flatMap(keptEntries));
  return entries.map(({ view }) => view).sort(newestFirst);
}

function newestFirst(one: PaymentView, other: PaymentView): number {
  return other.at.localeCompare(one.at) || (one.id < other.id ? 1 : -1);
}

async function listEntries(stripe: Stripe, purchases: Purchase[]): Promise<Entry[]> {
  const entries = await Promise.all(
    purchases.map((purchase) =>
      purchase.subscriptionId === null
        ? keptEntries(purchase)
        : invoiceEntries(stripe, purchase, purchase.subscriptionId),
    ),
  );
  return entries.flat();
}

/** The number of months that one call can return: eight years. */
const maxInvoices = 100;

/** The months of a subscription that were paid, or whose payment failed. */
async function invoiceEntries(stripe: Stripe, purchase: Purchase, subscription: string): Promise<Entry[]> {
  const invoices = await orMissing(
    stripe.invoices.list({ subscription, expand: ["data.payments"], limit: maxInvoices }),
  );
  if (!invoices) return keptEntries(purchase);
  return invoices.data.flatMap((invoice) => {
    const state = stateOfInvoice(invoice);
    if (state === undefined) return [];
    const { created, amount_paid, amount_due, currency, hosted_invoice_url, status_transitions } = invoice;
    const at = toDate(status_transitions.paid_at ?? created) ?? purchase.createdAt;
    const view: PaymentView = {
      ...keptView(purchase),
      id: `${purchase.id}-${created}`,
      at: at.toISOString(),
      amount: state === "paid" ? amount_paid : amount_due,
      currency,
      state,
      receiptUrl: hosted_invoice_url ?? null,
    };
    return [{ view, paymentIntent: state === "paid" ? findPaymentIntent(invoice) : null }];
  });
}

/** Undefined for an invoice without a payment attempt, or that was never due. */
function stateOfInvoice({ status, attempt_count }: Stripe.Invoice): "paid" | "failed" | undefined {
  if (status === "paid") return "paid";
  return status !== "draft" && attempt_count > 0 ? "failed" : undefined;
}

function findPaymentIntent({ payments }: Stripe.Invoice): string | null {
  const intent = payments?.data.find(({ status }) => status === "paid")?.payment.payment_intent;
  return (typeof intent === "string" ? intent : intent?.id) ?? null;
}

/** The receipt of a payment, and the refunds of the payment or of a month's invoice. */
async function addReceipt(stripe: Stripe, { view, paymentIntent }: Entry): Promise<PaymentView> {
  const facts = paymentIntent === null ? undefined : await orMissing(readPayment(stripe, paymentIntent));
  if (!facts) return view;
  return {
    ...view,
    at: (facts.chargedAt ?? new Date(view.at)).toISOString(),
    currency: facts.currency,
    refunded: facts.amountRefunded,
    state: shownState(facts.state),
    receiptUrl: view.receiptUrl ?? facts.receiptUrl,
  };
}

async function readRenewal(stripe: Stripe, purchases: Purchase[]): Promise<PaymentHistory["renewal"]> {
  const renewing = findRenewing(purchases);
  if (!renewing) return null;
  const preview = await orMissing(stripe.invoices.createPreview({ subscription: renewing.subscriptionId }));
  if (!preview) return null;
  const { amount_due: amount, automatic_tax, total, total_excluding_tax: untaxed } = preview;
  return {
    at: renewing.periodEnd.toISOString(),
    amount,
    tax: automatic_tax.enabled && untaxed !== null ? total - untaxed : null,
    plusTaxes: false,
  };
}

function keptRenewal(
  { config, payments }: Pick<Deps, "config" | "payments">,
  purchases: Purchase[],
): PaymentHistory["renewal"] {
  const renewing = payments && findRenewing(purchases);
  if (!renewing) return null;
  const { amount: first, periodEnd, plan, seats, seatPrice } = renewing;
  const amount = seats !== null && seatPrice !== null ? seats * seatPrice : first;
  const plusTaxes = payments.tax && config.plans[plan].taxable;
  return { at: periodEnd.toISOString(), amount, tax: null, plusTaxes };
}

function findRenewing(purchases: Purchase[]) {
  return purchases.find((purchase): purchase is Purchase & { subscriptionId: string; periodEnd: Date } => {
    const { subscriptionId, periodEnd, cancelAt, state } = purchase;
    return state === "paid" && subscriptionId !== null && periodEnd !== null && cancelAt === null;
  });
}

/** The purchase as stored here; for a subscription, its first month. */
function keptEntries(purchase: Purchase): Entry[] {
  const { subscriptionId, state, paymentIntent } = purchase;
  if (subscriptionId !== null && (state === "open" || state === "closed")) return [];
  return [{ view: keptView(purchase), paymentIntent }];
}

function keptView(purchase: Purchase): PaymentView {
  const { id, createdAt, plan, stamps, amount, amountRefunded, state, paymentIntent, subscriptionId } =
    purchase;
  return {
    id,
    at: createdAt.toISOString(),
    plan,
    stamps,
    amount,
    currency,
    refunded: state === "refunded" ? amount : amountRefunded,
    state: shownState(state),
    withCredit: amount === 0 && paymentIntent === null && subscriptionId === null,
    receiptUrl: null,
  };
}

const shownStates: Record<PurchaseState, PaymentView["state"]> = {
  open: "failed",
  closed: "failed",
  paid: "paid",
  overdue: "paid",
  ended: "paid",
  refunded: "refunded",
  disputed: "disputed",
};

const shownState = (state: PurchaseState) => shownStates[state];

/** Undefined if Stripe does not know the object, e.g. after a change from test keys to live ones. */
async function orMissing<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
