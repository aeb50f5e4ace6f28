/** Information about processes from Linux's /proc. */
import { existsSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";

/** A zombie (state Z) is not alive. */
export function isAlive(pid: number): boolean {
  return existsSync(`/proc/${pid}/stat`) && !readFileSync(`/proc/${pid}/stat`, "utf8").includes(") Z ");
}

/** Open files except sockets, whose number depends on the clients. */
export const openFilesOf = (pid: number) => heldBy(pid).filter((what) => !what.startsWith("socket:")).length;

/** Connections and listening sockets. */
export function socketsOf(pid: number): number {
  const inodes = heldBy(pid).flatMap((what) => /^socket:\[(\d+)\]$/.exec(what)?.[1] ?? []);
  const tcp = new Set(
    ["tcp", "tcp6"].flatMap((name) => read(`/proc/${pid}/net/${name}`).split("\n")).map(inodeOf),
  );
  return inodes.filter((inode) => tcp.has(inode)).length;
}

const inodeOf = (line: string) => line.trim().split(/ +/)[9];

/** What a process's file descriptors point to, except those that were just closed. */
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

/** The user and system time of a process and its ended children so far; Linux counts hundredths of a second. */
export function processorSeconds(pid: number): { own: number; ended: number } {
  return secondsIn(`/proc/${pid}/stat`);
}

/** The same for the main thread alone. */
export const mainThreadSeconds = (pid: number): number => secondsIn(`/proc/${pid}/task/${pid}/stat`).own;

function secondsIn(statFile: string): { own: number; ended: number } {
  const fields = read(statFile).split(") ")[1]?.split(" ").map(Number) ?? [];
  const [user = 0, system = 0, childUser = 0, childSystem = 0] = fields.slice(11, 15);
  return { own: (user + system) / 100, ended: (childUser + childSystem) / 100 };
}

/** The processor time of everything that this process has started so far. */
export function secondsOfStarted(): number {
  return descendantsOf(process.pid)
    .map(processorSeconds)
    .reduce((sum, { own, ended }) => sum + own + ended, processorSeconds(process.pid).ended);
}

/** The time that all cores have worked, for any program. */
export function machineSeconds(): number {
  const [user = 0, nice = 0, system = 0, , , irq = 0, softIrq = 0] = (read("/proc/stat").split("\n")[0] ?? "")
    .split(/ +/)
    .slice(1)
    .map(Number);
  return (user + nice + system + irq + softIrq) / 100;
}

/** All descendants of a process. */
export function descendantsOf(pid: number): number[] {
  return childrenOf(pid).flatMap((child) => [child, ...descendantsOf(child)]);
}

/** The direct children of a process. */
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

/** The memory of a process; 0 if it has ended. */
export const rssMb = (pid: number) =>
  Number(/^VmRSS:\s+(\d+)/m.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) / 1024;

/** A process may end while it is read; then the file is missing. */
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

/** Kills a process, unless it has already ended. */
export function killIfAlive(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}
