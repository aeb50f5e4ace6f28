import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import { planForNextStamp } from "./quota.ts";
import { readAccount, returnStamp, takeStamp } from "./usage.repo.ts";

/**
 * What stamping a document costs, and its return after a failure. Both belong into the transaction that starts or
 * ends the work on the document, so that no stamp is taken without work and none is lost with it.
 */

type Parts = Pick<Deps, "db" | "now">;
type StampOrder = { userId: string; documentId: string; isPaid: boolean };

/** Takes a document's stamp from the plan that is to pay for it. Throws `payment_required` when none is left. */
export function chargeStamp({ db, now }: Parts, { userId, documentId, isPaid }: StampOrder): void {
  const plan = planForNextStamp(readAccount(db, userId, now()), isPaid);
  if (!plan) throw new AppError("payment_required", "You have used all documents of your plan.");
  takeStamp(db, userId, documentId, plan, now());
}

/** Gives back the stamp of a document that was not stamped. Does nothing the second time. */
export function refundStamp({ db, now }: Parts, documentId: string): void {
  returnStamp(db, documentId, now());
}
