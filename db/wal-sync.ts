import { closeSync, fdatasync, fsync, openSync } from "node:fs";
import { dirname } from "node:path";
import { promisify } from "node:util";

const syncData = promisify(fdatasync);
const syncFolder = promisify(fsync);

/**
 * Makes commits survive a power failure, in another thread: while the disk writes, this process goes on. One sync is
 * shared by all commits before it.
 */
export class WalSync {
  readonly #sync: () => Promise<void>;
  #committed = 0;
  #synced = 0;
  #running: Promise<void> | undefined;

  constructor(sync: () => Promise<void>) {
    this.#sync = sync;
  }

  /** Whether a commit is not on the disk yet. */
  get isBehind(): boolean {
    return this.#synced < this.#committed;
  }

  noteCommit(): void {
    this.#committed += 1;
  }

  /**
   * Resolves when every commit noted so far is on the disk. If the disk fails once, this and all later calls reject:
   * the system may have dropped what it could not write, and only a restart shows what is left.
   */
  async untilSynced(): Promise<void> {
    const wanted = this.#committed;
    while (this.#synced < wanted) {
      this.#running ??= this.#syncOnce();
      await this.#running;
    }
  }

  /** After a failure, `#running` stays and keeps rejecting. */
  async #syncOnce(): Promise<void> {
    const covered = this.#committed;
    await this.#sync();
    this.#synced = covered;
    this.#running = undefined;
  }
}

/** The write-ahead log of a database. SQLite never replaces this file while a connection is open. */
export class WalFile {
  readonly #path: string;
  #file: number | undefined;

  constructor(databasePath: string) {
    this.#path = `${databasePath}-wal`;
  }

  async sync(): Promise<void> {
    if (this.#file !== undefined) return syncData(this.#file);
    this.#file = openSync(this.#path, "r");
    await syncData(this.#file);
    // The file's name must survive, too.
    const folder = openSync(dirname(this.#path), "r");
    try {
      await syncFolder(folder);
    } finally {
      closeSync(folder);
    }
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }
}
