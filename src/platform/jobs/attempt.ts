import type { Database } from "../../../db/client.ts";
import type { WriteLock } from "../../../db/write-lock.ts";
import { AppError, type Message, type Said, say } from "../../errors.ts";
import { isDiskFull, outOfSpace } from "../files/disk-full.ts";
import type { Log } from "../log.ts";
import { type Fault, faultOf } from "./failure-cause.ts";
import { failJob, handBackJob, type Job, postponeJob, renewLease } from "./jobs.repo.ts";

/** What one kind of job means. */
export type JobHandler = {
  /**
   * Does the work and calls finishJob in the transaction that writes its result. When `signal` is aborted it may
   * reject with its reason instead, and is run again when there is more time.
   */
  run(job: Job, signal?: AbortSignal): Promise<void>;
  /** Writes what the user is told, inside the transaction that gives the job up. */
  onFailed(job: Job, told: Said): void;
  /** Removes what the attempts left behind, after that transaction. */
  cleanUp?(job: Job): Promise<void>;
  /** What the user is told when nothing better is known. */
  fallbackMessage: Message;
  /** Waits after faults of the machine; one attempt more than there are waits. */
  machinePausesMs?: readonly number[];
};

export type AttemptOptions = {
  db: Database;
  writeLock: WriteLock;
  now: () => number;
  log: Log;
  handlers: Record<string, JobHandler>;
};

export const leaseMs = 30_000;
const renewalMs = 10_000;
/** Long enough in all for a disk to be cleared or a machine to come to itself. */
const defaultMachinePausesMs = [5_000, 60_000, 600_000];
/** Once more, for what was chance: whoever waits for the outcome has it within seconds. */
const ownPausesMs = [1_000];

/** A server may be killed often for no fault of the document; one that kills it each time has to end. */
const maxLostLeases = 10;

/** One attempt at a leased job. Never rejects; true when the job is over, false when it will be tried again. */
export async function attemptJob(options: AttemptOptions, job: Job, signal: AbortSignal): Promise<boolean> {
  const { handlers } = options;
  const renewal = setInterval(() => tryToRenew(options, job), renewalMs);
  try {
    const handler = handlers[job.kind];
    if (!handler)
      throw new AppError("unsupported", "job-kind-unknown", "There is no work called {kind}.", {
        params: { kind: job.kind },
      });
    if (job.lostLeases > maxLostLeases) throw AppError.from("unsupported", handler.fallbackMessage);
    await handler.run(job, signal);
    return true;
  } catch (error) {
    if (signal.aborted && error === signal.reason) return await handBack(options, job);
    return await endAttempt(options, job, error);
  } finally {
    clearInterval(renewal);
  }
}

/** A lease may be renewed a second time before it runs out. */
function tryToRenew({ db, now, log }: AttemptOptions, job: Job): void {
  try {
    renewLease(db, job, now() + leaseMs);
  } catch (error) {
    log.warn({ job: job.kind, subject: job.subject, err: error }, "the lease of a job could not be renewed");
  }
}

/** It did not fail, and this was no attempt: it goes on from the beginning when its turn comes again. */
async function handBack({ db, writeLock, log }: AttemptOptions, job: Job): Promise<boolean> {
  const facts = { job: job.kind, subject: job.subject };
  await writeLock.untilFree();
  try {
    handBackJob(db, job);
    log.info(facts, "a job takes long and makes room for others");
  } catch (failure) {
    log.error({ ...facts, err: failure }, "a job could not be put back; its lease will run out");
  }
  return false;
}

async function endAttempt(options: AttemptOptions, job: Job, error: unknown): Promise<boolean> {
  const { db, writeLock, now, log, handlers } = options;
  const handler = handlers[job.kind];
  const fault = faultOf(error);
  const pauseMs = pausesAfter(fault, handler)[job.attempts - job.lostLeases - 1];
  const facts = { job: job.kind, subject: job.subject, attempt: job.attempts, fault, err: error };
  await writeLock.untilFree();
  try {
    if (pauseMs !== undefined) {
      log.warn(facts, "a job failed and will be tried again");
      postponeJob(db, job, now() + pauseMs, String(error));
      return false;
    }
    log[fault === "document" ? "info" : "error"](facts, "a job was given up");
    db.transaction(() => {
      if (failJob(db, job, String(error))) handler?.onFailed(job, toldOf(error, handler));
    });
  } catch (failure) {
    log.error({ ...facts, err: failure }, "the end of a job could not be written; its lease will run out");
    return false;
  }
  await handler
    ?.cleanUp?.(job)
    .catch((failure: unknown) =>
      log.error({ ...facts, err: failure }, "what a job left behind could not be removed"),
    );
  return true;
}

function toldOf(error: unknown, { fallbackMessage }: JobHandler): Said {
  if (error instanceof AppError) return say(error);
  return say(isDiskFull(error) ? outOfSpace() : fallbackMessage);
}

/** By the number of attempts so far, whatever the earlier ones failed of: no job gets more than its longest row. */
function pausesAfter(fault: Fault, handler: JobHandler | undefined): readonly number[] {
  if (fault === "document") return [];
  return fault === "ours" ? ownPausesMs : (handler?.machinePausesMs ?? defaultMachinePausesMs);
}
