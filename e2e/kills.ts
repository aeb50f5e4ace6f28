/**
 * `bun run kills [N]`: a server under load is killed N times (50) at random moments. Prints a line for each death and
 * the start after it; ends with 1 at the first one after which something does not hold.
 */
import { killAtRandom } from "./kills/killing.ts";

const kills = Number(process.argv[2] ?? 50);
if (!Number.isInteger(kills) || kills < 1) {
  console.error("Usage: bun run kills [NUMBER]");
  process.exit(2);
}
for await (const { number, aliveMs, startMs, completed, faults } of killAtRandom(kills)) {
  const verdict = faults.length === 0 ? "sound" : "NOT SOUND";
  console.log(
    `kill ${number}: after ${aliveMs} ms; up again in ${startMs} ms; ${completed} completed so far; ${verdict}`,
  );
  for (const fault of faults) console.log(`  ${fault.trim()}`);
  if (faults.length > 0) process.exit(1);
}
