import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { WorkerPool } from "../../../src/platform/jobs/worker-pool.ts";
import { runHousekeeping } from "../../../src/server/housekeeping.ts";
import { assertIntegrity } from "../../../src/testing/test-assert-integrity.ts";
import { type FaultMode, FaultPlan } from "./fault-plan.ts";
import type { Flow } from "./flow.ts";
import { startMachines, startWorld, type World } from "./world.ts";

/** The possible ends of a flow. */
export const outcomes = [
  "done at once",
  "done by the next start",
  "refused, and done when asked again",
] as const;
export type Outcome = (typeof outcomes)[number];

export type Trial = {
  /** Undefined if there was an error. */
  outcome: Outcome | undefined;
  faults: string[];
  /** The total number of calls, the failing one, and whether any failed. */
  calls: number;
  struck: string | undefined;
  hasStruck: boolean;
};

const hour = 3_600_000;

/**
 * One flow with one failure, on a copy of the template folder: the user acts, the program ends, the next start
 * continues, the user repeats what was refused, and two days' housekeeping runs. The folder must be intact right after
 * the failure, after the start, and at the end.
 */
export async function tryFlow(
  flow: Flow,
  template: string,
  children: WorkerPool,
  at: number,
  mode: FaultMode,
): Promise<Trial> {
  const plan = new FaultPlan(at, mode);
  const folder = mkdtempSync(join(tmpdir(), "attestamp-faults-"));
  cpSync(template, folder, { recursive: true });
  const machines = await startMachines(plan);
  const faults: string[] = [];
  const noteFaults = async (when: string, work: () => Promise<unknown>) => {
    await work().catch((error) => faults.push(`${when}: ${error instanceof Error ? error.message : error}`));
  };
  try {
    const first = await startWorld(folder, machines, children, plan, flow.mailsTo);
    await flow.begin(first);
    const wasRefused = await isRefused(first, flow);
    await first.end();
    plan.disarm();
    await noteFaults("after the fault", () => assertIntegrity(folder));

    const second = await startWorld(folder, machines, children, undefined, flow.mailsTo);
    const wasDone = await flow.isDone(second);
    await noteFaults("the next start", () => second.workOff());
    await noteFaults("after the next start", () => assertIntegrity(folder));
    const isDone = await flow.isDone(second);
    if (!isDone && !wasRefused) faults.push("it was accepted, and the next start did not do it");
    await noteFaults("asked again", () => flow.again(second));
    await second.workOff();
    const later = () => Date.now() + 30 * hour;
    await runHousekeeping({ ...second.deps, now: later }, later());
    if (!(await flow.isDone(second))) faults.push("it is not done in the end");
    faults.push(...(await flow.faultsIn(second)));
    await second.end();
    await noteFaults("in the end", () => assertIntegrity(folder, later));
    const refused = wasRefused && !isDone;
    const outcome = refused ? outcomes[2] : wasDone ? outcomes[0] : outcomes[1];
    return {
      faults,
      calls: plan.calls.length,
      struck: plan.struck,
      hasStruck: plan.hasStruck,
      outcome: faults.length === 0 ? outcome : undefined,
    };
  } finally {
    await machines.stop();
    if (faults.length === 0) rmSync(folder, { recursive: true, force: true });
    else faults.push(`its data folder is kept: ${folder}`);
  }
}

/** Performs the user's action while a call fails. */
async function isRefused(world: World, flow: Flow): Promise<boolean> {
  world.plan.arm();
  try {
    await flow.act(world);
    return false;
  } catch {
    return true;
  } finally {
    await world.settled();
  }
}
