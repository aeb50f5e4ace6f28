/**
 * `bun run bench:cluster [documents | lookups]`: documents per second of one, two and three servers on PostgreSQL and
 * S3, as ratios to one server on SQLite in the same run; then how long a lookup among a million documents takes on both
 * engines. On one machine the servers share its processors: this shows what sharing costs, not what more machines gain.
 */
import { measureRowLookups } from "./cluster/row-lookups.ts";
import { measureThroughput } from "./cluster/throughput.ts";

const what = process.argv[2];
if (what !== "lookups") {
  let peer: number | undefined;
  for await (const { what, documentsPerSecond } of measureThroughput(12, 30_000)) {
    peer ??= documentsPerSecond;
    const ratio = (documentsPerSecond / peer).toFixed(2);
    console.log(`${what}: ${documentsPerSecond.toFixed(1)} documents per second, ${ratio} of SQLite`);
  }
}
if (what !== "documents") {
  for await (const { engine, rows, medianMs, p99Ms } of measureRowLookups(1_000_000)) {
    const times = `median ${medianMs.toFixed(2)} ms, p99 ${p99Ms.toFixed(2)} ms`;
    console.log(`${engine}: a lookup among ${rows.toLocaleString("en")} documents: ${times}`);
  }
}
