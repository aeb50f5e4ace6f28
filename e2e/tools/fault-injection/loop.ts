import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { findChildSandbox, noSandbox } from "../../../src/platform/jobs/child-sandbox.ts";
import { WorkerPool } from "../../../src/platform/jobs/worker-pool.ts";
import { createLogger } from "../../../src/platform/logger.ts";
import { type FaultMode, faultModes } from "./fault-plan.ts";
import type { Flow } from "./flow.ts";
import { collection } from "./flows/collection.ts";
import { deletingAccounts } from "./flows/deleting-accounts.ts";
import { deletingDocuments } from "./flows/deleting-documents.ts";
import { mail } from "./flows/mail.ts";
import { outbox } from "./flows/outbox.ts";
import { payment } from "./flows/payment.ts";
import { acknowledgement, timeline } from "./flows/projects.ts";
import { stamping, stampingPictures, stampingWord } from "./flows/stamping.ts";
import { fillTemplate } from "./template.ts";
import { type Outcome, type Trial, tryFlow } from "./trial.ts";

export const flows = [
  stamping,
  stampingPictures,
  stampingWord,
  collection,
  timeline,
  acknowledgement,
  payment,
  mail,
  outbox,
  deletingDocuments,
  deletingAccounts,
];

export type FlowResult = {
  flow: Flow;
  mode: FaultMode;
  /** The number of calls of the flow without failures, and how many of them were made to fail. */
  calls: number;
  tried: number;
  outcomes: Partial<Record<Outcome, number>>;
  /** One line for each error. */
  faults: string[];
};

/** A flow that waits for others makes a few calls more or less each time: this many trials without a failure end it. */
const misses = 5;

/**
 * Runs every flow with its first call failing, its second, and so on, until no call is left to fail; in every mode.
 * With `step`, only every `step`th call fails, different ones in each mode, for a quick check.
 */
export async function* loopOverFaults(step = 1, chosen = flows): AsyncGenerator<FlowResult> {
  const root = import.meta.dirname;
  const scratch = mkdtempSync(join(tmpdir(), "attestamp-faults-"));
  const template = join(scratch, "data");
  const children = new WorkerPool({
    size: availableParallelism(),
    command: [process.execPath, join(root, "../../../src/main.ts"), "work"],
    temporaryFolder: scratch,
    childrenFolder: join(scratch, "children"),
    cacheFolder: join(scratch, "cache"),
    log: createLogger("silent"),
    sandbox: () => findChildSandbox() ?? noSandbox,
  });
  try {
    await fillTemplate(template, children);
    for (const flow of chosen) {
      const never = Number.POSITIVE_INFINITY;
      const clean = await tryFlow(flow, template, children, never, "not done");
      for (const mode of faultModes) {
        const { calls, faults } = clean;
        const result: FlowResult = { flow, mode, calls, tried: 0, outcomes: {}, faults: [...faults] };
        yield await loopOver(result, step, (at) => tryFlow(flow, template, children, at, mode));
      }
    }
  } finally {
    await children.stop();
    rmSync(scratch, { recursive: true, force: true });
  }
}

async function loopOver(
  result: FlowResult,
  step: number,
  attempt: (at: number) => Promise<Trial>,
): Promise<FlowResult> {
  const first = 1 + (faultModes.indexOf(result.mode) * step) / faultModes.length;
  let missed = 0;
  for (let at = Math.floor(first); at <= result.calls || (step === 1 && missed < misses); at += step) {
    const trial = await attempt(at);
    missed = trial.hasStruck ? 0 : missed + 1;
    if (!trial.hasStruck) continue;
    note(result, at, trial);
    result.tried += 1;
  }
  return result;
}

function note(result: FlowResult, at: number, { outcome, faults, struck }: Trial): void {
  if (outcome) result.outcomes[outcome] = (result.outcomes[outcome] ?? 0) + 1;
  else result.faults.push(...faults.map((fault) => `call ${at} (${struck ?? "none"}): ${fault}`));
}
