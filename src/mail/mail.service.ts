import { join } from "node:path";
import type { Deps } from "../deps.ts";
import { queueJob } from "../jobs/jobs.repo.ts";
import { deleteMailsEndedBefore, insertMail } from "./mail.repo.ts";
import { mailJob, type NewMail } from "./mail.ts";
import { sweepOutbox } from "./outbox.ts";
import { deleteExpiredSecretLinks } from "./secret-links.repo.ts";

const remembered = 30 * 24 * 3_600_000;

/**
 * Queues a mail; call it inside the transaction of what the mail tells about, and `deps.news.queued()` after
 * it. The address must have passed `mailAddressSchema`. Returns the mail's id.
 */
export function enqueueMail(deps: Pick<Deps, "db" | "now">, mail: NewMail): string {
  const id = crypto.randomUUID();
  const { to, toName, replyTo, subject, letter, userId } = mail;
  insertMail(deps.db, {
    id,
    userId,
    recipient: to,
    recipientName: toName,
    replyTo,
    subject,
    letter,
    createdAt: new Date(deps.now()),
  });
  queueJob(deps.db, { kind: mailJob, subject: id, userId: userId ?? null, at: deps.now() });
  return id;
}

/** Forgets what was mailed to whom a month after, also in the outbox, and links that open nothing any more. */
export async function forgetOldMail(deps: Pick<Deps, "db" | "now" | "config">): Promise<void> {
  deleteMailsEndedBefore(deps.db, deps.now() - remembered);
  deleteExpiredSecretLinks(deps.db, deps.now());
  await sweepOutbox(join(deps.config.dataDir, "outbox"), deps.now() - remembered);
}
