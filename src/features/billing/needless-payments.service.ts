import { queueJob } from "../../platform/jobs/jobs.repo.ts";
import type { Deps } from "../deps.ts";
import { listPayable } from "./purchases.repo.ts";
import { cancelPaymentsJob } from "./purchases.ts";

/**
 * Has the open payments of a document canceled that needs none anymore, so that it is not paid for twice. Call it in
 * the transaction that takes the document's stamp, pays for it or deletes it: a job then asks Stripe, so neither waits
 * for Stripe, and a crash loses nothing. Returns whether a job was queued.
 */
export async function cancelPaymentsSoon(
  { db, now, config }: Pick<Deps, "db" | "now" | "config">,
  { userId, documentId }: { userId: string; documentId: string },
): Promise<boolean> {
  if (!config.payments || (await listPayable(db, documentId)).length === 0) return false;
  await queueJob(db, { kind: cancelPaymentsJob, subject: documentId, userId, at: now() });
  return true;
}
