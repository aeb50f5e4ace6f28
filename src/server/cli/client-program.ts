/** The command line of the npm package: the commands that need no data folder of a server. Runs on Node and Bun. */
import { Command } from "@commander-js/extra-typings";
import { programVersion } from "../../program-info.ts";
import { addDocumentCommands } from "./document-commands.ts";
import { configure, runCommands } from "./run-commands.ts";
import { runMain } from "./run-main.ts";

const program = new Command("attestamp")
  .description("Stamps documents, attests when they existed, and lets anyone verify it.")
  .version(`Attestamp ${programVersion}`)
  .addHelpText(
    "after",
    "\nThe server and the access token are named in ATTESTAMP_SERVER and ATTESTAMP_TOKEN.",
  );
configure(program, {});
addDocumentCommands(program);
const args = process.argv.slice(2);
await runMain(() => runCommands(program, args.length === 0 ? ["--help"] : args));
