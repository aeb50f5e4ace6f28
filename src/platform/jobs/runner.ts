import { waitingBriefly } from "../../../db/sqlite-engine.ts";
import type { ClusterNode } from "../cluster/leases.ts";
import type { FileStore } from "../files/store.ts";
import { externalRequests } from "../logger.ts";
import { type AttemptOptions, attemptJob, type JobHandler, leaseMs } from "./attempt.ts";
import { FairShare } from "./fair-share.ts";
import type { JobEvents } from "./job-events.ts";
import {
  countWaitingJobs,
  type Job,
  listKindsWithJobs,
  releaseLeases,
  returnJob,
  takeJob,
} from "./jobs.repo.ts";

export type JobRunnerOptions = Omit<AttemptOptions, "handler"> & {
  node: ClusterNode;
  files: Pick<FileStore, "answers">;
  jobEvents: JobEvents;
  /** Handlers by the kind of job. */
  handlers: Record<string, JobHandler>;
  /** Called with the duration of every attempt. */
  measure?: (kind: string, seconds: number) => void;
};

/** The jobs of one kind. */
type Lane = {
  kind: string;
  handler: JobHandler;
  shares: FairShare;
  running: Map<string, Running>;
  /** Whether a long job is being taken at this moment. */
  isTakingLong: boolean;
  /** Subjects of jobs that took long. If one is queued again, it starts as a long job. */
  long: Set<string>;
};

type Running = {
  job: Job;
  isLong: boolean;
  /** Whether it is so long that another long job may run alongside it, if it is the only such one. */
  isVeryLong: boolean;
  ended: Promise<void>;
};

const pollMs = 1_000;
const maxRememberedLongs = 1_000;

/** Takes jobs from the queue and runs them, each kind with its own limits and fair shares. */
export class JobRunner {
  readonly #options: JobRunnerOptions;
  readonly #lanes: Lane[];
  #halt: (() => void) | undefined;
  #isStopping = false;
  /** The queue is checked by one caller at a time: two would fill the same slot twice. */
  #taking: Promise<void> | undefined;
  /** Whether something was queued or has ended since the check began. */
  #isLookDue = false;
  /** Whether jobs are left to others because the stored files cannot be reached. */
  #isWithoutFiles = false;

  constructor(options: JobRunnerOptions) {
    this.#options = options;
    this.#lanes = Object.entries(options.handlers).map(([kind, handler]) => ({
      kind,
      handler,
      shares: new FairShare(),
      running: new Map(),
      isTakingLong: false,
      long: new Set(),
    }));
  }

  /**
   * Starts taking jobs. Jobs that a crashed server was running are retried: immediately if this server is alone on
   * its database, otherwise when their leases expire.
   */
  async start(): Promise<void> {
    this.#isStopping = false;
    const { db, node, now, log, jobEvents } = this.#options;
    const released = node.isAlone ? await releaseLeases(db, this.#kinds(), now()) : 0;
    if (released > 0) log.info({ jobs: released }, "jobs of the last run are taken up again");
    const unsubscribe = jobEvents.onQueued((from) => {
      if (from) for (const { shares } of this.#lanes) shares.note(from);
      this.#takeJobsWhileStarted();
    });
    const poll = setInterval(() => this.#takeJobsWhileStarted(), pollMs);
    this.#halt = () => {
      unsubscribe();
      clearInterval(poll);
    };
    this.#takeJobsWhileStarted();
    await this.#taking;
  }

  /** Takes no more jobs, waits for running ones until `gracePeriod` is over, and returns the others to the queue. */
  async stop(gracePeriod: Promise<unknown>): Promise<void> {
    this.#halt?.();
    this.#halt = undefined;
    this.#isStopping = true;
    await Promise.race([this.settled(), gracePeriod]);
    for (const { job } of this.#running()) await this.#handBack(job);
  }

  /** Resolves when no job is running. */
  async settled(): Promise<void> {
    await this.#taking;
    await Promise.all(this.#running().map(({ ended }) => ended));
  }

  /** Works until the queue is empty, without `start`. */
  async runUntilEmpty(): Promise<void> {
    while (this.#running().length > 0 || (await countWaitingJobs(this.#options.db, this.#kinds())) > 0) {
      await this.#takeJobs(this.#lanes);
      await Promise.race([Bun.sleep(50), ...this.#running().map(({ ended }) => ended)]);
    }
  }

  #kinds(): string[] {
    return this.#lanes.map(({ kind }) => kind);
  }

  #running(): Running[] {
    return this.#lanes.flatMap(({ running }) => [...running.values()]);
  }

  async #handBack(job: Job): Promise<void> {
    try {
      await waitingBriefly(() => returnJob(this.#options.db, job));
    } catch (error) {
      const facts = { kind: job.kind, id: job.id, err: error };
      this.#options.log.error(facts, "a running job could not be handed back; the next start takes it up");
    }
  }

  #takeJobsWhileStarted(): void {
    this.#isLookDue = true;
    this.#taking ??= externalRequests(() => this.#takeWhileDue()).finally(() => {
      this.#taking = undefined;
    });
  }

  /** Never rejects. The ID of a request that triggered it must not appear in log lines about other people's jobs. */
  async #takeWhileDue(): Promise<void> {
    while (this.#isLookDue && this.#halt) {
      this.#isLookDue = false;
      try {
        const lanes = await this.#lanesWithJobs();
        if (lanes.length === 0) continue;
        await this.#takeJobs(lanes);
      } catch (error) {
        this.#options.log.error({ err: error }, "the queue could not be read; it is tried again in a second");
      }
    }
  }

  async #lanesWithJobs(): Promise<Lane[]> {
    const lanes = this.#lanes.filter((lane) => hasRoomForLong(lane) || hasRoomForBrief(lane));
    if (lanes.length === 0) return [];
    const kinds = await listKindsWithJobs(
      this.#options.db,
      lanes.map(({ kind }) => kind),
      this.#options.now(),
    );
    return lanes.filter(({ kind }) => kinds.has(kind));
  }

  async #takeJobs(lanes: Lane[]): Promise<void> {
    const usesFiles = ({ handler }: Lane) => handler.usesFiles ?? false;
    // First the others: the answer about the files may take some seconds.
    await this.#takeJobsOf(lanes.filter((lane) => !usesFiles(lane)));
    const withFiles = lanes.filter(usesFiles);
    if (withFiles.length > 0 && (await this.#canReachFiles())) await this.#takeJobsOf(withFiles);
  }

  async #takeJobsOf(lanes: Lane[]): Promise<void> {
    for (const lane of lanes)
      while (!this.#isStopping && ((await this.#takeLong(lane)) || (await this.#takeBrief(lane))));
  }

  /** Asked again at each look at the queue, so jobs are taken within seconds after the store is back. */
  async #canReachFiles(): Promise<boolean> {
    const { files, log } = this.#options;
    const wasWithout = this.#isWithoutFiles;
    this.#isWithoutFiles = !(await files.answers());
    if (this.#isWithoutFiles && !wasWithout)
      log.error("the stored files cannot be reached; jobs that need them are not taken until they can");
    if (!this.#isWithoutFiles && wasWithout) log.info("the stored files can be reached again");
    return !this.#isWithoutFiles;
  }

  /** Takes one long job at a time, in addition to the short ones. */
  async #takeLong(lane: Lane): Promise<boolean> {
    if (!hasRoomForLong(lane)) return false;
    lane.isTakingLong = true;
    try {
      const job = await this.#take(lane, { about: [...lane.long] }, Number.POSITIVE_INFINITY);
      if (job) this.#run(lane, job, true);
      return job !== undefined;
    } finally {
      lane.isTakingLong = false;
    }
  }

  async #takeBrief(lane: Lane): Promise<boolean> {
    if (!hasRoomForBrief(lane)) return false;
    const job = await this.#take(lane, { notAbout: [...lane.long] }, lane.handler.maxPerUser);
    if (job) this.#run(lane, job, false);
    return job !== undefined;
  }

  async #take(lane: Lane, subjects: { about: string[] } | { notAbout: string[] }, maxPerUser?: number) {
    const { db, node } = this.#options;
    const now = this.#options.now();
    const job = await takeJob(db, {
      kind: lane.kind,
      owner: node.id,
      now,
      leaseUntil: now + leaseMs,
      except: [...lane.running.keys()],
      ...subjects,
      choose: (turns) => lane.shares.choose(turns, maxPerUser),
    });
    // Taking a job may wait for another process that writes, for longer than `stop` waits.
    if (!job || !this.#isStopping) return job;
    await this.#handBack(job);
    return undefined;
  }

  #run(lane: Lane, job: Job, isLong: boolean): void {
    const { measure, jobEvents } = this.#options;
    const { handler, shares, running } = lane;
    const controller = new AbortController();
    const endShare = shares.begin(job.userId);
    const becomesLong =
      handler.longAfterMs === undefined || isLong
        ? undefined
        : setTimeout(() => this.#becomeLong(lane, job, controller), handler.longAfterMs);
    const becomesVeryLong =
      handler.veryLongAfterMs === undefined
        ? undefined
        : setTimeout(() => this.#becomeVeryLong(lane, job), handler.veryLongAfterMs);
    const started = performance.now();
    const ended = attemptJob({ ...this.#options, handler }, job, controller.signal).then((isOver) => {
      clearTimeout(becomesLong);
      clearTimeout(becomesVeryLong);
      measure?.(job.kind, (performance.now() - started) / 1000);
      endShare();
      running.delete(job.id);
      if (isOver) jobEvents.ended(job.subject);
      this.#takeJobsWhileStarted();
    });
    running.set(job.id, { job, isLong, isVeryLong: false, ended });
  }

  /** The job continues as the long one, or goes back to the queue until the current long one has ended. */
  #becomeLong(lane: Lane, job: Job, controller: AbortController): void {
    for (const oldest of lane.long) {
      if (lane.long.size < maxRememberedLongs) break;
      lane.long.delete(oldest);
    }
    lane.long.add(job.subject);
    const running = lane.running.get(job.id);
    if (!running) return;
    if (hasLong(lane)) {
      controller.abort(new Error("The job takes long, and another long one is running."));
      return;
    }
    running.isLong = true;
    this.#takeJobsWhileStarted();
  }

  #becomeVeryLong(lane: Lane, job: Job): void {
    const running = lane.running.get(job.id);
    if (!running) return;
    running.isVeryLong = true;
    this.#takeJobsWhileStarted();
  }
}

/** Whether a long job keeps the others waiting. Of those that run, one does not if it is very long. */
function hasLong({ running, isTakingLong }: Lane): boolean {
  const long = [...running.values()].filter(({ isLong }) => isLong);
  const alongside = long.some(({ isVeryLong }) => isVeryLong) ? 1 : 0;
  return isTakingLong || long.length > alongside;
}

const hasRoomForLong = (lane: Lane): boolean => lane.long.size > 0 && !hasLong(lane);

const hasRoomForBrief = ({ running, handler }: Lane): boolean =>
  [...running.values()].filter(({ isLong }) => !isLong).length < handler.concurrency;
