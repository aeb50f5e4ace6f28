import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import type { Product } from "../support/product.ts";

/** What the server holds at one moment. `children` counts processes below it, whoever started them. */
export type Holding = {
  /** Seconds since the watch began. */
  at: number;
  rssMb: number;
  openFiles: number;
  sockets: number;
  children: number;
  childrenMb: number;
  /** Files and folders in DATA_DIR/tmp. */
  temporaryFiles: number;
  /** Processor time so far: of the server and what it started, and of all programs on all cores. */
  busySeconds: { server: number; children: number; machine: number };
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

  /** Since the watch began. */
  get seconds(): number {
    return (performance.now() - this.#startedAt) / 1000;
  }

  look(): Holding {
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

/** Files, without sockets: how many clients are connected is theirs to decide. */
export const openFilesOf = (pid: number) => heldBy(pid).filter((what) => !what.startsWith("socket:")).length;

/** Connections, and where the server listens. */
function socketsOf(pid: number): number {
  const inodes = heldBy(pid).flatMap((what) => /^socket:\[(\d+)\]$/.exec(what)?.[1] ?? []);
  const tcp = new Set(
    ["tcp", "tcp6"].flatMap((name) => read(`/proc/${pid}/net/${name}`).split("\n")).map(inodeOf),
  );
  return inodes.filter((inode) => tcp.has(inode)).length;
}

const inodeOf = (line: string) => line.trim().split(/ +/)[9];

/** What the descriptors of a process lead to. One that was closed meanwhile leads nowhere. */
function heldBy(pid: number): string[] {
  const folder = `/proc/${pid}/fd`;
  return list(folder).flatMap((name) => {
    try {
      return readlinkSync(join(folder, name));
    } catch {
      return [];
    }
  });
}

/** User and system time of a process so far, and of its children that have ended; Linux counts it in hundredths. */
export function processorSeconds(pid: number): { own: number; ended: number } {
  const fields = read(`/proc/${pid}/stat`).split(") ")[1]?.split(" ").map(Number) ?? [];
  const [user = 0, system = 0, childUser = 0, childSystem = 0] = fields.slice(11, 15);
  return { own: (user + system) / 100, ended: (childUser + childSystem) / 100 };
}

function childrenSeconds(pid: number, children: number[]): number {
  const of = (child: number) => processorSeconds(child).own + processorSeconds(child).ended;
  return children.reduce((sum, child) => sum + of(child), processorSeconds(pid).ended);
}

/** What all cores together have worked, for whomever. */
function machineSeconds(): number {
  const [user = 0, nice = 0, system = 0, , , irq = 0, softIrq = 0] = (read("/proc/stat").split("\n")[0] ?? "")
    .split(/ +/)
    .slice(1)
    .map(Number);
  return (user + nice + system + irq + softIrq) / 100;
}

/** Processes below one, whoever of them started them. */
export function descendantsOf(pid: number): number[] {
  return childrenOf(pid).flatMap((child) => [child, ...descendantsOf(child)]);
}

/** Processes that one has started itself. */
export function childrenOf(pid: number): number[] {
  const direct = read(`/proc/${pid}/task/${pid}/children`);
  const threads = direct === "" ? childrenOfThreads(pid) : direct;
  return threads
    .split(" ")
    .filter((word) => word !== "")
    .map(Number);
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
