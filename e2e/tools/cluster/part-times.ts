import { readFileSync } from "node:fs";
import { descendantsOf, processorSeconds } from "../../../src/testing/processes.ts";

/** Processor time, in any unit: of the servers, the children that open documents, PostgreSQL, and the store. */
export type PartTimes = Record<(typeof parts)[number], number>;

const parts = ["servers", "children", "database", "store"] as const;

/** In seconds, of everything that this process has started so far and that still runs, with its ended children. */
export function readPartTimes(): PartTimes {
  const seconds: PartTimes = { servers: 0, children: 0, database: 0, store: 0 };
  for (const pid of descendantsOf(process.pid)) {
    const { own, ended } = processorSeconds(pid);
    const part = partOf(pid);
    if (part) seconds[part] += own + ended;
  }
  return seconds;
}

/** What was used between two readings, for each of `count` documents, in milliseconds. */
export function perDocument(before: PartTimes, after: PartTimes, count: number): PartTimes {
  const entries = parts.map((part) => [part, ((after[part] - before[part]) * 1_000) / count] as const);
  return { servers: 0, children: 0, database: 0, store: 0, ...Object.fromEntries(entries) };
}

export const sumOfParts = (times: PartTimes): number => parts.reduce((sum, part) => sum + times[part], 0);

export const printParts = (times: PartTimes): string =>
  parts.map((part) => `${part} ${times[part].toFixed(1)}`).join(", ");

/** A process may end while it is read; then it belongs to no part. */
function partOf(pid: number): keyof PartTimes | undefined {
  const words = commandOf(pid);
  if (words.includes("postgres")) return "database";
  if (/ceph|radosgw/.test(words)) return "store";
  if (/\bserve$/.test(words)) return "servers";
  return words === "" ? undefined : "children";
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "latin1").replaceAll("\0", " ").trim();
  } catch {
    return "";
  }
}
