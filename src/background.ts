import type { Deps } from "./deps.ts";
import { stampingJob } from "./documents/documents.ts";
import { deleteExpiredOriginals, sweepFiles } from "./documents/retention.service.ts";
import { stampingJobHandler } from "./documents/stamping.job.ts";
import { sweepTemporaryFiles } from "./files/sweep.ts";
import { JobRunner } from "./jobs/runner.ts";

export type Background = {
  /** Ends in good order: jobs at work get a while to finish, the others wait for the next start. */
  stop: () => Promise<void>;
};

const hour = 3_600_000;
const patienceMs = 15_000;

/** The runner of a server's jobs. Tests that want the work done call `runUntilEmpty` on it. */
export function createRunner(deps: Deps): JobRunner {
  const { db, now, log, news, workers } = deps;
  const handlers = { [stampingJob]: stampingJobHandler(deps) };
  return new JobRunner({ db, now, log, news, slots: workers.size, handlers });
}

/** Starts everything that goes on without being asked: the jobs, a warm child, retention and sweeping. */
export function startBackground(deps: Deps): Background {
  const runner = createRunner(deps);
  deps.workers.warm();
  runner.start();
  const housekeeping = setInterval(() => void keepHouse(deps, Date.now() - hour), hour);
  void keepHouse(deps, performance.timeOrigin);
  return {
    async stop() {
      clearInterval(housekeeping);
      await runner.stop(patienceMs);
      await deps.workers.stop();
      await deps.converter.close();
      await runner.settled();
    },
  };
}

/** Temporary files last written before `before` belong to nobody any more. */
async function keepHouse(deps: Deps, before: number): Promise<void> {
  try {
    await sweepTemporaryFiles(deps.files, before);
    await deleteExpiredOriginals(deps);
    await sweepFiles(deps);
  } catch (error) {
    deps.log.error({ err: error }, "housekeeping failed and is tried again in an hour");
  }
}
