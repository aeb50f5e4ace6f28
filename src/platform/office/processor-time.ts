import { readdirSync, readFileSync } from "node:fs";

/** Linux counts processor time in hundredths of a second for programs (sysconf _SC_CLK_TCK). */
const tickMs = 10;

/**
 * The processor time of a process and of all that it started, in milliseconds; no other process is looked at. Undefined
 * where the system does not tell, which is everywhere except on Linux. `proc` is where it tells.
 */
export function readProcessorTime(root: number, proc = "/proc"): number | undefined {
  let ticks = readTicks(`${proc}/${root}`);
  const pending = listChildren(`${proc}/${root}`, root);
  if (ticks === undefined || pending === undefined) return undefined;
  for (let pid = pending.pop(); pid !== undefined; pid = pending.pop()) {
    ticks += readTicks(`${proc}/${pid}`) ?? 0;
    pending.push(...(listChildren(`${proc}/${pid}`, pid) ?? []));
  }
  return ticks * tickMs;
}

/** The processes that each thread of a process started (proc_pid_task(5)). Undefined if the process has exited. */
function listChildren(folder: string, pid: number): number[] | undefined {
  const main = readList(`${folder}/task/${pid}/children`);
  if (main === undefined) return undefined;
  const others = listThreads(folder).filter((thread) => thread !== `${pid}`);
  return [...main, ...others.flatMap((thread) => readList(`${folder}/task/${thread}/children`) ?? [])];
}

function listThreads(folder: string): string[] {
  try {
    return readdirSync(`${folder}/task`);
  } catch {
    // It has exited.
    return [];
  }
}

function readList(path: string): number[] | undefined {
  const list = read(path);
  return list === undefined ? undefined : (list.match(/\d+/g) ?? []).map(Number);
}

/** The fields of proc_pid_stat(5) behind the name, which may contain anything. Includes children that have exited. */
function readTicks(folder: string): number | undefined {
  const fields = /^.*\) (.*)$/s.exec(read(`${folder}/stat`) ?? "")?.[1]?.split(" ");
  return fields
    ?.slice(11, 15)
    .map(Number)
    .reduce((sum, ticks) => sum + ticks, 0);
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    // The process or thread has exited.
    return undefined;
  }
}
