/**
 * `bun run faults [WORDS]`: every call of the main flows to the disk (each step of an upload, of keeping a file, of
 * sealing it, of the kept checkpoint, of the outbox), to the database (each statement and commit), to children, a
 * stand-in of LibreOffice, mail server and Stripe fails once, in each of three ways, and after each the program is
 * started anew. What children do on the disk is not struck, only they themselves. Prints a line for each flow and
 * way; ends with 1 when a data folder was not sound, or something a user was promised was not done. With words, only
 * the flows that have them in their names.
 */
import { flows, loopOverFaults } from "./fault-injection/loop.ts";
import { outcomes } from "./fault-injection/trial.ts";

const words = process.argv.slice(2).join(" ");
const columns = ["flow", "each call", "calls", ...outcomes, "unsound"];
const widths = [44, 25, 7, ...outcomes.map(({ length }) => length + 2), 8];
const line = (cells: (string | number)[]) =>
  console.log(cells.map((cell, at) => String(cell).padEnd(widths[at] ?? 0)).join(""));

let faults = 0;
line(columns);
for await (const result of loopOverFaults(
  1,
  flows.filter(({ what }) => what.includes(words)),
)) {
  const counts = outcomes.map((outcome) => result.outcomes[outcome] ?? 0);
  line([result.flow.what, result.mode, result.calls, ...counts, result.faults.length]);
  for (const fault of result.faults) console.log(`  ${fault}`);
  faults += result.faults.length;
}
console.log(faults === 0 ? "Sound after every fault." : `${faults} faults.`);
process.exit(faults === 0 ? 0 : 1);
