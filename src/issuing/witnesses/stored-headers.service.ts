import type { Database } from "../../../db/client.ts";
import {
  type BlockHeader,
  headerBytes,
  readBlockHeader,
  workOf,
} from "../../evidence/bitcoin/block-header.ts";
import { type KnownBitcoin, periodBlocks, readHeaderChain } from "../../evidence/bitcoin/header-chain.ts";
import { deleteHeaders, insertHeaders, listBlocks, listBlocksFrom, listHeaders } from "./witnesses.repo.ts";

/** How many blocks after an anchored one are stored, at least: a day of work is expensive to forge. */
const blocksOfDay = 144;
/** How many stored headers may be replaced when others lost against theirs. */
const orphanBlocks = 12;

/** The end of a difficulty period, where the next release will have a checkpoint: at least a day of blocks later. */
export const lastNeeded = (block: number): number =>
  Math.ceil((block + blocksOfDay + 1) / periodBlocks) * periodBlocks - 1;

type AskBefore = (from: number, to: number) => Promise<{ headers: Uint8Array } | { error: string }>;

/**
 * The stored headers from a height on. Neighbors always follow each other. Those that the packs of a confirmed block
 * need are never deleted, and replaced only by a branch of the same chain with more work: no answer costs them.
 */
export class StoredHeaders {
  readonly #db: Database;
  readonly #bitcoin: KnownBitcoin;
  readonly #headers: Map<number, Buffer>;
  /** The blocks that confirm proofs. */
  readonly #confirmed: Set<number>;

  private constructor(
    db: Database,
    bitcoin: KnownBitcoin,
    headers: Map<number, Buffer>,
    confirmed: Set<number>,
  ) {
    this.#db = db;
    this.#bitcoin = bitcoin;
    this.#headers = headers;
    this.#confirmed = confirmed;
  }

  /** Also reads those below that confirm other proofs. */
  static async open(db: Database, bitcoin: KnownBitcoin, from: number): Promise<StoredHeaders> {
    const first = from - 2 * periodBlocks;
    const headers = await listHeaders(db, first, maxHeight);
    return new StoredHeaders(
      ...([db, bitcoin] as const),
      new Map(headers.map(({ height, header }) => [height, header])),
      new Set(await listBlocksFrom(db, first)),
    );
  }

  has(height: number): boolean {
    return this.#headers.has(height);
  }

  header(height: number): BlockHeader | undefined {
    const bytes = this.#headers.get(height);
    return bytes && readBlockHeader(bytes);
  }

  /** Those from one height to another, up to the first that is missing. */
  join(from: number, to: number): Uint8Array {
    return joinHeaders(this.#headers, from, to);
  }

  /** The headers of this block and of those after it confirm a proof from now on. */
  confirm(block: number): void {
    this.#confirmed.add(block);
  }

  /** How many heights are free from this one on, at most `count`. */
  countMissing(height: number, count: number): number {
    let missing = 0;
    while (missing < count && !this.has(height + missing)) missing += 1;
    return missing;
  }

  /**
   * Stores headers where none are yet. `askBefore` gets those of the same source before them, if the stored ones may
   * have lost. `again`: what was stored before them was wrong, needed by none, and is gone.
   */
  async add(
    height: number,
    bytes: Uint8Array,
    askBefore: AskBefore,
  ): Promise<"added" | "again" | { error: string }> {
    const chain = readHeaderChain(height, bytes, this.#bitcoin.easiestTarget);
    if (!chain) return { error: "its headers have no proof of work" };
    const isOther = chain.some(({ hash }, at) => {
      const known = this.#bitcoin.checkpoints.get(height + at);
      return known !== undefined && known !== hash;
    });
    if (isOther) return { error: "its headers are not those of Bitcoin" };
    const next = height + chain.length;
    if (!this.#joins(next - 1, bytes.subarray(-headerBytes), this.#headers.get(next))) {
      if (this.#isNeeded(next)) return { error: "its headers do not lead to those that are stored" };
      await this.drop(next);
    }
    if (this.#joins(height - 1, this.#headers.get(height - 1), bytes)) {
      await this.#write(height, bytes);
      return "added";
    }
    if (this.#isNeeded(height - 1)) return await this.#replaceEnd(height, bytes, askBefore);
    await this.drop(height - 1);
    return "again";
  }

  /** Deletes this header and its neighbors as far as no pack of a confirmed block needs them. */
  async drop(height: number): Promise<void> {
    if (!this.has(height) || this.#isNeeded(height)) return;
    let first = height;
    while (this.has(first - 1) && !this.#isNeeded(first - 1)) first -= 1;
    let last = height;
    while (this.has(last + 1) && !this.#confirmed.has(last + 1)) last += 1;
    for (let at = first; at <= last; at += 1) this.#headers.delete(at);
    await deleteHeaders(this.#db, first, last);
  }

  /** True if one of the two is missing, or the second follows the first. */
  #joins(height: number, one: Uint8Array | undefined, other: Uint8Array | undefined): boolean {
    if (!one || !other) return true;
    return readHeaderChain(height, Buffer.concat([one, other]), this.#bitcoin.easiestTarget) !== undefined;
  }

  #isNeeded(height: number): boolean {
    for (let at = height; this.has(at); at -= 1) if (this.#confirmed.has(at)) return height <= lastNeeded(at);
    return false;
  }

  /** The blocks at the end of a chain may lose against others, but not one that confirms a proof. */
  async #replaceEnd(
    height: number,
    bytes: Uint8Array,
    askBefore: AskBefore,
  ): Promise<"added" | { error: string }> {
    let from = height;
    while (from > height - orphanBlocks && this.has(from - 2) && !this.#confirmed.has(from - 1)) from -= 1;
    const error = "its headers do not follow those that are stored";
    if (from === height) return { error };
    const before = await askBefore(from, height - 1);
    if ("error" in before) return before;
    const branch = Buffer.concat([before.headers, bytes]);
    const { easiestTarget } = this.#bitcoin;
    const chain = readHeaderChain(from, branch, easiestTarget);
    const lost = readHeaderChain(from, this.join(from, height - 1), easiestTarget);
    const isStronger = chain && sumWork(chain) > sumWork(lost ?? []);
    if (!isStronger || !this.#joins(from - 1, this.#headers.get(from - 1), branch)) return { error };
    await this.#write(from, branch);
    return "added";
  }

  async #write(height: number, bytes: Uint8Array): Promise<void> {
    const rows = Array.from({ length: bytes.length / headerBytes }, (_, at) => ({
      height: height + at,
      header: Buffer.from(bytes.slice(at * headerBytes, (at + 1) * headerBytes)),
    }));
    await insertHeaders(this.#db, rows);
    for (const row of rows) this.#headers.set(row.height, row.header);
  }
}

/** The stored headers of this block and of those after it that may be needed to confirm it. */
export async function readBlockHeaders(db: Database, block: number): Promise<Uint8Array> {
  const last = lastNeeded(block);
  const stored = await listHeaders(db, block, last);
  return joinHeaders(new Map(stored.map(({ height, header }) => [height, header])), block, last);
}

/** Headers of adjacent blocks; `from` is the height of the first one. */
export type HeaderRun = { from: number; headers: Uint8Array };

/**
 * The stored headers that confirm checkpoints, and the block of each checkpoint by its size. Those of one difficulty
 * period are in one run, unless some are missing: far fewer bytes than the headers of each block. A block's own ones
 * are those from its height on.
 */
export async function readAllRuns(
  db: Database,
): Promise<{ runs: HeaderRun[]; blocks: ReadonlyMap<number, number> }> {
  const rows = await listBlocks(db);
  const heights = rows.map(({ block }) => block).toSorted((one, other) => one - other);
  const periods = Map.groupBy(heights, (block) => Math.floor(block / periodBlocks));
  const runs: HeaderRun[] = [];
  for (const [first = 0, ...others] of periods.values()) {
    const stored = await listHeaders(db, first, lastNeeded(others.at(-1) ?? first));
    const starts = stored.filter(({ height }, at) => height - 1 !== stored[at - 1]?.height);
    const map = new Map(stored.map(({ height, header }) => [height, header]));
    for (const { height: from } of starts)
      runs.push({ from, headers: joinHeaders(map, from, stored.at(-1)?.height ?? from) });
  }
  return { runs, blocks: new Map(rows.map(({ size, block }) => [size, block])) };
}

function joinHeaders(stored: ReadonlyMap<number, Buffer>, from: number, to: number): Uint8Array {
  const headers: Buffer[] = [];
  for (let height = from; height <= to; height += 1) {
    const header = stored.get(height);
    if (!header) break;
    headers.push(header);
  }
  return Buffer.concat(headers);
}

const sumWork = (chain: BlockHeader[]) => chain.reduce((sum, { target }) => sum + workOf(target), 0n);

/** The largest number in a column. */
const maxHeight = 2 ** 31 - 1;
