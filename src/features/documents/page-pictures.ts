import { Semaphore } from "../../platform/semaphore.ts";

/** What is kept is counted with this much for each entry, so that entries without a picture have a limit too. */
const entryBytes = 256;
const defaultMaxBytes = 16 * 1024 * 1024;

/**
 * Pictures of first pages, kept in memory until others need the space. They are drawn one at a time, so that a page of
 * documents takes one child from the documents being stamped, and never two requests draw the same picture at once. No
 * picture is written to disk: there is none to delete, back up or check.
 */
export class PagePictures {
  readonly #maxBytes: number;
  readonly #slot = new Semaphore(1);
  /** In order of use, oldest first; null for a file of which there is no picture. */
  readonly #kept = new Map<string, Uint8Array | null>();
  readonly #drawing = new Map<string, Promise<Uint8Array | null>>();
  #bytes = 0;

  constructor(maxBytes = defaultMaxBytes) {
    this.#maxBytes = maxBytes;
  }

  /** The picture called `key`, drawn if it is not kept. If `draw` throws, nothing is kept. */
  async get(key: string, draw: () => Promise<Uint8Array | null>): Promise<Uint8Array | null> {
    const kept = this.#kept.get(key);
    if (kept === undefined) return this.#drawing.get(key) ?? this.#draw(key, draw);
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    return kept;
  }

  #draw(key: string, draw: () => Promise<Uint8Array | null>): Promise<Uint8Array | null> {
    const drawing = this.#inTurn(draw)
      .then((picture) => this.#keep(key, picture))
      .finally(() => this.#drawing.delete(key));
    this.#drawing.set(key, drawing);
    return drawing;
  }

  async #inTurn(draw: () => Promise<Uint8Array | null>): Promise<Uint8Array | null> {
    const release = await this.#slot.acquire();
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
