import type { Database } from "../../db/client.ts";
import { AppError, type ErrorKind } from "../errors.ts";
import type { Log } from "../log.ts";
import { failJob, type Job, postponeJob, renewLease } from "./jobs.repo.ts";

/** What one kind of job means. */
export type JobHandler = {
  /** Does the work and calls finishJob in the transaction that writes its result. */
  run(job: Job): Promise<void>;
  /** Writes what the user is told, inside the transaction that gives the job up. */
  giveUp(job: Job, sentence: string): void;
  /** Waits between the attempts; one attempt more than there are waits. */
  pausesMs?: readonly number[];
};

export type AttemptOptions = {
  db: Database;
  now: () => number;
  log: Log;
  handlers: Record<string, JobHandler>;
};

export const leaseMs = 30_000;
const renewalMs = 10_000;
const usualPausesMs = [1_000, 4_000];
const lastWord = "Something went wrong while this document was processed. Please try again.";

/** Faults of the machine pass; faults of the document do not, and are not tried again. */
const passing: ReadonlySet<ErrorKind> = new Set<ErrorKind>(["internal", "unavailable", "out_of_space"]);

/** One attempt at a leased job. Never rejects; true when the job is over, false when it will be tried again. */
export async function attemptJob(options: AttemptOptions, job: Job): Promise<boolean> {
  const { db, now, handlers } = options;
  const renewal = setInterval(() => renewLease(db, job, now() + leaseMs), renewalMs);
  try {
    const handler = handlers[job.kind];
    if (!handler) throw new AppError("unsupported", `There is no work called ${job.kind}.`);
    if (job.attempts > pausesOf(handler).length + 1) throw new AppError("unsupported", lastWord);
    await handler.run(job);
    return true;
  } catch (error) {
    return endAttempt(options, job, error);
  } finally {
    clearInterval(renewal);
  }
}

function endAttempt(options: AttemptOptions, job: Job, error: unknown): boolean {
  const { db, now, log, handlers } = options;
  const pauseMs = pausesOf(handlers[job.kind])[job.attempts - 1];
  const final = error instanceof AppError && !passing.has(error.kind);
  const facts = { job: job.kind, subject: job.subject, attempt: job.attempts, err: error };
  try {
    if (!final && pauseMs !== undefined) {
      log.warn(facts, "a job failed and will be tried again");
      postponeJob(db, job, now() + pauseMs, String(error));
      return false;
    }
    const sentence = error instanceof AppError ? error.message : lastWord;
    log[final ? "info" : "error"](facts, "a job was given up");
    db.transaction(() => {
      if (failJob(db, job, String(error))) handlers[job.kind]?.giveUp(job, sentence);
    });
    return true;
  } catch (fault) {
    log.error({ ...facts, err: fault }, "the end of a job could not be written; its lease will run out");
    return false;
  }
}

function pausesOf(handler: JobHandler | undefined): readonly number[] {
  return handler?.pausesMs ?? usualPausesMs;
}
