import { AppError } from "../../../src/errors.ts";
import type { TaskName, Tasks } from "../../../src/platform/jobs/tasks.ts";
import type { TaskLimits } from "../../../src/platform/jobs/worker.ts";
import type { Workers } from "../../../src/platform/jobs/worker-pool.ts";
import type { FaultPlan } from "./fault-plan.ts";

/** What a child says that was killed from outside, be it before its work or behind it. */
const killed = () => new AppError("unavailable", "processing-interrupted", "The server was interrupted.");

/** Children that die when the plan says so. Those of all runs are the same, since starting them takes longest. */
export class FaultyChildren implements Workers {
  readonly #children: Workers;
  readonly #plan: FaultPlan;

  constructor(children: Workers, plan: FaultPlan) {
    this.#children = children;
    this.#plan = plan;
  }

  get size(): number {
    return this.#children.size;
  }

  keepWarm(): void {}
  expectTask(): void {}

  run<Name extends TaskName>(
    name: Name,
    input: Tasks[Name]["input"],
    limits: TaskLimits,
  ): Promise<Tasks[Name]["output"]> {
    return this.#plan.callLater(`child: ${name}`, killed, () => this.#children.run(name, input, limits));
  }

  /** They go on for the next run. */
  async stop(): Promise<void> {}
}
