import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A part of the program: code whose "function file" matches. */
export type Part = { name: string; code: RegExp };

type Node = { id: number; callFrame: { functionName: string; url: string }; children?: number[] };
type Recorded = { nodes: Node[]; startTime: number; samples: number[]; timeDeltas: number[] };

export const otherCode = "other code";

/** The options that make Bun write a profile of its main thread into a folder when the program ends. */
export const profileInto = (folder: string): string[] => [
  "--cpu-prof",
  `--cpu-prof-dir=${folder}`,
  "--cpu-prof-interval=250",
];

/** The profile that a program left in a folder. */
export class CpuProfile {
  readonly #recorded: Recorded;
  readonly #callers = new Map<number, Node>();
  readonly #nodes: Map<number, Node>;

  constructor(folder: string) {
    const [file] = readdirSync(folder);
    if (file === undefined) throw new Error("The program left no profile.");
    this.#recorded = JSON.parse(readFileSync(join(folder, file), "utf8"));
    this.#nodes = new Map(this.#recorded.nodes.map((node) => [node.id, node]));
    for (const node of this.#recorded.nodes)
      for (const child of node.children ?? []) this.#callers.set(child, node);
  }

  /**
   * The share of each part in the samples between two times (ms since 1970). A sample belongs to the part of the
   * innermost function that has one.
   */
  shares(parts: Part[], from: number, to: number): Map<string, number> {
    const counts = new Map([...parts.map(({ name }) => name), otherCode].map((name) => [name, 0]));
    let all = 0;
    let at = this.#recorded.startTime / 1_000;
    for (const [index, id] of this.#recorded.samples.entries()) {
      at += (this.#recorded.timeDeltas[index] ?? 0) / 1_000;
      if (at < from || at > to) continue;
      const name = this.#findPart(id, parts);
      counts.set(name, (counts.get(name) ?? 0) + 1);
      all += 1;
    }
    return new Map([...counts].map(([name, count]) => [name, count / all]));
  }

  #findPart(id: number, parts: Part[]): string {
    for (let node = this.#nodes.get(id); node; node = this.#callers.get(node.id)) {
      const { functionName, url } = node.callFrame;
      const part = parts.find(({ code }) => code.test(`${functionName} ${url}`));
      if (part) return part.name;
    }
    return otherCode;
  }
}
