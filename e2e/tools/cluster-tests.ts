/**
 * `bun run cluster [KILLS] [SEED]`: three servers on one PostgreSQL and one S3 store, with 40 customers at work. Kills
 * servers KILLS times (30) at random moments, then PostgreSQL and the store are away for 15 seconds each. Prints a line
 * for each event; exits with 1 if anything was wrong, and keeps the folder with data and logs.
 */
import { runCluster } from "./cluster/trial.ts";

const [kills = 30, seed = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0] = process.argv
  .slice(2)
  .map(Number);
if (!Number.isInteger(kills) || kills < 0 || !Number.isInteger(seed)) {
  console.error("Usage: bun run cluster [KILLS] [SEED]");
  process.exit(2);
}
const started = performance.now();
console.log(`${kills} kills, seed ${seed}`);
for await (const { what, completed, faults, folder } of runCluster({
  kills,
  seed,
  customers: 40,
  outageMs: 15_000,
})) {
  const seconds = Math.round((performance.now() - started) / 1000);
  const verdict = faults.length === 0 ? "" : `; NOT SOUND, kept in ${folder}`;
  console.log(`${String(seconds).padStart(4)} s  ${what}; ${completed} documents completed${verdict}`);
  for (const fault of faults) console.log(`  ${fault.trim()}`);
  if (faults.length > 0) process.exitCode = 1;
}
