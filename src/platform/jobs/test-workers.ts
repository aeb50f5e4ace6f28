/** Test support: children that outlive the server of a test. */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { AppError } from "../../errors.ts";
import { createLogger } from "../logger.ts";
import { selfExec } from "../self-exec.ts";
import { findChildSandbox, noSandbox } from "./child-sandbox.ts";
import type { TaskName, Tasks } from "./tasks.ts";
import type { TaskLimits } from "./worker.ts";
import { type Awaited, WorkerPool, type WorkerPoolOptions, type Workers } from "./worker-pool.ts";

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
  return openPool({ size: 2, sandbox: () => findChildSandbox() ?? noSandbox });
}

function openPool(options: Pick<WorkerPoolOptions, "size" | "sandbox">): WorkerPool {
  mkdirSync(folder, { recursive: true });
  return new WorkerPool({
    command: [...selfExec, "work"],
    temporaryFolder: folder,
    childrenFolder: folder,
    cacheFolder: join(folder, "cache"),
    log: createLogger("silent"),
    ...options,
  });
}

/**
 * One child with a task that lasts until `stop`, and two more in the queue: each reads a document that never arrives,
 * from a named pipe. `anyDone` resolves if one of them ends.
 */
export function busyWorkers() {
  const pipe = join(mkdtempSync(join(tmpdir(), "attestamp-pipe-")), "document.pdf");
  Bun.spawnSync(["mkfifo", pipe]);
  const workers = openPool({ size: 1, sandbox: () => noSandbox });
  const tasks = [1, 2, 3].map(() =>
    workers.run("check-encryption", { input: pipe }, { timeoutMs: 600_000 }).catch(() => undefined),
  );
  const stop = async () => {
    await workers.stop();
    await Promise.all(tasks);
    rmSync(dirname(pipe), { recursive: true });
  };
  return { workers, anyDone: Promise.race(tasks).then(() => "a document"), stop };
}
