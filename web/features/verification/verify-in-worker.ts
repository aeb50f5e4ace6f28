import { requireSuccess } from "../../lib/api-error.ts";
import type { VerifyEvent, VerifyTask } from "./verify-task.ts";

/** The script's address, inserted by the build. */
declare const verifyWorkerUrl: string;

let worker: Promise<Worker> | undefined;
let script: Promise<string> | undefined;
let tasks = 0;

/**
 * Fetches the verifier's script and keeps it in this tab, so that no network is needed later. Rejects if it cannot be
 * downloaded; the next call tries again.
 */
export function openVerifier(): Promise<Worker> {
  worker ??= startWorker().catch((error: unknown) => {
    worker = undefined;
    throw error;
  });
  return worker;
}

/** A worker from a blob has the page's own content security policy, regardless of the script's headers. */
async function startWorker(): Promise<Worker> {
  script ??= fetchScript().catch((error: unknown) => {
    script = undefined;
    throw error;
  });
  return new Worker(await script);
}

/** A blob URL: after an aborted check, the next worker needs no network. */
async function fetchScript(): Promise<string> {
  const text = await (await requireSuccess(await fetch(verifyWorkerUrl))).blob();
  return URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
}

/**
 * Verifies files in the worker. Rejects if the verifier cannot be loaded or fails, and when `stop` is aborted: the
 * worker then ends immediately, and the next call starts a new one.
 */
export async function verifyInWorker(
  task: Omit<VerifyTask, "id">,
  onProgress: (progress: VerifyEvent["progress"]) => void,
  stop: AbortSignal,
): Promise<void> {
  const verifier = await openVerifier();
  stop.throwIfAborted();
  tasks += 1;
  const id = tasks;
  await new Promise<void>((resolve, reject) => {
    const end = new AbortController();
    const { signal } = end;
    verifier.addEventListener(
      "message",
      ({ data }: MessageEvent<VerifyEvent>) => {
        if (data.id !== id) return;
        onProgress(data.progress);
        if (data.progress.state === "reading") return;
        end.abort();
        resolve();
      },
      { signal },
    );
    verifier.addEventListener(
      "error",
      ({ message }) => {
        end.abort();
        reject(new Error(message));
      },
      { signal },
    );
    stop.addEventListener(
      "abort",
      () => {
        verifier.terminate();
        worker = undefined;
        end.abort();
        reject(stop.reason);
      },
      { signal },
    );
    verifier.postMessage({ ...task, id } satisfies VerifyTask);
  });
}
