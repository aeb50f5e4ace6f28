import { join } from "node:path";
import { Readable } from "node:stream";
import type { MailLetter, MailLink, MailState } from "../../../db/columns/mail.ts";
import { stateFiles } from "../../../db/state-files.ts";
import { transaction } from "../../../db/transaction.ts";
import { AppError } from "../../errors.ts";
import type { JobHandler } from "../../platform/jobs/attempt.ts";
import { finishJob, type Job } from "../../platform/jobs/jobs.repo.ts";
import type { Deps } from "../deps.ts";
import { type ComposedMail, composeMail } from "./compose.ts";
import type { WrittenLink } from "./letter.ts";
import { readLetterLook } from "./letter-look.ts";
import { markLinksMailed } from "./magic-links.repo.ts";
import { createMagicLink } from "./magic-links.service.ts";
import { endMail, findMail, type MailRow, markRefused, markSending } from "./mail.repo.ts";
import { mailPausesMs } from "./mail.ts";
import { saveToOutbox } from "./outbox.ts";
import { defaultTimeouts, type SmtpTimeouts, sendOverSmtp } from "./smtp.ts";

type MailDeps = Pick<Deps, "config" | "db" | "log" | "now" | "files">;

/**
 * The job that sends an email: at most once, and almost always exactly once. An email is marked just before the dot
 * that completes it. If an earlier step fails or is refused, it was not sent and is tried again. Only if the connection
 * or the program ends between the dot and the server's answer is the result unknown; such an email is not sent again
 * but kept as uncertain, and the operator is told: a second copy of someone's documents in a stranger's mailbox is
 * worse than asking the sender to send again.
 */
export function mailJobHandler(deps: MailDeps, timeouts: SmtpTimeouts = defaultTimeouts): JobHandler {
  return {
    concurrency: 4,
    run: (job) => deliver(deps, job, timeouts),
    async onFailed(job, { message }, db) {
      await endMail(db, job.subject, { state: "failed", at: deps.now(), lastError: message });
    },
    fallbackMessage: { code: "mail-failed", text: "Couldn't send this email." },
    retryDelaysMs: mailPausesMs,
  };
}

async function deliver(deps: MailDeps, job: Job, timeouts: SmtpTimeouts): Promise<void> {
  const mail = await findMail(deps.db, job.subject);
  if (!mail || mail.letter === null) return void (await finishJob(deps.db, job));
  if (mail.state === "sending") {
    return finish(deps, job, "uncertain", "The server was stopped while it waited for the mail server.");
  }
  const { smtpUrl, smtpEhlo: ehloName, smtpRoots: roots, dataDir, mailFrom } = deps.config;
  const content = await write(deps, mail, mail.letter);
  if (smtpUrl === undefined) {
    const name = `${mail.createdAt.toISOString().replace(/[:.]/g, "-")}-${mail.id}`;
    await saveToOutbox(deps.files, join(dataDir, stateFiles.outbox), name, content);
    return finish(deps, job, "saved");
  }
  const envelope = { from: mailFrom, to: mail.recipient };
  const lastMoment = async () => {
    if (!(await markSending(deps.db, mail.id))) throw new Error("This email is no longer needed.");
  };
  const delivery = await sendOverSmtp(
    { url: smtpUrl, ehloName, roots },
    envelope,
    content,
    lastMoment,
    timeouts,
  );
  if (delivery.outcome !== "refused") {
    return finish(deps, job, delivery.outcome, delivery.outcome === "uncertain" ? delivery.words : undefined);
  }
  await markRefused(deps.db, mail.id, delivery.words);
  throw new AppError(delivery.final ? "unsupported" : "unavailable", "mail-server-refused", "{words}", {
    params: { words: delivery.words },
  });
}

/** The email as it is sent now. Magic links get their tokens here, so that none is ever stored. */
async function write(
  deps: Pick<Deps, "config" | "db" | "now" | "files">,
  mail: MailRow,
  letter: MailLetter,
): Promise<Readable> {
  const { origin, productName, mailFrom, supportEmail } = deps.config;
  const attachments: ComposedMail["attachments"] = [];
  for (const { key, fileName, contentType } of letter.attachments ?? []) {
    if (!(await deps.files.exists(key))) {
      throw new AppError(
        "gone",
        "mail-document-deleted",
        "The document was deleted before the email was sent.",
      );
    }
    const content = Readable.from(deps.files.readPieces(await deps.files.find(key)));
    attachments.push({ content, filename: fileName, contentType });
  }
  const links: WrittenLink[] = [];
  for (const link of letter.links ?? [])
    links.push({ label: link.label, url: origin + (await getPath(deps, link, mail.id)) });
  const button = letter.button === false ? undefined : links.shift();
  return composeMail({
    messageId: `${mail.id}@${new URL(origin).hostname}`,
    from: { name: productName, address: mailFrom },
    to: { name: mail.recipientName ?? "", address: mail.recipient },
    replyTo: mail.replyTo ?? supportEmail,
    subject: letter.subject ?? mail.subject,
    date: mail.createdAt,
    attachments,
    look: await readLetterLook(deps.config),
    letter: {
      origin,
      productName,
      language: letter.language ?? "en",
      recipientName: mail.recipientName,
      paragraphs: letter.paragraphs,
      quote: letter.quote,
      afterQuote: letter.afterQuote ?? [],
      button,
      links,
    },
  });
}

async function getPath(deps: Pick<Deps, "db" | "now">, link: MailLink, mailId: string): Promise<string> {
  return "secret" in link ? link.path + (await createMagicLink(deps, { ...link.secret, mailId })) : link.path;
}

async function finish(
  deps: Pick<Deps, "db" | "log" | "now">,
  job: Job,
  state: MailState,
  lastError?: string,
): Promise<void> {
  await transaction(deps, async (deps) => {
    await finishJob(deps.db, job);
    await endMail(deps.db, job.subject, { state, at: deps.now(), lastError });
    if (state === "sent") await markLinksMailed(deps.db, job.subject, new Date(deps.now()));
  });
  const facts = { mail: job.subject, attempt: job.attempts, words: lastError };
  if (state === "uncertain")
    deps.log.error(facts, "it is unknown whether an email was sent; it is not sent again");
  else deps.log.info(facts, `a mail was ${state}`);
}
