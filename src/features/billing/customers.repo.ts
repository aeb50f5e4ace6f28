import { and, eq, inArray, isNotNull, ne } from "drizzle-orm";
import type { Database } from "../../../db/client.ts";
import { documents, users } from "../../../db/schema.ts";

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

/** Whether a document still waits for its stamp, which can be made, and was not paid for. */
export async function isPaymentDue(db: Database, documentId: string): Promise<boolean> {
  const isWaiting = inArray(documents.status, ["uploaded", "error"]);
  const due = and(
    eq(documents.id, documentId),
    isWaiting,
    ne(documents.paymentCompleted, "true"),
    isNotNull(documents.originalPath),
  );
  return (await db.select({ id: documents.id }).from(documents).where(due).get()) !== undefined;
}

/** Does nothing if the document was deleted in the meantime. */
export async function setDocumentPayment(
  db: Database,
  documentId: string,
  paymentCompleted: string,
): Promise<void> {
  await db.update(documents).set({ paymentCompleted }).where(eq(documents.id, documentId)).run();
}
