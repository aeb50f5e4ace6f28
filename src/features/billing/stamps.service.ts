import { AppError } from "../../errors.ts";
import { writeUtcMinute } from "../../evidence/written-time.ts";
import type { Deps } from "../deps.ts";
import { findFreeStampsWait } from "./free-stamps.repo.ts";
import { cancelPaymentsSoon } from "./needless-payments.service.ts";
import { countStampsLeft, planForNextStamp, timelinePlan } from "./quota.ts";
import { isPayer, readAccount, returnStamp, takeStamp } from "./usage.repo.ts";

/**
 * Uses a stamp for a document, and returns it after a failure. Both belong in the transaction that starts or ends the
 * work on the document, so that no stamp is used without work and none is lost with it.
 */

type Parts = Pick<Deps, "db" | "now" | "config" | "payments">;
type StampOrder = { userId: string; documentId: string; isPaid: boolean };

/**
 * Uses a stamp for a document, from the plan that pays for it. Throws `payment_required` (402) if none is left, and
 * `forbidden` while the account's free stamps are on hold. Not 429: a program would wait a day to retry. Payments that
 * are open for the document are canceled. True if it was the last one of the plan, and none is left; a payment for a
 * single document is no plan.
 */
export async function chargeStamp(deps: Parts, { userId, documentId, isPaid }: StampOrder): Promise<boolean> {
  const { db, now, config } = deps;
  const [account, freeStampsFrom] = await Promise.all([
    readAccount(deps, userId),
    findFreeStampsWait(deps, userId),
  ]);
  const plan = planForNextStamp(account, isPaid);
  if (!plan && !config.payments) {
    throw new AppError(
      "payment_required",
      "plan-used-up-ask-administrator",
      "You have used all the documents in your plan, and this site doesn't take payments. To stamp more, please ask its administrator.",
    );
  }
  if (!plan)
    throw new AppError("payment_required", "plan-used-up", "You have used all the documents in your plan.");
  if (plan === "trial" && freeStampsFrom) throw freeStampsWait(deps, freeStampsFrom);
  await takeStamp(db, userId, documentId, plan, now());
  // Who takes a stamp queues the work on the document as well, and signals both.
  await cancelPaymentsSoon(deps, { userId, documentId });
  return plan !== "payper" && countStampsLeft(account) === 1;
}

/** Whether the user has ever paid for something that was not refunded. */
export async function hasPaid({ db }: Pick<Deps, "db">, userId: string): Promise<boolean> {
  return isPayer(db, userId);
}

/** Records the stamp of a timeline certificate or an acknowledgment, which costs nothing. */
export async function takeTimelineStamp(
  { db, now }: Pick<Deps, "db" | "now">,
  userId: string,
  documentId: string,
): Promise<void> {
  await takeStamp(db, userId, documentId, timelinePlan, now());
}

function freeStampsWait({ config }: Pick<Deps, "config">, from: Date): AppError {
  const time = writeUtcMinute(from);
  if (config.smtpUrl === undefined) {
    return new AppError(
      "forbidden",
      "free-documents-wait",
      "Many accounts were opened from your network today, so this account's free documents are available starting {time} UTC.",
      { params: { time } },
    );
  }
  return new AppError(
    "forbidden",
    "free-documents-wait-or-confirm",
    "Many accounts were opened from your network today, so this account's free documents are available starting {time} UTC, or as soon as you confirm an email address on your account page.",
    { params: { time } },
  );
}

/** Gives back the stamp of a document that was not stamped. Does nothing the second time. */
export async function refundStamp({ db, now }: Pick<Deps, "db" | "now">, documentId: string): Promise<void> {
  await returnStamp(db, documentId, now());
}
