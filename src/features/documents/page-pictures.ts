import { Semaphore } from "../../platform/semaphore.ts";

/** Added to the size of each entry, so that the number of entries without a picture is limited too. */
const entryBytes = 256;
const defaultMaxBytes = 16 * 1024 * 1024;

/**
 * A cache of pictures of first pages in memory. They are drawn one at a time, in turns between the owners of the
 * documents, so that of a list of documents only one waits for a child among the documents being stamped, and two
 * requests never draw the same picture at the same time.
 * No picture is written to disk, so there is none to delete, back up or check.
 */
export class PagePictures {
  readonly #maxBytes: number;
  readonly #slot = new Semaphore(1);
  /** In order of use, oldest first; null for a file without a picture. */
  readonly #kept = new Map<string, Uint8Array | null>();
  readonly #drawing = new Map<string, Promise<Uint8Array | null>>();
  #bytes = 0;

  constructor(maxBytes = defaultMaxBytes) {
    this.#maxBytes = maxBytes;
  }

  /** The owner's picture called `key`, drawn if it is not cached. If `draw` throws, nothing is cached. */
  async get(
    key: string,
    owner: string | undefined,
    draw: () => Promise<Uint8Array | null>,
  ): Promise<Uint8Array | null> {
    const kept = this.#kept.get(key);
    if (kept === undefined) return this.#drawing.get(key) ?? this.#draw(key, owner, draw);
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    return kept;
  }

  #draw(
    key: string,
    owner: string | undefined,
    draw: () => Promise<Uint8Array | null>,
  ): Promise<Uint8Array | null> {
    const drawing = this.#inTurn(owner, draw)
      .then((picture) => this.#keep(key, picture))
      .finally(() => this.#drawing.delete(key));
    this.#drawing.set(key, drawing);
    return drawing;
  }

  async #inTurn(
    owner: string | undefined,
    draw: () => Promise<Uint8Array | null>,
  ): Promise<Uint8Array | null> {
    const release = await this.#slot.acquire(owner === undefined ? {} : { owner });
    try {
      return await draw();
    } finally {
      release();
    }
  }

  #keep(key: string, picture: Uint8Array | null): Uint8Array | null {
    this.#kept.set(key, picture);
    this.#bytes += getCost(picture);
    for (const [oldest, forgotten] of this.#kept) {
      if (this.#bytes <= this.#maxBytes) break;
      this.#kept.delete(oldest);
      this.#bytes -= getCost(forgotten);
    }
    return picture;
  }
}

function getCost(picture: Uint8Array | null): number {
  return entryBytes + (picture?.length ?? 0);
}
