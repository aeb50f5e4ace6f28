import { availableParallelism, loadavg } from "node:os";
import { type CallKind, type Calls, percentile } from "./calls.ts";
import type { Rest } from "./rest.ts";
import type { Sample, ServerWatch } from "./server-watch.ts";

/** One limit to check. */
export type Limit = { what: string; found: string; limit: string; holds: boolean; isOfSpeed?: boolean };

const answersWithinMs = 100;
/** "All cores busy": the cores must be busy for this part of the time, and the server must use this part of that. */
const busyShare = 0.9;
const busyShareOfServer = 0.4;
/** Growth between the first idle phase of a soak and the last: caches, database pages, compiled code. */
const maxGrowthAtRest: Partial<Record<keyof Rest, number>> = { rssMb: 32, heapMb: 12, openFiles: 0 };
/** At every idle phase: at most the one warm child, and the listening socket. */
const maxAtRest: Partial<Record<keyof Rest, number>> = {
  workers: 1,
  offices: availableParallelism(),
  sockets: 1,
  temporaryFiles: 0,
  unnamedFiles: 0,
};

export function printCalls(calls: Calls): void {
  console.log(cells(["call", "count", "per second", "p50 ms", "p99 ms", "slowest", "broken"]));
  for (const kind of calls.kinds) {
    const times = calls.times(kind);
    const ms = (share: number) => percentile(times, share).toFixed(1);
    console.log(
      cells([
        kind,
        String(times.length),
        (times.length / calls.seconds).toFixed(1),
        ms(0.5),
        ms(0.99),
        ms(1),
        String(calls.brokenCalls(kind)),
      ]),
    );
  }
  for (const [words, times] of calls.faults) console.log(`${times} × ${words}`);
  console.log(`load of the machine: ${load()}`);
}

const load = () =>
  loadavg()
    .map((value) => value.toFixed(1))
    .join(", ");

/** One line of progress during a long run. */
export function printProgress(watch: ServerWatch, calls: Calls): void {
  const { at, rssMb, openFiles, children } = watch.look();
  console.log(
    `${at.toFixed(0)} s: ${calls.count()} calls, ${calls.brokenCalls()} broken, RSS ${rssMb.toFixed(0)} MB, ${openFiles} files, ${children} children, load ${load()}`,
  );
}

export function printRest(rest: Rest): void {
  const words = Object.entries(rest).map(([name, value]) => `${name} ${Math.round(value * 10) / 10}`);
  console.log(`at rest: ${words.join(", ")}, load ${load()}`);
}

export function printSamples(samples: Sample[]): void {
  console.log(cells(["second", "RSS MB", "open files", "children", "their MB", "temporary"]));
  const every = Math.max(1, Math.floor(samples.length / 12));
  for (const sample of samples.filter((_, second) => second % every === 0)) {
    const { at, rssMb, openFiles, children, childrenMb, temporaryFiles } = sample;
    console.log(
      cells([at, rssMb, openFiles, children, childrenMb, temporaryFiles].map((value) => value.toFixed(0))),
    );
  }
}

export function checkCalls(calls: Calls): Limit[] {
  const quick = (kind: CallKind): Limit => {
    const p99 = percentile(calls.times(kind), 0.99);
    return {
      what: `p99 of ${kind} while everybody is at work`,
      found: `${p99.toFixed(1)} ms`,
      limit: `< ${answersWithinMs} ms`,
      holds: p99 < answersWithinMs,
      isOfSpeed: true,
    };
  };
  const broken = calls.brokenCalls();
  const none = (what: string, found: number) => ({
    what,
    found: String(found),
    limit: "0",
    holds: found === 0,
  });
  return [
    quick("health"),
    quick("verify"),
    none("answers 5xx, or none", broken),
    none("other faults", calls.faults.size),
  ];
}

/** Checks that the times were measured under load: every core busy, mostly with documents. */
export function checkBusyCores({ from, to }: { from: Sample; to: Sample }): Limit {
  const possible = (to.at - from.at) * availableParallelism();
  const share = (of: keyof Sample["busySeconds"]) => (to.busySeconds[of] - from.busySeconds[of]) / possible;
  const [server, children, machine] = [share("server"), share("children"), share("machine")];
  const percent = (value: number) => `${(value * 100).toFixed(0)} %`;
  return {
    what: "time of all cores meanwhile",
    found: `${percent(machine)}: children ${percent(children)}, server ${percent(server)}`,
    limit: `≥ ${percent(busyShare)}`,
    holds: machine >= busyShare && server + children >= busyShareOfServer,
  };
}

/** The server's idle resources must be explained, and must not be greater at the end than at the beginning. */
export function checkIdle(rests: Rest[]): Limit[] {
  const shown = (name: keyof Rest) => rests.map((rest) => Math.round(rest[name] * 10) / 10).join(", ");
  const growth = Object.entries(maxGrowthAtRest).map(([name, most]) => {
    const of = (rest: Rest | undefined) => rest?.[name as keyof Rest] ?? Number.NaN;
    return {
      what: `growth of ${name} from rest to rest`,
      found: shown(name as keyof Rest),
      limit: `≤ ${most}`,
      holds: of(rests.at(-1)) - of(rests[0]) <= most,
    };
  });
  const levels = Object.entries(maxAtRest).map(([name, most]) => ({
    what: `${name} at rest`,
    found: shown(name as keyof Rest),
    limit: `≤ ${most}`,
    holds: rests.every((rest) => rest[name as keyof Rest] <= most),
  }));
  return [...growth, ...levels];
}

export function printLimits(limits: Limit[]): void {
  for (const { what, found, limit, holds } of limits) {
    console.log(
      `${what.padEnd(44)} ${found.padStart(44)} ${limit.padStart(10)}  ${holds ? "holds" : "FAILS"}`,
    );
  }
}

function cells(texts: string[]): string {
  return texts.map((text, column) => (column === 0 ? text.padEnd(12) : text.padStart(11))).join("");
}
