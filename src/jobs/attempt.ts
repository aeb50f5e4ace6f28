import type { Database } from "../../db/client.ts";
import { AppError, type ErrorKind } from "../errors.ts";
import { isDiskFull, outOfSpace } from "../files/disk-full.ts";
import type { Log } from "../log.ts";
import { failJob, type Job, postponeJob, renewLease } from "./jobs.repo.ts";

/** What one kind of job means. */
export type JobHandler = {
  /** Does the work and calls finishJob in the transaction that writes its result. */
  run(job: Job): Promise<void>;
  /** Writes what the user is told, inside the transaction that gives the job up. */
  giveUp(job: Job, sentence: string): void;
  /** Removes what the attempts left behind, after that transaction. */
  tidyUp?(job: Job): Promise<void>;
  /** What the user is told when nothing better is known. */
  lastWord: string;
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
/** Long enough in all for a disk to be cleared or a machine to come to itself. */
const usualPausesMs = [5_000, 60_000, 600_000];

/** A server may be killed often for no fault of the document; one that kills it each time has to end. */
const mostLostLeases = 10;

/** Faults of the machine pass; faults of the document do not, and are not tried again. */
const passing: ReadonlySet<ErrorKind> = new Set<ErrorKind>(["internal", "unavailable", "out_of_space"]);

/** One attempt at a leased job. Never rejects; true when the job is over, false when it will be tried again. */
export async function attemptJob(options: AttemptOptions, job: Job): Promise<boolean> {
  const { db, now, handlers } = options;
  const renewal = setInterval(() => renewLease(db, job, now() + leaseMs), renewalMs);
  try {
    const handler = handlers[job.kind];
    if (!handler) throw new AppError("unsupported", `There is no work called ${job.kind}.`);
    if (job.lostLeases > mostLostLeases) throw new AppError("unsupported", handler.lastWord);
    await handler.run(job);
    return true;
  } catch (error) {
    return await endAttempt(options, job, error);
  } finally {
    clearInterval(renewal);
  }
}

async function endAttempt(options: AttemptOptions, job: Job, error: unknown): Promise<boolean> {
  const { db, now, log, handlers } = options;
  const handler = handlers[job.kind];
  const pauseMs = pausesOf(handler)[job.attempts - job.lostLeases - 1];
  const final = error instanceof AppError && !passing.has(error.kind);
  const facts = { job: job.kind, subject: job.subject, attempt: job.attempts, err: error };
  try {
    if (!final && pauseMs !== undefined) {
      log.warn(facts, "a job failed and will be tried again");
      postponeJob(db, job, now() + pauseMs, String(error));
      return false;
    }
    log[final ? "info" : "error"](facts, "a job was given up");
    db.transaction(() => {
      if (failJob(db, job, String(error))) handler?.giveUp(job, sentenceOf(error, handler));
    });
  } catch (fault) {
    log.error({ ...facts, err: fault }, "the end of a job could not be written; its lease will run out");
    return false;
  }
  await handler
    ?.tidyUp?.(job)
    .catch((fault: unknown) =>
      log.error({ ...facts, err: fault }, "what a job left behind could not be removed"),
    );
  return true;
}

function sentenceOf(error: unknown, { lastWord }: JobHandler): string {
  if (error instanceof AppError) return error.message;
  return isDiskFull(error) ? outOfSpace().message : lastWord;
}

function pausesOf(handler: JobHandler | undefined): readonly number[] {
  return handler?.pausesMs ?? usualPausesMs;
}
