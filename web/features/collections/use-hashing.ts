import { useEffect, useRef, useState } from "react";
import { addFiles, type ChosenFile, removeFile, withoutRepeated } from "./chosen-files.ts";
import { hashFiles } from "./hash-files.ts";
import { type HashedFile, openRememberedHashes, type RememberedHashes } from "./remembered-hashes.ts";

/** The progress of the fingerprints. Counts change many times a second, but are displayed only a few times a second. */
export type Hashing = {
  files: readonly ChosenFile[];
  /** By path. While it is working, this map grows between two renderings. */
  hashes: ReadonlyMap<string, string>;
  /** Paths of files that were changed, moved or deleted since they were chosen. */
  unreadable: readonly string[];
  /** How many were known before a reload. */
  known: number;
  bytesDone: number;
  bytesTotal: number;
  elapsedMs: number;
  state: "idle" | "working" | "done" | "failed";
};

const nothing: Hashing = {
  files: [],
  hashes: new Map(),
  unreadable: [],
  known: 0,
  bytesDone: 0,
  bytesTotal: 0,
  elapsedMs: 0,
  state: "idle",
};

const shownEveryMs = 200;
/** A lookup reads the ends of its files. */
const lookupBatch = 100;

/** Computes the fingerprints of the chosen files as soon as they are chosen; more can be added at any time. */
export function useHashing() {
  const [hashing, setHashing] = useState(nothing);
  const run = useRef<AbortController>(undefined);
  const remembered = useRef<Promise<RememberedHashes>>(undefined);
  useEffect(() => () => run.current?.abort(), []);

  function add(more: readonly ChosenFile[]): void {
    // Files that could not be read are forgotten: a user who chooses them again means their current content.
    const readable = hashing.files.filter(({ path }) => !hashing.unreadable.includes(path));
    const files = addFiles(readable, more);
    void start(files, new Map(hashing.hashes));
  }

  /** Takes a file out. The others keep their fingerprints; one that is being read is read again. */
  function remove(path: string): void {
    const { files, moved } = removeFile(hashing.files, path);
    const hashes = new Map(hashing.hashes);
    hashes.delete(path);
    const hashOfMoved = moved && hashes.get(moved.from);
    if (moved && hashOfMoved !== undefined) {
      hashes.delete(moved.from);
      hashes.set(moved.to, hashOfMoved);
    }
    if (hashing.state === "working") {
      void start(files, hashes);
      return;
    }
    const unreadable = hashing.unreadable
      .filter((one) => one !== path)
      .map((one) => (one === moved?.from ? moved.to : one));
    setHashing({ ...hashing, files, hashes, unreadable });
  }

  async function start(files: readonly ChosenFile[], done: Map<string, string>): Promise<void> {
    run.current?.abort();
    const current = new AbortController();
    run.current = current;
    const began = performance.now();
    const at = { ...nothing, files, hashes: done, bytesTotal: sum(files), state: "working" as const };
    at.bytesDone = sum(files.filter(({ path }) => done.has(path)));
    const show = (state: Hashing["state"] = "working") => {
      if (run.current !== current) return;
      setHashing({ ...at, hashes: done, elapsedMs: performance.now() - began, state });
    };
    show();
    remembered.current ??= openRememberedHashes();
    const memory = await remembered.current;
    const unsaved: HashedFile[] = [];
    let saved = Promise.resolve();
    const save = () => {
      saved = saved.then(() => memory.save(unsaved.splice(0)));
      return saved;
    };
    const timer = setInterval(() => {
      show();
      void save();
    }, shownEveryMs);
    try {
      const waiting = files.filter(({ path }) => !done.has(path));
      const unknown: ChosenFile[] = [];
      for (let from = 0; from < waiting.length; from += lookupBatch) {
        const batch = waiting.slice(from, from + lookupBatch);
        const found = await memory.find(batch);
        current.signal.throwIfAborted();
        for (const [index, one] of batch.entries()) {
          const sha256 = found[index];
          if (sha256 === undefined) unknown.push(one);
          else {
            done.set(one.path, sha256);
            at.known += 1;
            at.bytesDone += one.file.size;
          }
        }
      }
      const paths = new Map(unknown.map(({ path, file }) => [file, path]));
      await hashFiles(
        unknown.map(({ file }) => file),
        {
          onBytes: (bytes) => {
            at.bytesDone += bytes;
          },
          onHashed: (file, hash) => {
            const path = paths.get(file) ?? file.name;
            if (hash === undefined) {
              at.unreadable = [...at.unreadable, path];
              return;
            }
            done.set(path, hash.sha256);
            unsaved.push({ path, file, ...hash });
          },
        },
        current.signal,
      );
      await save();
      at.files = withoutRepeated(files, done);
      const kept = new Set(at.files.map(({ path }) => path));
      for (const path of done.keys()) if (!kept.has(path)) done.delete(path);
      show("done");
    } catch {
      if (!current.signal.aborted) show("failed");
    } finally {
      clearInterval(timer);
      await save();
    }
  }

  return {
    hashing,
    add,
    remove,
    /** Forgets the chosen files; completed fingerprints stay remembered. */
    cancel(): void {
      run.current?.abort();
      run.current = undefined;
      setHashing(nothing);
    },
    /** Forgets the fingerprints too: the collection is attested. */
    async forget(): Promise<void> {
      await (await remembered.current)?.forgetAll();
    },
  };
}

const sum = (files: readonly ChosenFile[]) => files.reduce((bytes, { file }) => bytes + file.size, 0);
