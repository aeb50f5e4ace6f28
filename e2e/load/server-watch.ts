import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import type { Product } from "../support/product.ts";

/** What the server holds at one moment. `children` counts processes below it, whoever started them. */
export type Holding = {
  /** Seconds since the watch began. */
  at: number;
  rssMb: number;
  openFiles: number;
  children: number;
  childrenMb: number;
  /** Files and folders in DATA_DIR/tmp. */
  temporaryFiles: number;
};

/** Looks at the server from outside, every second, through /proc. */
export class ServerWatch {
  readonly holdings: Holding[] = [];
  readonly #product: Product;
  readonly #startedAt = performance.now();
  readonly #timer: Timer;

  constructor(product: Product) {
    this.#product = product;
    this.#timer = setInterval(() => this.holdings.push(this.look()), 1_000);
  }

  look(): Holding {
    const { pid, dataDir } = this.#product;
    const children = descendantsOf(pid);
    return {
      at: (performance.now() - this.#startedAt) / 1000,
      rssMb: rssMb(pid),
      openFiles: openFilesOf(pid),
      children: children.length,
      childrenMb: children.reduce((sum, child) => sum + rssMb(child), 0),
      temporaryFiles: readdirSync(join(dataDir, "tmp")).length,
    };
  }

  /** Resolves when no document has been worked at for two seconds: none has files in the making. */
  async untilIdle(): Promise<void> {
    const isIdle = () => this.holdings.slice(-2).every(({ temporaryFiles }) => temporaryFiles === 0);
    await Bun.sleep(2_000);
    while (!isIdle()) await Bun.sleep(500);
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}

/** Growth of a value over time by least squares, in units per minute, from `fromSecond` on. */
export function slopePerMinute(holdings: Holding[], value: keyof Holding, fromSecond: number): number {
  const points = holdings.filter(({ at }) => at >= fromSecond);
  const mean = (of: (point: Holding) => number) =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const time = mean(({ at }) => at);
  const level = mean((point) => point[value]);
  const together = mean((point) => (point.at - time) * (point[value] - level));
  return (together / mean(({ at }) => (at - time) ** 2)) * 60;
}

/** Files, without sockets: how many clients are connected is theirs to decide. */
function openFilesOf(pid: number): number {
  const folder = `/proc/${pid}/fd`;
  return readdirSync(folder).filter((name) => !isSocket(join(folder, name))).length;
}

/** One that was closed meanwhile counts for nothing. */
function isSocket(path: string): boolean {
  try {
    return readlinkSync(path).startsWith("socket:");
  } catch {
    return true;
  }
}

/** Processes below one, whoever of them started them. */
export function descendantsOf(pid: number): number[] {
  const direct = read(`/proc/${pid}/task/${pid}/children`);
  const threads = direct === "" ? childrenOfThreads(pid) : direct;
  return threads
    .split(" ")
    .filter((word) => word !== "")
    .map(Number)
    .flatMap((child) => [child, ...descendantsOf(child)]);
}

/** A child belongs to the thread that started it. */
function childrenOfThreads(pid: number): string {
  const threads = list(`/proc/${pid}/task`);
  return threads.map((thread) => read(`/proc/${pid}/task/${thread}/children`)).join(" ");
}

const rssMb = (pid: number) => Number(/^VmRSS:\s+(\d+)/m.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) / 1024;

/** A process may end while it is looked at: then there is nothing to read. */
function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

function list(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}
