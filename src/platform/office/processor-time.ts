import { readdirSync, readFileSync } from "node:fs";

/** Linux counts processor time in hundredths of a second for programs (sysconf _SC_CLK_TCK). */
const tickMs = 10;

/**
 * The processor time of a process and of all that it started, in milliseconds. Undefined where the system does not
 * tell, which is everywhere except on Linux.
 */
export function readProcessorTime(root: number): number | undefined {
  const processes = listProcesses();
  if (!processes.has(root)) return undefined;
  const children = Map.groupBy(processes, ([, { parent }]) => parent);
  let ticks = 0;
  const pending = [root];
  for (let pid = pending.pop(); pid !== undefined; pid = pending.pop()) {
    ticks += processes.get(pid)?.ticks ?? 0;
    pending.push(...(children.get(pid) ?? []).map(([child]) => child));
  }
  return ticks * tickMs;
}

type Process = { parent: number; ticks: number };

function listProcesses(): Map<number, Process> {
  const found = new Map<number, Process>();
  try {
    for (const name of readdirSync("/proc")) {
      const process = /^\d+$/.test(name) ? readProcess(name) : undefined;
      if (process) found.set(Number(name), process);
    }
  } catch {
    return found;
  }
  return found;
}

/** The fields of proc_pid_stat(5) behind the name, which may contain anything. */
function readProcess(pid: string): Process | undefined {
  try {
    const fields = /^.*\) (.*)$/s
      .exec(readFileSync(`/proc/${pid}/stat`, "utf8"))?.[1]
      ?.split(" ")
      .map(Number);
    const [, parent] = fields ?? [];
    if (fields === undefined || parent === undefined) return undefined;
    const [user = 0, system = 0, ...ofEnded] = fields.slice(11, 15);
    return { parent, ticks: user + system + ofEnded.reduce((sum, ticks) => sum + ticks, 0) };
  } catch {
    // It has exited.
    return undefined;
  }
}
