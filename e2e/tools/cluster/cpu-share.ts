import { descendantsOf, processorSeconds } from "../../../src/testing/processes.ts";

const lookEveryMs = 20;
/** More unused time than this is lost, as on a machine with so few cores. */
const keptSeconds = 0.1;

/**
 * Lets a process and its descendants together use at most as much time as `cores` cores have: whenever they have used
 * more, all of them are stopped (SIGSTOP) until it is due. Ends when it is disposed of.
 */
export function limitCores(pid: number, cores: number): Disposable {
  const family = () => [pid, ...descendantsOf(pid)];
  /** Of every process so far: those that have ended have used their time, too. */
  const seconds = new Map<number, number>();
  const readUsed = () => {
    for (const one of family()) seconds.set(one, Math.max(seconds.get(one) ?? 0, processorSeconds(one).own));
    return seconds.values().reduce((sum, each) => sum + each, 0);
  };
  const signal = (name: "SIGSTOP" | "SIGCONT") => {
    for (const one of family()) sendSignal(one, name);
  };
  let [due, lookedAt] = [readUsed(), performance.now()];
  const timer = setInterval(() => {
    const [used, now] = [readUsed(), performance.now()];
    due = Math.min(due + (cores * (now - lookedAt)) / 1_000, used + keptSeconds);
    lookedAt = now;
    signal(used > due ? "SIGSTOP" : "SIGCONT");
  }, lookEveryMs);
  return {
    [Symbol.dispose]() {
      clearInterval(timer);
      signal("SIGCONT");
    },
  };
}

/** A process may have ended since it was listed. */
function sendSignal(pid: number, name: "SIGSTOP" | "SIGCONT"): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}
