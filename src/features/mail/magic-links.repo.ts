import { and, eq, gt, inArray, isNotNull, lte } from "drizzle-orm";
import type { Database } from "../../../db/client.ts";
import type { MagicLinkPurpose, MailState } from "../../../db/columns/mail.ts";
import { magicLinks, mails } from "../../../db/schema.ts";

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

/**
 * The email with the link, and when the mail server accepted it; null where there is none, or that did not happen.
 * Undefined if the link is unknown.
 */
export async function findMailing(db: Database, tokenHash: string) {
  const { mailId, mailedAt } = magicLinks;
  const link = db.select({ mailId, mailedAt }).from(magicLinks);
  return link.where(eq(magicLinks.tokenHash, tokenHash)).get();
}

export type MailedLink = { subject: string; mailedAt: Date | null; state: MailState | null };

/**
 * The links with this purpose to these subjects that were written into emails. `state` is the email's; null if its
 * record was deleted.
 */
export async function listMailedLinks(
  db: Database,
  purpose: MagicLinkPurpose,
  subjects: string[],
): Promise<MailedLink[]> {
  if (subjects.length === 0) return [];
  const { subject, mailedAt, mailId } = magicLinks;
  return db
    .select({ subject, mailedAt, state: mails.state })
    .from(magicLinks)
    .leftJoin(mails, eq(mails.id, mailId))
    .where(and(eq(magicLinks.purpose, purpose), inArray(subject, subjects), isNotNull(mailId)))
    .all();
}

/** Records that the mail server has accepted the email with these links. */
export async function markLinksMailed(db: Database, mailId: string, at: Date): Promise<void> {
  await db.update(magicLinks).set({ mailedAt: at }).where(eq(magicLinks.mailId, mailId)).run();
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
