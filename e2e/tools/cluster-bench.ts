/**
 * `bun run bench:cluster`: documents per second of one, two and three servers on PostgreSQL and S3, as ratios to one
 * server on SQLite in the same run. On one machine the servers share its processors, so it shows what sharing costs,
 * not what more machines gain.
 */
import { measureThroughput } from "./cluster/throughput.ts";

let peer: number | undefined;
for await (const { what, documentsPerSecond } of measureThroughput(12, 30_000)) {
  peer ??= documentsPerSecond;
  const ratio = (documentsPerSecond / peer).toFixed(2);
  console.log(`${what}: ${documentsPerSecond.toFixed(1)} documents per second, ${ratio} of SQLite`);
}
