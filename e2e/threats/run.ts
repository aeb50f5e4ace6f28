/**
 * `bun run test:threats [ID…]`: runs exactly the tests that the list of threats names, and prints one line for each
 * threat. `bun run test:threats C D1` looks at a section and at one threat. Ends with 1 when one does not hold.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureTools } from "../support/tools.ts";
import { runBrowserTests } from "./browser-tests.ts";
import { threats } from "./list.ts";
import type { NamedTest } from "./threat.ts";
import { runUnitTests } from "./unit-tests.ts";
import { judge } from "./verdict.ts";

const wanted = process.argv.slice(2);
const chosen = threats.filter(
  ({ id }) => wanted.length === 0 || wanted.some((word) => word === id || word === id[0]),
);
if (chosen.length === 0) throw new Error(`No threat is called ${wanted.join(" or ")}.`);

await ensureTools();
const tests = chosen.flatMap((threat) => threat.tests);
const inBrowser = ({ file }: NamedTest) => file.endsWith(".e2e.ts");
const folder = mkdtempSync(join(tmpdir(), "threats-"));
const outcomes = [
  ...(await runUnitTests(
    tests.filter((test) => !inBrowser(test)),
    folder,
  )),
  ...(await runBrowserTests(tests.filter(inBrowser), folder)),
];
rmSync(folder, { recursive: true });

const verdicts = chosen.map((threat) => judge(threat, outcomes));
console.log(`\n${verdicts.flatMap(({ lines }) => lines).join("\n")}`);
const failed = verdicts.filter(({ passed }) => !passed).length;
console.log(`\n${chosen.length} threats: ${chosen.length - failed} pass, ${failed} fail`);
process.exit(failed === 0 ? 0 : 1);
