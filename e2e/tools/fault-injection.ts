/**
 * `bun run faults [WORDS]`: makes every call of the main flows to the disk (each step of an upload, of storing a file,
 * of sealing it, of the checkpoint, of the outbox), to the database (each statement, commit and sync), to children, a
 * fake LibreOffice, mail server and Stripe fail once, in each of three ways, and restarts the program after each. Disk
 * access inside children is not affected, only the children themselves. Prints a line for each flow and way; exits with
 * 1 if a data folder was damaged, or a promise to a user was broken. With words, only flows with these words in their
 * names run.
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
