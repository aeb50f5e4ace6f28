import { externalRequests } from "../log.ts";
import { type AttemptOptions, attemptJob, leaseMs } from "./attempt.ts";
import { FairShare } from "./fair-share.ts";
import type { JobEvents } from "./job-events.ts";
import {
  countWaitingJobs,
  handBackJob,
  hasJobs,
  type Job,
  leaseJob,
  readWaitingTurns,
  releaseLeases,
  type WaitingTurn,
} from "./jobs.repo.ts";
import { chooseTurn } from "./scheduling.ts";

export type JobRunnerOptions = AttemptOptions & {
  news: JobEvents;
  /** Brief jobs at a time. */
  slots: number;
  /** How many of them one user may have, and all users of one network address together; usually all. */
  maxOfOne?: number;
  /**
   * Milliseconds after which a job is long. Beside the brief jobs there is room for one long one: it goes on there, or
   * is called off and begins there anew when the one before it has ended. Without it no job is long.
   */
  briefMs?: number;
  /** Told of every attempt how long it took. */
  measure?: (kind: string, seconds: number) => void;
};

type Running = { job: Job; isLong: boolean; ended: Promise<void> };

const pollMs = 1_000;
const rememberedLongs = 1_000;

/**
 * Takes the jobs it has handlers for from the queue, while it is started. A job whose server died is found
 * again at the next start.
 */
export class JobRunner {
  readonly #options: JobRunnerOptions;
  readonly #kinds: string[];
  readonly #running = new Map<string, Running>();
  readonly #shares = new FairShare();
  /** Subjects of jobs that took long, also of those that failed: whoever tries them again begins as a long job. */
  readonly #long = new Set<string>();
  #halt: (() => void) | undefined;

  constructor(options: JobRunnerOptions) {
    this.#options = options;
    this.#kinds = Object.keys(options.handlers);
  }

  /** Starts taking jobs, first of all those that a dead server left behind. */
  start(): void {
    const { db, now } = this.#options;
    const released = releaseLeases(db, this.#kinds, now());
    if (released > 0) this.#options.log.info({ jobs: released }, "jobs of the last run are taken up again");
    const unsubscribe = this.#options.news.onQueued((from) => {
      if (from) this.#shares.note(from);
      this.#fillSlots();
    });
    const poll = setInterval(() => this.#fillSlots(), pollMs);
    this.#halt = () => {
      unsubscribe();
      clearInterval(poll);
    };
    this.#fillSlots();
  }

  /** Takes no more jobs, waits up to `gracePeriodMs` for those at work, and hands the rest back untried. */
  async stop(gracePeriodMs: number): Promise<void> {
    this.#halt?.();
    this.#halt = undefined;
    await Promise.race([this.settled(), Bun.sleep(gracePeriodMs)]);
    for (const { job } of this.#running.values()) this.#handBack(job);
  }

  #handBack(job: Job): void {
    try {
      handBackJob(this.#options.db, job);
    } catch (error) {
      const facts = { kind: job.kind, subject: job.subject, err: error };
      this.#options.log.error(facts, "a job at work could not be handed back; the next start takes it up");
    }
  }

  /** Resolves when nothing is at work. */
  async settled(): Promise<void> {
    await Promise.all([...this.#running.values()].map(({ ended }) => ended));
  }

  /** Works until the queue is empty, without having been started. */
  async runUntilEmpty(): Promise<void> {
    while (this.#running.size > 0 || countWaitingJobs(this.#options.db, this.#kinds) > 0) {
      this.#takeTurns();
      await Promise.race([Bun.sleep(50), ...[...this.#running.values()].map(({ ended }) => ended)]);
    }
  }

  /** Often woken by somebody's request, whose id must not stand in what is logged of other people's jobs. */
  #fillSlots(): void {
    try {
      const { db, writeLock } = this.#options;
      if (!this.#halt || !hasJobs(db, this.#kinds) || writeLock.isHeldElsewhere()) return;
      externalRequests(() => this.#takeTurns());
    } catch (error) {
      this.#options.log.error({ err: error }, "the queue could not be read; it is tried again in a second");
    }
  }

  #takeTurns(): void {
    const { db, now } = this.#options;
    for (let next = this.#nextTurn(); next; next = this.#nextTurn()) {
      const job = leaseJob(db, next.turn.jobId, now(), now() + leaseMs);
      if (job) this.#run(job, next.isLong);
    }
  }

  #nextTurn(): { turn: WaitingTurn; isLong: boolean } | undefined {
    const { db, now, slots, maxOfOne = Number.POSITIVE_INFINITY } = this.#options;
    const [kinds, except, longs] = [this.#kinds, [...this.#running.keys()], [...this.#long]];
    const choose = (subjects: { about: string[] } | { notAbout: string[] }, most: number) =>
      chooseTurn(readWaitingTurns(db, { kinds, except, ...subjects }, now()), this.#shares.of, most);
    const long =
      longs.length > 0 && !this.#hasLong() ? choose({ about: longs }, Number.POSITIVE_INFINITY) : undefined;
    if (long) return { turn: long, isLong: true };
    const brief = this.#countBrief() < slots ? choose({ notAbout: longs }, maxOfOne) : undefined;
    return brief && { turn: brief, isLong: false };
  }

  #run(job: Job, isLong: boolean): void {
    const { briefMs } = this.#options;
    const controller = new AbortController();
    const endShare = this.#shares.begin(job.userId);
    const grow =
      briefMs === undefined || isLong ? undefined : setTimeout(() => this.#grow(job, controller), briefMs);
    const started = performance.now();
    const ended = attemptJob(this.#options, job, controller.signal).then((isOver) => {
      clearTimeout(grow);
      this.#options.measure?.(job.kind, (performance.now() - started) / 1000);
      endShare();
      this.#running.delete(job.id);
      if (isOver) this.#options.news.ended(job.subject);
      this.#fillSlots();
    });
    this.#running.set(job.id, { job, isLong, ended });
  }

  /** From now on the job is a long one. */
  #grow(job: Job, controller: AbortController): void {
    for (const oldest of this.#long) {
      if (this.#long.size < rememberedLongs) break;
      this.#long.delete(oldest);
    }
    this.#long.add(job.subject);
    const running = this.#running.get(job.id);
    if (!running) return;
    if (this.#hasLong()) {
      controller.abort(new Error("The job takes long, and another long one is at work."));
      return;
    }
    running.isLong = true;
    this.#fillSlots();
  }

  #hasLong(): boolean {
    return [...this.#running.values()].some(({ isLong }) => isLong);
  }

  #countBrief(): number {
    return [...this.#running.values()].filter(({ isLong }) => !isLong).length;
  }
}
