import { closeSync, fdatasync, fdatasyncSync, fsync, openSync } from "node:fs";
import { dirname } from "node:path";
import { promisify } from "node:util";

/** The file that is synced. */
export type SyncedFile = { sync: () => Promise<void>; close: () => void };

/** Syncs commits in another thread, so that this process does not wait for the disk. Commits share a sync. */
export class WalSync {
  readonly #file: SyncedFile;
  /** The first covers what another process committed before it was killed. */
  #committed = 1;
  #synced = 0;
  #running: Promise<void> | undefined;
  #failure: { error: unknown } | undefined;

  constructor(file: SyncedFile) {
    this.#file = file;
  }

  noteCommit(): void {
    this.#committed += 1;
  }

  /**
   * Throws if a sync has failed. From then on, nothing more can be written or confirmed: a later sync may succeed
   * without writing what the failed one could not.
   */
  throwIfFailed(): void {
    if (this.#failure) throw this.#failure.error;
  }

  /** Resolves when every commit noted so far is on the disk. */
  async untilSynced(): Promise<void> {
    const wanted = this.#committed;
    while (this.#synced < wanted) {
      this.throwIfFailed();
      this.#running ??= this.#sync();
      await this.#running;
    }
  }

  /** Waits for the commits noted so far. */
  async close(): Promise<void> {
    await this.untilSynced().catch(() => "told to those who wait for these commits");
    this.#file.close();
  }

  async #sync(): Promise<void> {
    const covered = this.#committed;
    try {
      await this.#file.sync();
      this.#synced = covered;
    } catch (error) {
      this.#failure = { error };
      throw error;
    } finally {
      this.#running = undefined;
    }
  }
}

/** All other threads may be occupied, for example by large files, for longer than a commit should wait. */
const maxWaitMs = 250;
const syncElsewhere = promisify(fdatasync);

/** The write-ahead log of a database. SQLite never replaces this file while a connection is open. */
export class WalFile implements SyncedFile {
  readonly #path: string;
  /**
   * One for each thread that syncs. The system reports a failed write once per open file, so if they shared one, the
   * sync that fails could be the one whose result comes too late to count.
   */
  #files: { elsewhere: number; here: number } | undefined;

  constructor(databasePath: string) {
    this.#path = `${databasePath}-wal`;
  }

  /** SQLite must have used the database since it was opened. */
  async sync(): Promise<void> {
    if (this.#files) return syncInTime(this.#files);
    this.#files = { elsewhere: openSync(this.#path, "r"), here: openSync(this.#path, "r") };
    await syncInTime(this.#files);
    // A new file's name must also survive.
    const folder = openSync(dirname(this.#path), "r");
    try {
      await promisify(fsync)(folder);
    } finally {
      closeSync(folder);
    }
  }

  close(): void {
    for (const file of Object.values(this.#files ?? {})) closeSync(file);
    this.#files = undefined;
  }
}

/** Syncs in another thread, or in this one if no other has done it in time. */
async function syncInTime({ elsewhere, here }: { elsewhere: number; here: number }): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  syncElsewhere(elsewhere).then(resolve, reject);
  const timeout = setTimeout(() => {
    try {
      fdatasyncSync(here);
      resolve();
    } catch (error) {
      reject(error);
    }
  }, maxWaitMs);
  await promise.finally(() => clearTimeout(timeout));
}
