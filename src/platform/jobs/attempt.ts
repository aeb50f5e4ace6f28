import type { Database } from "../../../db/client.ts";
import { AppError, type Message, type Said, ServicePaused, say } from "../../errors.ts";
import { isDiskFull, outOfSpace } from "../files/disk-full.ts";
import type { Logger } from "../logger.ts";
import { inSpan } from "../tracing/spans.ts";
import { type FailureCause, getFailureCause } from "./failure-cause.ts";
import { failJob, type Job, postponeJob, renewJobLease, returnJob } from "./jobs.repo.ts";

/** One kind of job: what it does, and how many of them run at a time. */
export type JobHandler = {
  /** Maximum number of running jobs, without a long one. */
  concurrency: number;
  /** Maximum number for one user, and for all users of one network address together. Default: all. */
  maxPerUser?: number;
  /**
   * After this time a job counts as long. One long job runs alongside the short ones; if there is one already, the
   * job is aborted and restarted after it. Without a value no job is long.
   */
  longAfterMs?: number;
  /**
   * After this time a long job no longer keeps other long ones waiting: one more runs alongside it. Without a value,
   * and while another job has become so long, they wait for its end.
   */
  veryLongAfterMs?: number;
  /**
   * Does the work and calls finishJob in the transaction that writes its result. If `signal` aborts, it may reject with
   * the signal's reason, and runs again later.
   */
  run(job: Job, signal?: AbortSignal): Promise<void>;
  /** Stores the message for the user in `db`, the transaction that marks the job as failed. */
  onFailed(job: Job, message: Said, db: Database): void | Promise<void>;
  /** Removes what the attempts left behind; called after that transaction. */
  cleanUp?(job: Job): Promise<void>;
  /** Whether the subject is no ID, but what a person entered: logs and traces name such a job by its own ID. */
  isSubjectPrivate?: boolean;
  /** Whether every job needs the stored files. While these cannot be reached from here, other servers take the jobs. */
  usesFiles?: boolean;
  /** The message for the user if there is no better one. */
  fallbackMessage: Message;
  /** Delays between attempts after problems of the machine. */
  retryDelaysMs?: readonly number[];
};

export type AttemptOptions = {
  db: Database;
  now: () => number;
  log: Logger;
  handler: JobHandler;
};

export const leaseMs = 30_000;
const renewalMs = 10_000;
/** Long enough in total to clear a disk or restart a service. */
const defaultRetryDelaysMs = [5_000, 60_000, 600_000];
/** One more attempt, in case the error was temporary: a user who waits for the result has it within seconds. */
const internalRetryDelaysMs = [1_000];

/** Between attempts while a service is paused; these do not count. */
const pausedMs = 60_000;

/**
 * A server may crash repeatedly without the document being the cause; but a document that crashes it every time must
 * fail.
 */
const maxLostLeases = 10;

/** One attempt at a leased job. Never rejects. True if the job is over, false if it will be retried. */
export async function attemptJob(options: AttemptOptions, job: Job, signal: AbortSignal): Promise<boolean> {
  const { handler } = options;
  const renewal = setInterval(() => tryToRenew(options, job), renewalMs);
  try {
    if (job.lostLeases > maxLostLeases) throw AppError.from("unsupported", handler.fallbackMessage);
    const { subject } = factsOf(handler, job);
    const attributes = { "attestamp.job.subject": subject, "attestamp.job.attempt": job.attempts };
    await inSpan(job.kind, { kind: "consumer", attributes, root: true }, () => handler.run(job, signal));
    return true;
  } catch (error) {
    if (signal.aborted && error === signal.reason) return await handBack(options, job);
    return await endAttempt(options, job, error);
  } finally {
    clearInterval(renewal);
  }
}

/** What logs and traces say about a job. */
const factsOf = ({ isSubjectPrivate = false }: JobHandler, { id, kind, subject }: Job) => ({
  job: kind,
  subject: isSubjectPrivate ? id : subject,
});

/** If a renewal fails, there is time for another one before the lease expires. */
async function tryToRenew({ db, now, log, handler }: AttemptOptions, job: Job): Promise<void> {
  try {
    await renewJobLease(db, job, now() + leaseMs);
  } catch (error) {
    log.warn({ ...factsOf(handler, job), err: error }, "the lease of a job could not be renewed");
  }
}

/** Does not count as an attempt: the job starts from the beginning on its next turn. */
async function handBack({ db, log, handler }: AttemptOptions, job: Job): Promise<boolean> {
  const facts = factsOf(handler, job);
  try {
    await returnJob(db, job);
    log.info(facts, "a long job pauses for others");
  } catch (failure) {
    log.error({ ...facts, err: failure }, "a job could not be returned to the queue; its lease will expire");
  }
  return false;
}

async function endAttempt(options: AttemptOptions, job: Job, error: unknown): Promise<boolean> {
  const { db, now, log, handler } = options;
  const cause = getFailureCause(error);
  const delayMs = retryDelays(cause, handler)[job.attempts - job.lostLeases - 1];
  const facts = { ...factsOf(handler, job), attempt: job.attempts, cause, err: error };
  try {
    if (error instanceof ServicePaused) {
      log.error(facts, "a job waits until the operator has acted");
      const availableAt = new Date(now() + pausedMs);
      await returnJob(db, job, { availableAt, lastError: String(error.cause) });
      return false;
    }
    if (delayMs !== undefined) {
      log.warn(facts, "a job failed and will be tried again");
      await postponeJob(db, job, now() + delayMs, String(error));
      return false;
    }
    log[cause === "document" ? "info" : "error"](facts, "a job failed for the last time");
    await db.transaction(async (db) => {
      if (await failJob(db, job, String(error)))
        await handler.onFailed(job, messageForUser(error, handler), db);
    });
  } catch (failure) {
    log.error({ ...facts, err: failure }, "the end of a job could not be recorded; its lease will expire");
    return false;
  }
  await handler
    .cleanUp?.(job)
    .catch((failure: unknown) =>
      log.error({ ...facts, err: failure }, "the leftovers of a job could not be removed"),
    );
  return true;
}

function messageForUser(error: unknown, { fallbackMessage }: JobHandler): Said {
  if (error instanceof AppError) return say(error);
  return say(isDiskFull(error) ? outOfSpace() : fallbackMessage);
}

/** Indexed by all attempts so far, whatever their errors, so no job gets more attempts than its longest list. */
function retryDelays(cause: FailureCause, handler: JobHandler): readonly number[] {
  if (cause === "document") return [];
  return cause === "ours" ? internalRetryDelaysMs : (handler.retryDelaysMs ?? defaultRetryDelaysMs);
}
