import { eq } from "drizzle-orm";
import type { Database } from "../../../db/client.ts";
import { documents, users } from "../../../db/schema.ts";
import { whyNotDue } from "./payment-due.ts";

/** The columns of users and documents that depend on payments. */

const columns = {
  id: users.id,
  stripeCustomerId: users.stripeCustomerId,
  stripeSubscriptionId: users.stripeSubscriptionId,
  subscriptionStatus: users.subscriptionStatus,
  subscriptionPlan: users.subscriptionPlan,
  freeCredits: users.freeCredits,
};

export type Customer = {
  id: string;
  stripeCustomerId: string | null;
  stripeSubscriptionId: string | null;
  subscriptionStatus: string;
  subscriptionPlan: string | null;
  freeCredits: number;
};

export async function findCustomer(db: Database, userId: string): Promise<Customer | undefined> {
  return db.select(columns).from(users).where(eq(users.id, userId)).get();
}

export async function updateCustomer(db: Database, userId: string, change: Partial<Customer>): Promise<void> {
  await db.update(users).set(change).where(eq(users.id, userId)).run();
}

/** Whether a document still has to be paid for; false if it was deleted. */
export async function isPaymentDue(db: Database, documentId: string): Promise<boolean> {
  const { status, paymentCompleted, originalPath } = documents;
  const facts = await db
    .select({ status, paymentCompleted, originalPath })
    .from(documents)
    .where(eq(documents.id, documentId))
    .get();
  return facts !== undefined && whyNotDue(facts) === undefined;
}

/** Does nothing if the document was deleted in the meantime. */
export async function setDocumentPayment(
  db: Database,
  documentId: string,
  paymentCompleted: string,
): Promise<void> {
  await db.update(documents).set({ paymentCompleted }).where(eq(documents.id, documentId)).run();
}
