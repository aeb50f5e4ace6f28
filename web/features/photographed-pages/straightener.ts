import type { OpenedPhoto, PhotoProblem, StraightenAnswer, StraightenTask } from "./straighten-task.ts";

/** The script's address, inserted by the build. */
declare const straightenWorkerUrl: string;

/** Why a photo cannot become a page. */
export class PhotoError extends Error {
  constructor(readonly problem: PhotoProblem) {
    super(problem);
  }
}

type Waiting = { resolve: (answer: StraightenAnswer) => void; reject: (error: PhotoError) => void };

export type Straightener = ReturnType<typeof createStraightener>;

/** Opens and straightens photos in a worker, which starts with the first task. Rejects with a PhotoError. */
export function createStraightener() {
  let worker: Worker | undefined;
  /** In the order of the tasks, which is that of the answers. */
  let waiting: Waiting[] = [];

  function stop(): void {
    worker?.terminate();
    worker = undefined;
    const unanswered = waiting;
    waiting = [];
    for (const { reject } of unanswered) reject(new PhotoError("failed"));
  }

  function start(): Worker {
    const started = new Worker(straightenWorkerUrl);
    started.addEventListener("message", ({ data }: MessageEvent<StraightenAnswer>) =>
      waiting.shift()?.resolve(data),
    );
    started.addEventListener("error", stop);
    return started;
  }

  function send(task: StraightenTask): Promise<StraightenAnswer> {
    worker ??= start();
    const answer = new Promise<StraightenAnswer>((resolve, reject) => waiting.push({ resolve, reject }));
    worker.postMessage(task);
    return answer;
  }

  return {
    async open(file: File): Promise<OpenedPhoto> {
      const answer = await send({ kind: "open", file });
      if (answer.kind === "opened") return answer.photo;
      throw new PhotoError(answer.kind === "problem" ? answer.problem : "failed");
    },
    async straighten(task: Omit<StraightenTask & { kind: "straighten" }, "kind">): Promise<Blob> {
      const answer = await send({ kind: "straighten", ...task });
      if (answer.kind === "straightened") return answer.jpeg;
      throw new PhotoError(answer.kind === "problem" ? answer.problem : "failed");
    },
    /** Ends the worker with all its tasks; the next task starts another one. */
    stop,
  };
}
