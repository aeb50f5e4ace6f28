import { type CallKind, type Calls, percentile } from "./calls.ts";
import type { LookupRate } from "./lookup-rate.ts";
import { type Holding, slopePerMinute } from "./server-watch.ts";

/** One thing that must hold. */
export type Limit = { what: string; found: string; limit: string; holds: boolean };

const answersWithinMs = 100;
const shareOfEmptyRoute = 0.5;
/** Growth after the first third of a soak, in which caches fill and code is compiled. */
const warmUpShare = 1 / 3;
const mostGrowthPerMinute: Partial<Record<keyof Holding, number>> = {
  rssMb: 2,
  openFiles: 0.5,
  children: 0.2,
  temporaryFiles: 0.5,
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
}

export function printHoldings(holdings: Holding[]): void {
  console.log(cells(["second", "RSS MB", "open files", "children", "their MB", "temporary"]));
  const every = Math.max(1, Math.floor(holdings.length / 12));
  for (const holding of holdings.filter((_, second) => second % every === 0)) {
    const { at, rssMb, openFiles, children, childrenMb, temporaryFiles } = holding;
    console.log(
      cells([at, rssMb, openFiles, children, childrenMb, temporaryFiles].map((value) => value.toFixed(0))),
    );
  }
}

export function judgeCalls(calls: Calls): Limit[] {
  const quick = (kind: CallKind): Limit => {
    const p99 = percentile(calls.times(kind), 0.99);
    return {
      what: `p99 of ${kind} while everybody is at work`,
      found: `${p99.toFixed(1)} ms`,
      limit: `< ${answersWithinMs} ms`,
      holds: p99 < answersWithinMs,
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

export function judgeLookupRate({ lookups, emptyRoute }: LookupRate): Limit {
  const share = lookups.perSecond / emptyRoute.perSecond;
  const words = ({ perSecond, microseconds }: LookupRate["lookups"]) =>
    `${perSecond.toFixed(0)}/s at ${microseconds.toFixed(0)} µs`;
  return {
    what: "lookups, beside an empty route",
    found: `${words(lookups)} of ${words(emptyRoute)} = ${share.toFixed(2)}`,
    limit: `≥ ${shareOfEmptyRoute}`,
    holds: share >= shareOfEmptyRoute,
  };
}

/** What must not grow however long it goes on. */
export function judgeGrowth(holdings: Holding[]): Limit[] {
  const from = (holdings.at(-1)?.at ?? 0) * warmUpShare;
  return Object.entries(mostGrowthPerMinute).map(([name, most]) => {
    const slope = slopePerMinute(holdings, name as keyof Holding, from);
    return {
      what: `growth of ${name}`,
      found: `${slope.toFixed(2)} a minute`,
      limit: `≤ ${most}`,
      holds: slope <= most,
    };
  });
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
