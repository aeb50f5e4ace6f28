import { removeJobsAbout } from "../../platform/jobs/jobs.repo.ts";
import type { Deps } from "../deps.ts";
import { deleteMagicLinksFor } from "./magic-links.repo.ts";
import { endMail, listOpenMails } from "./mail.repo.ts";
import { mailJob } from "./mail.ts";

const lastError =
  "A backup was restored: it is unknown whether this email was sent after the backup was made.";

/**
 * Must be called after restoring an earlier database: emails that were waiting then may have been delivered since and
 * are not sent again, and links for new passwords may have been used. Returns the number of emails.
 */
export async function failOpenMails({ db, now }: Pick<Deps, "db" | "now">): Promise<number> {
  const open = await listOpenMails(db);
  for (const id of open) {
    await endMail(db, id, { state: "uncertain", at: now(), lastError });
    await removeJobsAbout(db, mailJob, id);
  }
  await deleteMagicLinksFor(db, "password-reset");
  return open.length;
}
