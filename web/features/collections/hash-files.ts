/** Files to hash; up to `maxWholeBytes`, a file is read into memory as a whole. */
export type HashTask = { files: File[]; maxWholeBytes: number };

/** `ends`: the fingerprint of the file's ends, if the file has ends and was read into memory as a whole. */
export type FileHash = { sha256: string; ends?: string };

/**
 * `bytes`: the number of bytes read since the last message. `hashes` has the fingerprints in the order of the files;
 * undefined for a file that was changed, moved or deleted since it was chosen.
 */
export type HashNews =
  | { state: "reading"; bytes: number }
  | { state: "done"; bytes: number; hashes: (FileHash | undefined)[] };

/** The script's address, inserted by the build. */
declare const hashWorkerUrl: string;

type Progress = {
  onBytes: (bytes: number) => void;
  /** Called with undefined for a file that was changed, moved or deleted since it was chosen. */
  onHashed: (file: File, hash: FileHash | undefined) => void;
};

const mebibyte = 1024 * 1024;
/** A worker reads several small files together: most of the time for one is waiting for the browser's disk. */
const maxBatchFiles = 32;
const maxBatchBytes = 8 * mebibyte;

/**
 * Computes the SHA-256 of the files in one worker per core, and reports each file when its batch is done. Rejects if
 * the workers cannot be started, and with the signal's reason when it aborts, which ends them immediately.
 */
export async function hashFiles(
  files: readonly File[],
  progress: Progress,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted();
  const { workers, maxWholeBytes } = limitsFor(readDevice());
  const batches = inBatches(files);
  const count = Math.min(workers, files.length);
  await Promise.all(
    Array.from({ length: count }, async () => {
      const worker = new Worker(hashWorkerUrl);
      try {
        for (const batch of batches) {
          const hashes = await hashBatch(worker, { files: batch, maxWholeBytes }, progress, signal);
          for (const [index, file] of batch.entries()) progress.onHashed(file, hashes[index]);
        }
      } finally {
        worker.terminate();
      }
    }),
  );
}

type Device = { isPhone: boolean; memoryGibibytes: number | undefined; cores: number };

function readDevice(): Device {
  return {
    isPhone: matchMedia("(pointer: coarse)").matches,
    // Only some browsers say how much there is.
    memoryGibibytes: "deviceMemory" in navigator ? Number(navigator.deviceMemory) : undefined,
    cores: navigator.hardwareConcurrency || 2,
  };
}

/** Phones end a page that takes much memory. */
export function limitsFor({ isPhone, memoryGibibytes = Number.POSITIVE_INFINITY, cores }: Device) {
  return isPhone || memoryGibibytes <= 4
    ? { workers: Math.min(2, cores), maxWholeBytes: 16 * mebibyte }
    : { workers: Math.min(4, cores), maxWholeBytes: 64 * mebibyte };
}

/** Puts each file into one batch, in order; a large file gets a separate batch. */
export function* inBatches<T extends { size: number }>(files: readonly T[]): Generator<T[]> {
  let batch: T[] = [];
  let bytes = 0;
  for (const file of files) {
    if (batch.length === maxBatchFiles || (batch.length > 0 && bytes + file.size > maxBatchBytes)) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(file);
    bytes += file.size;
  }
  if (batch.length > 0) yield batch;
}

function hashBatch(
  worker: Worker,
  task: HashTask,
  { onBytes }: Pick<Progress, "onBytes">,
  signal: AbortSignal,
): Promise<(FileHash | undefined)[]> {
  return new Promise((resolve, reject) => {
    const end = new AbortController();
    const finish = (act: () => void) => {
      end.abort();
      act();
    };
    worker.addEventListener(
      "message",
      ({ data }: MessageEvent<HashNews>) => {
        onBytes(data.bytes);
        if (data.state === "done") finish(() => resolve(data.hashes));
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
