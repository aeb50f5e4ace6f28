/** What Linux tells of processes, in /proc. */
import { existsSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";

/** A process that has ended but was not fetched by anybody yet (state Z) is not alive. */
export function isAlive(pid: number): boolean {
  return existsSync(`/proc/${pid}/stat`) && !readFileSync(`/proc/${pid}/stat`, "utf8").includes(") Z ");
}

/** Files, without sockets: how many clients are connected is theirs to decide. */
export const openFilesOf = (pid: number) => heldBy(pid).filter((what) => !what.startsWith("socket:")).length;

/** Connections, and where the server listens. */
export function socketsOf(pid: number): number {
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

/** What all cores together have worked, for whomever. */
export function machineSeconds(): number {
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

/** What a process holds in memory; 0 when it has ended. */
export const rssMb = (pid: number) =>
  Number(/^VmRSS:\s+(\d+)/m.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) / 1024;

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

/** Ends a process the hard way; one that is gone by then has ended already. */
export function killIfAlive(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}
