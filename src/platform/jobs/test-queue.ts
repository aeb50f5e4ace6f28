import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { closeDatabase, type Database, migrateDatabase, openDatabase } from "../../../db/client.ts";
import { jobs } from "../../../db/schema.ts";
import type { Said } from "../../errors.ts";
import { createLogger } from "../logger.ts";
import type { JobHandler } from "./attempt.ts";
import { JobEvents } from "./job-events.ts";
import { finishJob, type Job, queueJob } from "./jobs.repo.ts";
import { JobRunner } from "./runner.ts";

/** Test support: a separate queue of jobs, and their outcomes. */
export class TestQueue {
  readonly #folder = mkdtempSync(join(tmpdir(), "attestamp-jobs-"));
  readonly db: Database = openDatabase(join(this.#folder, "jobs.sqlite"));
  readonly jobEvents = new JobEvents();
  /** Whether the stored files can be reached. */
  readonly files = { isAway: false, answers: async () => !this.files.isAway };
  /** Milliseconds since 1970. */
  now = 1_000_000;
  /** The subjects of completed jobs, in order. */
  readonly done: string[] = [];
  /** The other subjects, each with its error message. */
  readonly givenUp: string[] = [];

  constructor() {
    migrateDatabase(this.db);
  }

  async add(subject: string, userId = "ann"): Promise<void> {
    await queueJob(this.db, { kind: "test", subject, userId, at: this.now++ });
  }

  async readJob(subject: string) {
    return this.db.select().from(jobs).where(eq(jobs.subject, subject)).get();
  }

  /** The clock advances a minute at every call, so that tests do not wait for the next attempt. */
  runnerOf(
    work: (job: Job, signal?: AbortSignal) => Promise<void> | void,
    limits: Partial<Omit<JobHandler, "run" | "fallbackMessage" | "onFailed">> = {},
    node = { id: "node", isAlone: true },
  ): JobRunner {
    const handler = {
      concurrency: 1,
      ...limits,
      run: async (job: Job, signal?: AbortSignal) => {
        await work(job, signal);
        if (await finishJob(this.db, job)) this.done.push(job.subject);
      },
      fallbackMessage: { code: "failed", text: "Something went wrong." },
      onFailed: (job: Job, { message }: Said) => void this.givenUp.push(`${job.subject}: ${message}`),
    };
    return new JobRunner({
      db: this.db,
      now: () => (this.now += 60_000),
      node,
      files: this.files,
      log: createLogger("silent"),
      jobEvents: this.jobEvents,
      handlers: { test: handler },
    });
  }

  async close(): Promise<void> {
    await closeDatabase(this.db);
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
