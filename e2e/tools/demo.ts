/**
 * `bun run demo [--port 3100]`: a real server with a temporary data folder, with fictional accounts, documents,
 * tickets, payments and emails. Only this machine can reach it, and all data is deleted when it ends.
 */
import { parseArgs } from "node:util";
import { admin, jane, mei, omar, ravi } from "./demo/people.ts";
import { startDemo } from "./demo/stage.ts";
import { tourPath } from "./demo/tour.ts";

const { values } = parseArgs({ options: { port: { type: "string", default: "3100" } } });
console.log("Preparing the demo…");
const demo = await startDemo(Number(values.port));
console.log(`\nDemo, nothing of it is real: ${demo.origin}`);
console.log(`Mails, cards and accounts:   ${demo.origin}${tourPath}\n`);
for (const { username, password } of [jane, omar, ravi, mei, admin])
  console.log(`  ${username.padEnd(6)} ${password}`);
console.log("\nCtrl-C ends it and deletes everything.");
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.once(signal, async () => {
    await demo.stop();
    process.exit(0);
  });
}
