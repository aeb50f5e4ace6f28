import { and, eq } from "drizzle-orm";
import type { Database } from "../../../db/client.ts";
import { officeDomains } from "../../../db/schema.ts";

/** The domain of an office that its owners chose for its certificates, verified or not. */
export async function findChosenDomain(db: Database, officeId: string) {
  const isChosen = and(eq(officeDomains.officeId, officeId), eq(officeDomains.isShown, true));
  return db.select().from(officeDomains).where(isChosen).get();
}
