/**
 * Fingerprints by the key of their file, kept in memory until others need the space: those that were asked for longest
 * ago are forgotten first. Calls for the same key at the same time share one reading. A reading that fails is not kept,
 * and no other call fails because of it.
 */
export class KeptHashes {
  readonly #maxBytes: number;
  readonly #byKey = new Map<string, Kept>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  async get(key: string, read: () => Promise<Buffer>): Promise<Buffer> {
    const kept = this.#byKey.get(key) ?? { reading: read(), bytes: 0 };
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

  #count(key: string, kept: Kept, bytes: number): void {
    if (kept.bytes > 0 || this.#byKey.get(key) !== kept) return;
    kept.bytes = bytes;
    this.#bytes += bytes;
    for (const [oldest, { bytes }] of this.#byKey) {
      if (this.#bytes <= this.#maxBytes) return;
      // What is still being read takes no space yet.
      if (bytes > 0) this.#byKey.delete(oldest);
      this.#bytes -= bytes;
    }
  }
}

/** `bytes`: 0 until it was read. */
type Kept = { reading: Promise<Buffer>; bytes: number };
