import { queueJob } from "../../platform/jobs/jobs.repo.ts";
import type { Deps } from "../deps.ts";
import { listPayable } from "./purchases.repo.ts";
import { cancelPaymentsJob } from "./purchases.ts";

/**
 * Has the open payments of a document canceled that needs none anymore, so that it is not paid for twice. Call it in
 * the transaction that takes the document's stamp, pays for it, or deletes it or its original: a job then asks Stripe,
 * so that transaction does not wait for Stripe, and a crash loses nothing. Returns whether a job was queued.
 */
export async function cancelPaymentsSoon(
  { db, now, payments }: Pick<Deps, "db" | "now" | "payments">,
  { userId, documentId }: { userId: string; documentId: string },
): Promise<boolean> {
  if (!payments || (await listPayable(db, documentId)).length === 0) return false;
  await queueJob(db, { kind: cancelPaymentsJob, subject: documentId, userId, at: now() });
  return true;
}
