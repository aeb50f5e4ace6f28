import { foldHashes, nodeHash, nodesOver, type TreeNode } from "./merkle.ts";

export type HashedNode = TreeNode & { hash: Uint8Array };

/** The hashes along the right edge of a log: all that is needed to append to it, at most one per level. */
export class RightEdge {
  #size: number;
  readonly #edge: HashedNode[];

  /** `hashes` belong to `RightEdge.nodes(size)`. */
  constructor(size = 0, hashes: Uint8Array[] = []) {
    this.#size = size;
    this.#edge = RightEdge.nodes(size).map((node, at) => {
      const hash = hashes[at];
      if (hash === undefined) throw new Error("A hash of the log's right edge is missing.");
      return { ...node, hash };
    });
  }

  /** The complete subtrees that make up a log of this size. */
  static nodes(size: number): TreeNode[] {
    return nodesOver(0, size);
  }

  get size(): number {
    return this.#size;
  }

  /** Appends the leaf hash of an entry; returns every subtree that it completes, starting with the leaf. */
  append(leaf: Uint8Array): HashedNode[] {
    let node: HashedNode = { level: 0, index: this.#size, hash: leaf };
    const completed = [node];
    for (let left = this.#edge.at(-1); left?.level === node.level; left = this.#edge.at(-1)) {
      this.#edge.pop();
      const { level, index } = left;
      node = { level: level + 1, index: index / 2, hash: nodeHash(left.hash, node.hash) };
      completed.push(node);
    }
    this.#edge.push(node);
    this.#size += 1;
    return completed;
  }

  /** The current head of the log (RFC 6962, 2.1). */
  head(): Uint8Array {
    return foldHashes(this.#edge.map(({ hash }) => hash));
  }
}
