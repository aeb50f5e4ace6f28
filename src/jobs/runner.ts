import { type AttemptOptions, attemptJob, leaseMs } from "./attempt.ts";
import type { JobNews } from "./job-news.ts";
import {
  countWaitingJobs,
  handBackJob,
  type Job,
  leaseJob,
  readWaitingTurns,
  releaseLeases,
} from "./jobs.repo.ts";
import { chooseTurn, type Share } from "./turns.ts";

export type JobRunnerOptions = AttemptOptions & {
  news: JobNews;
  /** Jobs at a time. */
  slots: number;
};

type Running = { job: Job; ended: Promise<void> };

const pollMs = 1_000;
const rememberedShares = 1_000;

/**
 * Takes the jobs it has handlers for from the queue, while it is started. A job whose server died is found
 * again at the next start.
 */
export class JobRunner {
  readonly #options: JobRunnerOptions;
  readonly #kinds: string[];
  readonly #running = new Map<string, Running>();
  readonly #shares = new Map<string | null, Share>();
  #turns = 0;
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
    const unsubscribe = this.#options.news.onQueued(() => this.#fillSlots());
    const poll = setInterval(() => this.#fillSlots(), pollMs);
    this.#halt = () => {
      unsubscribe();
      clearInterval(poll);
    };
    this.#fillSlots();
  }

  /** Takes no more jobs, waits up to `patienceMs` for those at work, and hands the rest back untried. */
  async stop(patienceMs: number): Promise<void> {
    this.#halt?.();
    this.#halt = undefined;
    await Promise.race([this.settled(), Bun.sleep(patienceMs)]);
    for (const { job } of this.#running.values()) handBackJob(this.#options.db, job);
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

  #fillSlots(): void {
    try {
      if (this.#halt && !this.#options.writeLock.isHeldElsewhere()) this.#takeTurns();
    } catch (error) {
      this.#options.log.error({ err: error }, "the queue could not be read; it is tried again in a second");
    }
  }

  #takeTurns(): void {
    const { db, now, slots } = this.#options;
    while (this.#running.size < slots) {
      const turn = chooseTurn(
        readWaitingTurns(db, this.#kinds, now(), [...this.#running.keys()]),
        this.#shares,
      );
      if (!turn) return;
      const job = leaseJob(db, turn.jobId, now(), now() + leaseMs);
      if (job) this.#run(job);
    }
  }

  #run(job: Job): void {
    const share = this.#shareOf(job.userId);
    share.running += 1;
    share.lastTurn = ++this.#turns;
    const ended = attemptJob(this.#options, job).then((isOver) => {
      share.running -= 1;
      this.#running.delete(job.id);
      if (isOver) this.#options.news.ended(job.subject);
      this.#fillSlots();
    });
    this.#running.set(job.id, { job, ended });
  }

  #shareOf(userId: string | null): Share {
    const known = this.#shares.get(userId);
    if (known) return known;
    if (this.#shares.size >= rememberedShares) this.#forgetIdleShares();
    const share = { running: 0, lastTurn: 0 };
    this.#shares.set(userId, share);
    return share;
  }

  #forgetIdleShares(): void {
    for (const [userId, { running }] of this.#shares) if (running === 0) this.#shares.delete(userId);
  }
}
