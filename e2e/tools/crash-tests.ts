/**
 * `bun run kills [N] [SEED]`: kills a server under load, with payments, N times (50) at random moments. Prints a line
 * for each kill and the next start; exits with 1 at the first error, and keeps the folder with data and log.
 */
import { killAtRandom } from "./crash-tests/killing.ts";

const [kills = 50, seed = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0] = process.argv
  .slice(2)
  .map(Number);
if (!Number.isInteger(kills) || kills < 1 || !Number.isInteger(seed)) {
  console.error("Usage: bun run kills [NUMBER] [SEED]");
  process.exit(2);
}
console.log(`${kills} kills, seed ${seed}`);
for await (const kill of killAtRandom(kills, seed)) {
  const { number, aliveMs, startMs, completed, paid, refunded, faults, folder } = kill;
  const verdict = faults.length === 0 ? "sound" : `NOT SOUND, kept in ${folder}`;
  const soFar = `${completed} completed, ${paid} paid, ${refunded} refunded so far`;
  console.log(`kill ${number}: after ${aliveMs} ms; up again in ${startMs} ms; ${soFar}; ${verdict}`);
  for (const fault of faults) console.log(`  ${fault.trim()}`);
  if (faults.length > 0) {
    process.exitCode = 1;
    break;
  }
}
