import { readFileSync } from "node:fs";
import { descendantsOf, processorSeconds } from "../../../src/testing/processes.ts";

/** Milliseconds of processor time: of the server, of the children that open documents, and of LibreOffice. */
export type PartMs = { server: number; children: number; office: number };

const lookEveryMs = 50;

/**
 * The processor time of a server and of all its descendants. Samples often, since Linux adds the time of a killed child
 * to its parent's only after the parent has waited for it.
 */
export class TreeTime {
  readonly #pid: number;
  readonly #before: Map<number, number>;
  readonly #newest = new Map<number, { seconds: number; part: keyof PartMs }>();
  readonly #timer: Timer;

  constructor(pid: number) {
    this.#pid = pid;
    this.#before = new Map([pid, ...descendantsOf(pid)].map((one) => [one, processorSeconds(one).own]));
    this.#timer = setInterval(() => this.#look(), lookEveryMs);
  }

  /** Ends the measurement: the time since its start, for each of `count` documents. */
  stop(count: number): PartMs {
    clearInterval(this.#timer);
    this.#look();
    const ms: PartMs = { server: 0, children: 0, office: 0 };
    for (const [pid, { seconds, part }] of this.#newest)
      ms[part] += ((seconds - (this.#before.get(pid) ?? 0)) * 1_000) / count;
    return ms;
  }

  #look(): void {
    for (const pid of [this.#pid, ...descendantsOf(this.#pid)]) {
      const seconds = processorSeconds(pid).own;
      if (seconds > 0) this.#newest.set(pid, { seconds, part: this.#findPart(pid) });
    }
  }

  #findPart(pid: number): keyof PartMs {
    if (pid === this.#pid) return "server";
    return this.#newest.get(pid)?.part === "office" || isOffice(pid) ? "office" : "children";
  }
}

/** LibreOffice and its launchers. */
function isOffice(pid: number): boolean {
  try {
    return /office/.test(readFileSync(`/proc/${pid}/cmdline`, "utf8"));
  } catch {
    return false;
  }
}
