import { and, desc, eq, gt, inArray, lt, sql } from "drizzle-orm";
import type { Database } from "../../../db/client.ts";
import type { MailLetter, MailState } from "../../../db/columns/mail.ts";
import { jobs, mails } from "../../../db/schema.ts";
import { mailJob } from "./mail.ts";
import type { ReportedMail } from "./mail-report.ts";

export type MailRow = typeof mails.$inferSelect;

export async function insertMail(db: Database, row: typeof mails.$inferInsert): Promise<void> {
  await db.insert(mails).values(row).run();
}

export async function findMail(db: Database, id: string): Promise<MailRow | undefined> {
  return db.select().from(mails).where(eq(mails.id, id)).get();
}

const inTrouble = ["queued", "sending", "failed", "uncertain"] as const;

/** Emails that need attention: waiting, failed or uncertain, oldest first. */
export async function listMailsInTrouble(db: Database): Promise<ReportedMail[]> {
  const { state, createdAt } = mails;
  return selectReported(db).where(inArray(state, inTrouble)).orderBy(createdAt, mails.id).all();
}

/** The same, newest first, with those in the outbox. */
export async function listMailsNotSent(db: Database, limit: number) {
  const rows = await selectReported(db)
    .where(inArray(mails.state, [...inTrouble, "saved"]))
    .orderBy(desc(mails.createdAt), desc(mails.id))
    .limit(limit)
    .all();
  return rows.flatMap(({ state, ...row }) => (state === "sent" ? [] : [{ ...row, state }]));
}

/** Without the letter. */
function selectReported(db: Database) {
  const { id, state, recipient, subject, lastError, createdAt } = mails;
  return db
    .select({
      id,
      state,
      recipient,
      subject,
      lastError,
      createdAt,
      attempts: sql<number>`coalesce(${jobs.attempts}, 0)`,
      nextAt: sql`CASE WHEN ${jobs.state} = 'queued' THEN ${jobs.availableAt} END`.mapWith(jobs.availableAt),
    })
    .from(mails)
    .leftJoin(jobs, and(eq(jobs.kind, mailJob), eq(jobs.subject, mails.id)));
}

/** The ids of unfinished emails. */
export async function listOpenMails(db: Database): Promise<string[]> {
  const rows = db.select({ id: mails.id }).from(mails);
  return (await rows.where(inArray(mails.state, ["queued", "sending"])).all()).map(({ id }) => id);
}

/** An email that is queued for later and has not been tried yet. */
export async function findPostponedMail(
  db: Database,
  { userId, subject, now }: { userId: string; subject: string; now: number },
): Promise<string | undefined> {
  const waits = and(eq(jobs.kind, mailJob), eq(jobs.subject, mails.id), eq(jobs.attempts, 0));
  return (
    await db
      .select({ id: mails.id })
      .from(mails)
      .innerJoin(jobs, waits)
      .where(
        and(
          eq(mails.userId, userId),
          eq(mails.subject, subject),
          eq(mails.state, "queued"),
          gt(jobs.availableAt, new Date(now)),
        ),
      )
      .get()
  )?.id;
}

export async function rewriteMail(db: Database, id: string, letter: MailLetter): Promise<void> {
  await db.update(mails).set({ letter }).where(eq(mails.id, id)).run();
}

/** Deletes the queued emails of a user to this address with a link that works without signing in. */
export async function deleteMailedLinksTo(db: Database, userId: string, recipient: string): Promise<void> {
  const waiting = and(eq(mails.userId, userId), eq(mails.recipient, recipient), eq(mails.state, "queued"));
  const queued = await db.select({ id: mails.id, letter: mails.letter }).from(mails).where(waiting).all();
  const withLinks = queued.filter(({ letter }) => letter?.links?.some((link) => "secret" in link));
  for (const { id } of withLinks) await db.delete(mails).where(eq(mails.id, id)).run();
}

/** queued → sending; false if the email is no longer queued. */
export async function markSending(db: Database, id: string): Promise<boolean> {
  const marked = db.update(mails).set({ state: "sending" });
  return (
    (await marked
      .where(and(eq(mails.id, id), eq(mails.state, "queued")))
      .returning({ id: mails.id })
      .get()) !== undefined
  );
}

/** The mail server refused it this time: it stays queued for another attempt. */
export async function markRefused(db: Database, id: string, lastError: string): Promise<void> {
  await db.update(mails).set({ state: "queued", lastError }).where(eq(mails.id, id)).run();
}

/** Finishes an email. Its content and names are deleted, its address is kept for a while. */
export async function endMail(
  db: Database,
  id: string,
  end: { state: MailState; at: number; lastError?: string },
) {
  const { state, at, lastError } = end;
  await db
    .update(mails)
    .set({
      state,
      letter: null,
      recipientName: null,
      replyTo: null,
      endedAt: new Date(at),
      ...(lastError && { lastError }),
    })
    .where(eq(mails.id, id))
    .run();
}

/** Deletes emails that were finished before `before`. */
export async function deleteMailsEndedBefore(db: Database, before: number): Promise<void> {
  await db
    .delete(mails)
    .where(lt(mails.endedAt, new Date(before)))
    .run();
}

/** Deletes a user's emails, sent or not; queued ones are no longer sent. */
export async function deleteUserMails(db: Database, userId: string): Promise<void> {
  await db.delete(mails).where(eq(mails.userId, userId)).run();
}
