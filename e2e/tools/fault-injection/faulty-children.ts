import { AppError } from "../../../src/errors.ts";
import type { TaskName, Tasks } from "../../../src/platform/jobs/tasks.ts";
import type { TaskLimits } from "../../../src/platform/jobs/worker.ts";
import type { Workers } from "../../../src/platform/jobs/worker-pool.ts";
import type { FaultPlan } from "./fault-plan.ts";

/** The error of a child that was killed from outside, before or after its work. */
const killed = () => new AppError("unavailable", "processing-interrupted", "The server was interrupted.");

/** Children that crash according to the plan. All runs share them, since starting them takes longest. */
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

  /** The children are kept for the next run. */
  async stop(): Promise<void> {}
}
