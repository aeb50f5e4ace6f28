import { and, eq, gt, lte } from "drizzle-orm";
import type { Database } from "../../../db/client.ts";
import { secretLinks } from "../../../db/schema.ts";
import type { SecretLinkPurpose } from "./mail.ts";

export async function insertSecretLink(db: Database, row: typeof secretLinks.$inferInsert): Promise<void> {
  await db.insert(secretLinks).values(row).run();
}

/** The id of what the link opens; undefined if it is unknown, for another purpose, or expired. */
export async function findSecretLink(
  db: Database,
  tokenHash: string,
  purpose: SecretLinkPurpose,
  now: number,
): Promise<string | undefined> {
  const stillGood = gt(secretLinks.expiresAt, new Date(now));
  return (
    await db
      .select({ subject: secretLinks.subject })
      .from(secretLinks)
      .where(and(eq(secretLinks.tokenHash, tokenHash), eq(secretLinks.purpose, purpose), stillGood))
      .get()
  )?.subject;
}

/** Ends every link of that purpose to the subject. */
export async function deleteSecretLinksTo(
  db: Database,
  purpose: SecretLinkPurpose,
  subject: string,
): Promise<void> {
  await db
    .delete(secretLinks)
    .where(and(eq(secretLinks.purpose, purpose), eq(secretLinks.subject, subject)))
    .run();
}

/** Ends every link of that purpose. */
export async function deleteSecretLinksFor(db: Database, purpose: SecretLinkPurpose): Promise<void> {
  await db.delete(secretLinks).where(eq(secretLinks.purpose, purpose)).run();
}

export async function deleteExpiredSecretLinks(db: Database, now: number): Promise<void> {
  await db
    .delete(secretLinks)
    .where(lte(secretLinks.expiresAt, new Date(now)))
    .run();
}
