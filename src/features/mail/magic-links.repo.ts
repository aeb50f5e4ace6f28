import { and, eq, gt, lte } from "drizzle-orm";
import type { Database } from "../../../db/client.ts";
import { magicLinks } from "../../../db/schema.ts";
import type { MagicLinkPurpose } from "./mail.ts";

export async function insertMagicLink(db: Database, row: typeof magicLinks.$inferInsert): Promise<void> {
  await db.insert(magicLinks).values(row).run();
}

/** The id of what the link opens; undefined if it is unknown, for another purpose, or expired. */
export async function findMagicLink(
  db: Database,
  tokenHash: string,
  purpose: MagicLinkPurpose,
  now: number,
): Promise<string | undefined> {
  const stillGood = gt(magicLinks.expiresAt, new Date(now));
  return (
    await db
      .select({ subject: magicLinks.subject })
      .from(magicLinks)
      .where(and(eq(magicLinks.tokenHash, tokenHash), eq(magicLinks.purpose, purpose), stillGood))
      .get()
  )?.subject;
}

/** Ends every link with this purpose to the subject. */
export async function deleteMagicLinksTo(
  db: Database,
  purpose: MagicLinkPurpose,
  subject: string,
): Promise<void> {
  await db
    .delete(magicLinks)
    .where(and(eq(magicLinks.purpose, purpose), eq(magicLinks.subject, subject)))
    .run();
}

/** Ends every link with this purpose. */
export async function deleteMagicLinksFor(db: Database, purpose: MagicLinkPurpose): Promise<void> {
  await db.delete(magicLinks).where(eq(magicLinks.purpose, purpose)).run();
}

export async function deleteExpiredMagicLinks(db: Database, now: number): Promise<void> {
  await db
    .delete(magicLinks)
    .where(lte(magicLinks.expiresAt, new Date(now)))
    .run();
}
