import { Semaphore } from "../../platform/semaphore.ts";

/** A read takes many times the memory of its fingerprints, and strangers can ask for many collections at once. */
const maxReads = 2;

/**
 * A least-recently-used cache of fingerprints by file key. Concurrent calls for the same key share one read, and at
 * most two keys are read at a time. A failed read is not cached, and no other call fails because of it.
 */
export class HashCache {
  readonly #maxBytes: number;
  readonly #byKey = new Map<string, Kept>();
  readonly #reads = new Semaphore(maxReads);
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  async get(key: string, read: () => Promise<Buffer>): Promise<Buffer> {
    const kept = this.#byKey.get(key) ?? { reading: this.#readInTurn(read), bytes: 0 };
    this.#byKey.delete(key);
    this.#byKey.set(key, kept);
    try {
      const hashes = await kept.reading;
      this.#count(key, kept, hashes.length);
      return hashes;
    } catch (error) {
      if (this.#byKey.get(key) === kept) this.#byKey.delete(key);
      throw error;
    }
  }

  async #readInTurn(read: () => Promise<Buffer>): Promise<Buffer> {
    const release = await this.#reads.acquire();
    try {
      return await read();
    } finally {
      release();
    }
  }

  #count(key: string, kept: Kept, bytes: number): void {
    if (kept.bytes > 0 || this.#byKey.get(key) !== kept) return;
    kept.bytes = bytes;
    this.#bytes += bytes;
    for (const [oldest, { bytes }] of this.#byKey) {
      if (this.#bytes <= this.#maxBytes) return;
      // Pending reads take no space yet.
      if (bytes > 0) this.#byKey.delete(oldest);
      this.#bytes -= bytes;
    }
  }
}

/** `bytes`: 0 until the read is complete. */
type Kept = { reading: Promise<Buffer>; bytes: number };
