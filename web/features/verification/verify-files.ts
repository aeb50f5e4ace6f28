import { requireSuccess } from "../../lib/api-error.ts";
import type { VerifyProgress, VerifyTask } from "./verify-task.ts";

/** The script's address, which the build puts in. */
declare const verifyWorkerUrl: string;

let worker: Promise<Worker> | undefined;
let script: Promise<string> | undefined;
let tasks = 0;

/**
 * Fetches the script that judges files and keeps it ready in this tab, so that no network is needed later. Rejects
 * when it cannot be had; the next call tries again.
 */
export function openVerifier(): Promise<Worker> {
  worker ??= startWorker().catch((error: unknown) => {
    worker = undefined;
    throw error;
  });
  return worker;
}

/** A worker from a blob follows the page's own content security policy, whatever the script was served with. */
async function startWorker(): Promise<Worker> {
  script ??= fetchScript().catch((error: unknown) => {
    script = undefined;
    throw error;
  });
  return new Worker(await script);
}

/** An address inside this tab: after a check that was stopped, the next worker needs no network. */
async function fetchScript(): Promise<string> {
  const text = await (await requireSuccess(await fetch(verifyWorkerUrl))).blob();
  return URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
}

/**
 * Has files judged; `onNews` hears how it goes. Rejects when the judge is not to be had or fails, and when `stop` says
 * so: whatever it is at ends at once, and a new judge takes its place.
 */
export async function verifyInWorker(
  task: Omit<VerifyTask, "id">,
  onNews: (news: VerifyProgress["news"]) => void,
  stop: AbortSignal,
): Promise<void> {
  const judge = await openVerifier();
  stop.throwIfAborted();
  tasks += 1;
  const id = tasks;
  await new Promise<void>((resolve, reject) => {
    const end = new AbortController();
    const { signal } = end;
    judge.addEventListener(
      "message",
      ({ data }: MessageEvent<VerifyProgress>) => {
        if (data.id !== id) return;
        onNews(data.news);
        if (data.news.state === "reading") return;
        end.abort();
        resolve();
      },
      { signal },
    );
    judge.addEventListener(
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
        judge.terminate();
        worker = undefined;
        end.abort();
        reject(stop.reason);
      },
      { signal },
    );
    judge.postMessage({ ...task, id } satisfies VerifyTask);
  });
}
