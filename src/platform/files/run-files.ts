import type { FileStore } from "./store.ts";

/**
 * The temporary files of one run, for example of one document that is stamped. They share the start of their names
 * instead of a folder, which would have to be created and removed each time.
 */
export class RunFiles {
  readonly #store: FileStore;
  readonly #prefix: string;
  readonly #paths = new Set<string>();

  constructor(store: FileStore) {
    this.#store = store;
    this.#prefix = store.temporaryPath();
  }

  /** The path of the file with this name; the same for the same name. */
  getPath(name: string): string {
    const path = `${this.#prefix}-${name}`;
    this.#paths.add(path);
    return path;
  }

  /** Removes the files that are still there. Throws the first error after it has tried all. */
  async discard(): Promise<void> {
    const outcomes = await Promise.allSettled([...this.#paths].map((path) => this.#store.discard(path)));
    for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
  }
}
