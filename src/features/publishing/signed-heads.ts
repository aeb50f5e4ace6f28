import { sameBytes } from "../../evidence/hash.ts";
import type { TreeHead } from "../../evidence/tlog/proof-check.ts";
import { type ReadTile, recomputeLog } from "../../evidence/tlog/recompute.ts";
import { refusedSite } from "./refused-site.ts";

/** The heads that a log signed or that others saw, each of which its entries must lead to. */
export class SignedHeads {
  readonly #heads = new Map<number, { hash: Uint8Array; source: string }>();

  /** Throws AppError for a head that contradicts one of the same size. `source` begins the sentence that names it. */
  add({ size, hash }: TreeHead, source: string): void {
    const known = this.#heads.get(size);
    if (known && !sameBytes(known.hash, hash)) throw contradiction(source, size);
    if (!known) this.#heads.set(size, { hash, source });
  }

  /** Recomputes the log of `size` entries. Throws AppError for a head that its first entries do not lead to. */
  async requireIn(size: number, read: ReadTile): Promise<void> {
    const sizes = [...this.#heads.keys()];
    for (const claimed of sizes) if (claimed > size) throw contradiction(this.#source(claimed), claimed);
    const found = await recomputeLog([...sizes, size], read);
    for (const [at, claimed] of sizes.entries()) {
      const hash = this.#heads.get(claimed)?.hash ?? new Uint8Array();
      if (!sameBytes(found[at]?.hash ?? new Uint8Array(), hash))
        throw contradiction(this.#source(claimed), claimed);
    }
  }

  #source(size: number): string {
    return this.#heads.get(size)?.source ?? "Something";
  }
}

const contradiction = (source: string, size: number) =>
  refusedSite(`${source} is under a log of ${size} entries that is not the one in this folder.`);
