import { closeDatabase } from "../../../db/client.ts";
import { findUserByKey } from "../../../src/features/accounts/accounts.repo.ts";
import type { Actor } from "../../../src/features/accounts/accounts.ts";
import type { Deps } from "../../../src/features/deps.ts";
import { stampingJob } from "../../../src/features/documents/documents.ts";
import { stampingJobHandler } from "../../../src/features/documents/stamping.job.ts";
import { mailJobHandler } from "../../../src/features/mail/mail.job.ts";
import { mailJob } from "../../../src/features/mail/mail.ts";
import { loadLog } from "../../../src/issuing/log/log-state.service.ts";
import { storeGrownLog } from "../../../src/issuing/log/stored-checkpoint.service.ts";
import { FileStore } from "../../../src/platform/files/store.ts";
import type { JobHandler } from "../../../src/platform/jobs/attempt.ts";
import { JobEvents } from "../../../src/platform/jobs/job-events.ts";
import { JobRunner } from "../../../src/platform/jobs/runner.ts";
import type { WorkerPool } from "../../../src/platform/jobs/worker-pool.ts";
import { createDeps } from "../../../src/server/create-deps.ts";
import { type StripeFake, startStripeFake } from "../../../src/testing/stripe/stripe-fake.ts";
import { testConfig } from "../../../src/testing/test-server.ts";
import { FaultPlan } from "./fault-plan.ts";
import { FaultyChildren } from "./faulty-children.ts";
import { faultyConverter } from "./faulty-converter.ts";
import { openFaultyDatabase } from "./faulty-database.ts";
import { faultyDisk } from "./faulty-disk.ts";
import { type FaultyMailServer, startFaultyMailServer } from "./faulty-mail-server.ts";
import { openFaultyPayments } from "./faulty-stripe.ts";

/** A server on a data folder, with its surroundings; calls fail when its plan is armed. */
export type World = {
  deps: Deps;
  plan: FaultPlan;
  owner: Actor;
  admin: Actor;
  stripe: StripeFake;
  mailServer: FaultyMailServer;
  /** Resolves when nothing is running: queued work is done, or waits for its next attempt. */
  settled: () => Promise<void>;
  /**
   * Simulates the next start: continues unfinished work, and retries until nothing is left, however long the delays
   * are.
   */
  workOff: () => Promise<void>;
  /** Ends like a crashed program: without cleanup. */
  end: () => Promise<void>;
};

/** The other machines a server uses; they survive its restarts. */
export type Machines = { stripe: StripeFake; mailServer: FaultyMailServer; stop: () => Promise<void> };

/** Does not wait for a job that may have failed. */
class ImpatientEvents extends JobEvents {
  override untilEnded(subject: string): Promise<void> {
    return super.untilEnded(subject, 0);
  }
}

const noIssues = () => new FaultPlan(Number.POSITIVE_INFINITY, "not done");

export async function startMachines(plan = noIssues()): Promise<Machines> {
  const stripe = startStripeFake();
  const mailServer = await startFaultyMailServer(plan);
  const stop = async () => {
    await Promise.all([stripe.stop(), mailServer.stop()]);
  };
  return { stripe, mailServer, stop };
}

/** Starts a server on a folder. Without a plan nothing fails. With an outbox it has no mail server. */
export async function startWorld(
  folder: string,
  { stripe, mailServer }: Machines,
  children: WorkerPool,
  plan = noIssues(),
  mailsTo: "mail server" | "outbox" = "mail server",
): Promise<World> {
  const smtpUrl = mailsTo === "outbox" ? undefined : mailServer.url;
  const config = testConfig({ dataDir: folder, smtpUrl, mailFrom: "stamps@attestamp.test" });
  const disk = faultyDisk(folder, plan);
  const files = new FileStore(folder, { disk });
  const deps = await createDeps(config, {
    files,
    db: await openFaultyDatabase(folder, plan),
    jobEvents: new ImpatientEvents(),
    payments: openFaultyPayments(stripe, plan),
    converter: faultyConverter(disk, plan),
    workers: new FaultyChildren(children, plan),
  });
  await loadLog(deps);
  const handlers = {
    [stampingJob]: { ...stampingJobHandler(deps), concurrency: 1 },
    [mailJob]: { ...mailJobHandler(deps, { connect: 500, answer: 500 }), concurrency: 1 },
  };
  const runner = new JobRunner({ ...deps, handlers });
  await runner.start();
  const settled = async () => {
    await runner.settled();
    await storeGrownLog(deps);
  };
  return {
    deps,
    plan,
    stripe,
    mailServer,
    owner: await findActor(deps, "jane"),
    admin: await findActor(deps, "root"),
    settled,
    async workOff() {
      await settled();
      await runner.stop(runner.settled());
      await workOff(deps, handlers);
    },
    async end() {
      await runner.stop(Promise.resolve()).catch(() => {});
      await closeDatabase(deps.db);
    },
  };
}

async function workOff(deps: Deps, handlers: Record<string, JobHandler>): Promise<void> {
  let clock = deps.now();
  const now = () => (clock += 60_000);
  await new JobRunner({ ...deps, now, handlers }).runUntilEmpty();
}

async function findActor({ db }: Deps, name: string): Promise<Actor> {
  const user = await findUserByKey(db, name);
  if (!user) throw new Error(`The folder has no account ${name}.`);
  return user;
}
