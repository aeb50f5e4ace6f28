/**
 * `bun run bench:cluster [documents | appends | lookups]`: documents per second of one, two and three servers on
 * PostgreSQL and S3, as ratios to one server on SQLite in the same run; appends to the log per second from one and
 * three servers; and how long a lookup among a million documents takes on both engines. On one machine the servers
 * share its processors: this shows what sharing costs, not what more machines gain.
 */
import { measureAppends } from "./cluster/appends.ts";
import { measureRowLookups } from "./cluster/row-lookups.ts";
import { measureThroughput } from "./cluster/throughput.ts";

const wants = (part: string) => [part, undefined].includes(process.argv[2]);
if (wants("documents")) {
  let peer: number | undefined;
  for await (const { what, documentsPerSecond } of measureThroughput(12, 30_000)) {
    peer ??= documentsPerSecond;
    const ratio = (documentsPerSecond / peer).toFixed(2);
    console.log(`${what}: ${documentsPerSecond.toFixed(1)} documents per second, ${ratio} of SQLite`);
  }
}
if (wants("appends")) {
  let peer: number | undefined;
  for (const { what, appendsPerSecond } of await measureAppends(5, 4_000)) {
    const sorted = appendsPerSecond.toSorted((a, b) => a - b);
    const [least = 0, median = 0, most = 0] = [sorted[0], sorted[sorted.length >> 1], sorted.at(-1)];
    peer ??= median;
    const range = `${least.toFixed(0)} to ${most.toFixed(0)} in ${sorted.length} rounds`;
    console.log(
      `${what}: ${median.toFixed(0)} appends per second (${range}), ${(median / peer).toFixed(2)} of the first`,
    );
  }
}
if (wants("lookups")) {
  for await (const { engine, rows, medianMs, p99Ms } of measureRowLookups(1_000_000)) {
    const times = `median ${medianMs.toFixed(2)} ms, p99 ${p99Ms.toFixed(2)} ms`;
    console.log(`${engine}: a lookup among ${rows.toLocaleString("en")} documents: ${times}`);
  }
}
