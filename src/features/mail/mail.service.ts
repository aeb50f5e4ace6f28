import { join } from "node:path";
import { stateFiles } from "../../../db/state-files.ts";
import { queueJob } from "../../platform/jobs/jobs.repo.ts";
import type { Deps } from "../deps.ts";
import { deleteExpiredMagicLinks } from "./magic-links.repo.ts";
import {
  deleteMailedLinksTo,
  deleteMailsEndedBefore,
  findPostponedMail,
  insertMail,
  rewriteMail,
} from "./mail.repo.ts";
import { mailJob, type NewMail } from "./mail.ts";
import { sweepOutbox } from "./outbox.ts";

const remembered = 30 * 24 * 3_600_000;

/**
 * Queues an email; call it inside the transaction that causes the email, and `deps.jobEvents.queued()` after it. The
 * address must have passed `mailAddressSchema`. It is sent immediately, or not before `notBefore` (ms since 1970).
 * Returns the email's id.
 */
export async function enqueueMail(
  deps: Pick<Deps, "db" | "now">,
  mail: NewMail,
  notBefore = deps.now(),
): Promise<string> {
  const id = crypto.randomUUID();
  const { to, toName, replyTo, subject, letter, userId } = mail;
  await insertMail(deps.db, {
    id,
    userId,
    recipient: to,
    recipientName: toName,
    replyTo,
    subject,
    letter,
    createdAt: new Date(deps.now()),
  });
  await queueJob(deps.db, { kind: mailJob, subject: id, userId: userId ?? null, at: deps.now(), notBefore });
  return id;
}

/**
 * In a transaction: replaces the text of an email of this user and subject that is queued for later. False if there is
 * none that has not been tried yet.
 */
export async function rewritePostponedMail(
  { db, now }: Pick<Deps, "db" | "now">,
  { userId, subject, letter }: Pick<NewMail, "subject" | "letter"> & { userId: string },
): Promise<boolean> {
  const id = await findPostponedMail(db, { userId, subject, now: now() });
  if (id === undefined) return false;
  await rewriteMail(db, id, letter);
  return true;
}

/**
 * In a transaction: drops queued links for a user to this address. Notifications about account changes are sent all the
 * same.
 */
export async function withdrawMailedLinks(
  { db }: Pick<Deps, "db">,
  userId: string,
  recipient: string,
): Promise<void> {
  await deleteMailedLinksTo(db, userId, recipient);
}

/** Deletes the record of sent emails after a month, also in the outbox, and expired links. */
export async function deleteOldMail(deps: Pick<Deps, "db" | "now" | "config">): Promise<void> {
  await deleteMailsEndedBefore(deps.db, deps.now() - remembered);
  await deleteExpiredMagicLinks(deps.db, deps.now());
  await sweepOutbox(join(deps.config.dataDir, stateFiles.outbox), deps.now() - remembered);
}
