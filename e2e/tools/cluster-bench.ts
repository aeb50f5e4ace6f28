/**
 * `bun run bench:cluster [documents | shares | appends | lookups]`: documents per second of one, two and three servers
 * on PostgreSQL and S3, and what one costs, as ratios to one server on SQLite in the same run; the same if each server
 * gets only a small share of a core; appends to the log per second from one and four servers; and how long a lookup
 * among a million documents takes on both engines. On one machine the servers share its processors: only the shares
 * show the benefit of more machines.
 */
import { measureAppends } from "./cluster/appends.ts";
import { printParts, sumOfParts } from "./cluster/part-times.ts";
import { measureRowLookups } from "./cluster/row-lookups.ts";
import { coresPerServer, measureShares, measureThroughput } from "./cluster/throughput.ts";

const wants = (part: string) => [part, undefined].includes(process.argv[2]);
if (wants("documents")) {
  let peer: number | undefined;
  const load = { customers: 12, warmUpPerServer: 400, ms: 30_000 };
  for await (const { what, documentsPerSecond, parts } of measureThroughput(load)) {
    const processorMs = sumOfParts(parts);
    peer ??= processorMs;
    const ratio = (processorMs / peer).toFixed(2);
    console.log(
      `${what}: ${documentsPerSecond.toFixed(1)} documents per second, each ${processorMs.toFixed(0)} ms of processor time (${printParts(parts)}), ${ratio} of SQLite`,
    );
  }
}
if (wants("shares")) {
  for await (const { servers, documentsPerSecond, parts } of measureShares({
    warmUpPerServer: 200,
    ms: 60_000,
  })) {
    const room = (servers * coresPerServer * 1_000) / (parts.servers + parts.children);
    console.log(
      `${servers} of ${coresPerServer} cores: ${documentsPerSecond.toFixed(2)} documents per second, ${(documentsPerSecond / room).toFixed(2)} of the ${room.toFixed(2)} that their processor time allows (${printParts(parts)})`,
    );
  }
}
if (wants("appends")) {
  let peer: number | undefined;
  for (const { what, appendsPerSecond, processorMs } of await measureAppends(5, 4_000)) {
    const [rate, cost] = [sort(appendsPerSecond), sort(processorMs)];
    peer ??= cost.median;
    const range = `${rate.least.toFixed(0)} to ${rate.most.toFixed(0)}`;
    const ratio = (cost.median / peer).toFixed(2);
    console.log(
      `${what}: ${rate.median.toFixed(0)} appends per second (${range}), each ${cost.median.toFixed(1)} ms of processor time, ${ratio} of the first`,
    );
  }
}
if (wants("lookups")) {
  for await (const { engine, rows, medianMs, p99Ms } of measureRowLookups(1_000_000)) {
    const times = `median ${medianMs.toFixed(2)} ms, p99 ${p99Ms.toFixed(2)} ms`;
    console.log(`${engine}: a lookup among ${rows.toLocaleString("en")} documents: ${times}`);
  }
}

function sort(numbers: number[]): { least: number; median: number; most: number } {
  const sorted = numbers.toSorted((a, b) => a - b);
  return { least: sorted[0] ?? 0, median: sorted[sorted.length >> 1] ?? 0, most: sorted.at(-1) ?? 0 };
}
