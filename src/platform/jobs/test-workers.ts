/** Test support: children that outlive the server of a test. */
import { mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AppError } from "../../errors.ts";
import { createLogger } from "../logger.ts";
import { selfExec } from "../self-exec.ts";
import { findChildSandbox, noSandbox } from "./child-sandbox.ts";
import type { TaskName, Tasks } from "./tasks.ts";
import type { TaskLimits } from "./worker.ts";
import { type Awaited, WorkerPool, type Workers } from "./worker-pool.ts";

/**
 * Looks like a separate pool to a server; stopping it stops only the tasks it was given, and the children that run
 * them.
 */
class LentWorkers implements Workers {
  readonly #lender: WorkerPool;
  readonly #end = new AbortController();
  readonly #tasks = new Set<Promise<unknown>>();

  constructor(lender: WorkerPool) {
    this.#lender = lender;
  }

  get size(): number {
    return this.#lender.size;
  }

  /** They stay as warm as the previous test left them. */
  keepWarm(): void {}
  expectTask(): void {}

  async run<Name extends TaskName>(
    name: Name,
    input: Tasks[Name]["input"],
    limits: TaskLimits,
    awaited?: Awaited,
  ): Promise<Tasks[Name]["output"]> {
    const ends = [this.#end.signal, ...(limits.signal ? [limits.signal] : [])];
    const task = this.#lender.run(name, input, { ...limits, signal: AbortSignal.any(ends) }, awaited);
    this.#tasks.add(task);
    try {
      return await task;
    } finally {
      this.#tasks.delete(task);
    }
  }

  async stop(): Promise<void> {
    this.#end.abort(
      new AppError("unavailable", "server-stopping", "The server is stopping. Please try again in a moment."),
    );
    await Promise.allSettled(this.#tasks);
  }
}

let lender: WorkerPool | undefined;

/**
 * A pool for the server of one test whose children are reused by the next: starting and warming up a child takes longer
 * than most tests.
 */
export function sharedWorkers(): Workers {
  lender ??= openLender();
  return new LentWorkers(lender);
}

/**
 * A test process is not notified of its end, so its children use a folder that may remain. It is on the file system of
 * the tests' data folders, as in a server: documents are hard-linked for children.
 */
const folder = join(tmpdir(), "attestamp-children");

function openLender(): WorkerPool {
  mkdirSync(folder, { recursive: true });
  return new WorkerPool({
    size: 2,
    command: [...selfExec, "work"],
    temporaryFolder: folder,
    childrenFolder: folder,
    cacheFolder: join(folder, "cache"),
    log: createLogger("silent"),
    sandbox: () => findChildSandbox() ?? noSandbox,
  });
}
