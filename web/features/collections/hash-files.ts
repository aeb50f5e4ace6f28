/** One file to hash; `id` identifies its answers. */
export type HashTask = { id: number; file: File };

/** `bytes`: the number of bytes read since the last message. */
export type HashNews =
  | { id: number; state: "reading"; bytes: number }
  | { id: number; state: "done"; sha256: string }
  | { id: number; state: "unreadable" };

/** The script's address, inserted by the build. */
declare const hashWorkerUrl: string;

/** Undefined for a file that was changed, moved or deleted since it was chosen. */
type OnHashed = (file: File, sha256: string | undefined) => void;

const maxWorkers = 4;

/**
 * Computes the SHA-256 of the files in one worker per core, and reports each file as soon as it is done. Rejects if the
 * workers cannot be started, and with the signal's reason when it aborts, which ends them immediately.
 */
export async function hashFiles(
  files: readonly File[],
  { onBytes, onHashed }: { onBytes: (bytes: number) => void; onHashed: OnHashed },
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted();
  const queue = files.entries();
  const count = Math.min(maxWorkers, navigator.hardwareConcurrency || 2, files.length);
  await Promise.all(
    Array.from({ length: count }, async () => {
      const worker = new Worker(hashWorkerUrl);
      try {
        for (const [id, file] of queue) onHashed(file, await hashOne(worker, { id, file }, onBytes, signal));
      } finally {
        worker.terminate();
      }
    }),
  );
}

function hashOne(
  worker: Worker,
  task: HashTask,
  onBytes: (bytes: number) => void,
  signal: AbortSignal,
): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const end = new AbortController();
    const finish = (act: () => void) => {
      end.abort();
      act();
    };
    worker.addEventListener(
      "message",
      ({ data }: MessageEvent<HashNews>) => {
        if (data.state === "reading") return onBytes(data.bytes);
        finish(() => resolve(data.state === "done" ? data.sha256 : undefined));
      },
      { signal: end.signal },
    );
    worker.addEventListener(
      "error",
      ({ message }) => finish(() => reject(new Error(message || "The script that hashes files failed."))),
      { signal: end.signal },
    );
    signal.addEventListener("abort", () => finish(() => reject(signal.reason)), { signal: end.signal });
    worker.postMessage(task);
  });
}
