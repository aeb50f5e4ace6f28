/**
 * `bun run cluster [KILLS] [SEED]`: kills a server KILLS times (30) at moments spread over its first start, then runs
 * three servers on one PostgreSQL and one S3 store, with 40 customers at work: kills servers KILLS times at random
 * moments, cuts one off from PostgreSQL and from the store for a minute each, and stops PostgreSQL and the store for a
 * minute each. Prints a line for each event; exits with 1 if anything was wrong, and keeps the folder with data and
 * logs.
 */
import { killAtStart } from "./cluster/kills-at-start.ts";
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
const report = (what: string, faults: string[], verdict: string) => {
  const seconds = Math.round((performance.now() - started) / 1000);
  console.log(`${String(seconds).padStart(4)} s  ${what}${faults.length === 0 ? "" : verdict}`);
  for (const fault of faults) console.log(`  ${fault.trim()}`);
  if (faults.length > 0) process.exitCode = 1;
};
for await (const { message, of, faults } of killAtStart(kills)) {
  report(`killed at its start, at message ${message} of ${of} to PostgreSQL`, faults, "; NOT SOUND");
}
const trial = { kills, seed, customers: 40, outageMs: 60_000 };
for await (const { what, completed, faults, folder } of runCluster(trial)) {
  report(`${what}; ${completed} documents completed`, faults, `; NOT SOUND, kept in ${folder}`);
}
