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
  #isClosed = false;

  constructor(file: SyncedFile) {
    this.#file = file;
  }

  get hasFailed(): boolean {
    return this.#failure !== undefined;
  }

  /** After `close`, nothing can be committed. */
  noteCommit(): void {
    if (!this.#isClosed) this.#committed += 1;
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
    await this.untilSynced().catch(() => "reported to the callers that wait for these commits");
    this.#isClosed = true;
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

/** Syncs a file in another thread, and in this one. */
type Syncs = { elsewhere: (file: number) => Promise<void>; here: (file: number) => void };

const realSyncs: Syncs = { elsewhere: promisify(fdatasync), here: fdatasyncSync };

/**
 * All other threads may be occupied, for example by large files, for longer than a commit should wait. A shorter time
 * would let slow disks, whose syncs take hundreds of milliseconds, block this thread.
 */
const maxWaitMs = 1_000;

/** The write-ahead log of a database. SQLite never replaces this file while a connection is open. */
export class WalFile implements SyncedFile {
  readonly #path: string;
  readonly #syncs: Syncs;
  /**
   * Each thread has its own descriptor, because Linux reports a failed write only once per open file: of two syncs with
   * the same one, the second would succeed.
   */
  #files: { elsewhere: number; here: number } | undefined;
  /** The newest sync in another thread. */
  #elsewhere: Promise<void> = Promise.resolve();

  constructor(databasePath: string, syncs = realSyncs) {
    this.#path = `${databasePath}-wal`;
    this.#syncs = syncs;
  }

  /** SQLite must have used the database since it was opened. */
  async sync(): Promise<void> {
    if (this.#files) return this.#syncData(this.#files);
    this.#files = { elsewhere: openSync(this.#path, "r"), here: openSync(this.#path, "r") };
    await this.#syncData(this.#files);
    // A new file's name must also survive.
    const folder = openSync(dirname(this.#path), "r");
    try {
      await promisify(fsync)(folder);
    } finally {
      closeSync(folder);
    }
  }

  close(): void {
    if (this.#files) for (const file of Object.values(this.#files)) closeSync(file);
    this.#files = undefined;
  }

  /** Syncs in another thread, or in this one if no other has done it in time. Rejects if any earlier sync failed. */
  async #syncData({ elsewhere, here }: { elsewhere: number; here: number }): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    let isDoneHere = false;
    const timeout = setTimeout(() => {
      try {
        this.#syncs.here(here);
        isDoneHere = true;
        resolve();
      } catch (error) {
        reject(error);
      }
    }, maxWaitMs);
    const syncElsewhere = async () => {
      // A sync that ended too late for its own commits may be the one that reports the loss of these.
      await this.#elsewhere;
      if (isDoneHere) return;
      this.#elsewhere = this.#syncs.elsewhere(elsewhere);
      await this.#elsewhere;
    };
    syncElsewhere().then(resolve, reject);
    await promise.finally(() => clearTimeout(timeout));
  }
}
