import { readdirSync } from "node:fs";
import { join } from "node:path";
import {
  descendantsOf,
  machineSeconds,
  openFilesOf,
  processorSeconds,
  rssMb,
  socketsOf,
} from "../../../src/testing/processes.ts";
import type { Product } from "../../support/product.ts";

/** The server's resources at one moment. `children` counts all its descendants. */
export type Sample = {
  /** Seconds since the start of the measurement. */
  at: number;
  rssMb: number;
  openFiles: number;
  sockets: number;
  children: number;
  childrenMb: number;
  /** Files and folders in DATA_DIR/tmp. */
  temporaryFiles: number;
  /** Processor time so far: of the server and its descendants, and of all programs on all cores. */
  busySeconds: { server: number; children: number; machine: number };
};

/** Observes the server from outside, every second, through /proc. */
export class ServerWatch {
  readonly samples: Sample[] = [];
  readonly #product: Product;
  readonly #startedAt = performance.now();
  readonly #timer: Timer;

  constructor(product: Product) {
    this.#product = product;
    this.#timer = setInterval(() => this.samples.push(this.look()), 1_000);
  }

  /** Since the start of the measurement. */
  get seconds(): number {
    return (performance.now() - this.#startedAt) / 1000;
  }

  look(): Sample {
    const { pid, dataDir } = this.#product;
    const children = descendantsOf(pid);
    return {
      at: this.seconds,
      rssMb: rssMb(pid),
      openFiles: openFilesOf(pid),
      sockets: socketsOf(pid),
      children: children.length,
      childrenMb: children.reduce((sum, child) => sum + rssMb(child), 0),
      temporaryFiles: readdirSync(join(dataDir, "tmp")).length,
      busySeconds: {
        server: processorSeconds(pid).own,
        children: childrenSeconds(pid, children),
        machine: machineSeconds(),
      },
    };
  }

  /** Resolves when no document has been in progress for two seconds: none has temporary files. */
  async untilIdle(): Promise<void> {
    const isIdle = () => this.samples.slice(-2).every(({ temporaryFiles }) => temporaryFiles === 0);
    await Bun.sleep(2_000);
    while (!isIdle()) await Bun.sleep(500);
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}

function childrenSeconds(pid: number, children: number[]): number {
  const of = (child: number) => processorSeconds(child).own + processorSeconds(child).ended;
  return children.reduce((sum, child) => sum + of(child), processorSeconds(pid).ended);
}
