import { type Outcome, outcomesOf } from "./outcome.ts";
import type { NamedTest, Threat } from "./threat.ts";

export type Verdict = { passed: boolean; lines: string[] };

/** One line for a threat, and one more for each of its tests that does not hold. A test that did not run fails. */
export function judge(threat: Threat, outcomes: Outcome[]): Verdict {
  const faults = threat.tests.flatMap((test) => faultOf(test, outcomesOf(test, outcomes)));
  if (threat.tests.length === 0) faults.push("     no test is named");
  const passed = faults.length === 0;
  const count = threat.tests.length === 1 ? "1 test" : `${threat.tests.length} tests`;
  const head = `${threat.id.padEnd(4)} ${threat.threat}`;
  return { passed, lines: [`${head}: ${passed ? "pass" : "FAIL"} (${count})`, ...faults] };
}

function faultOf({ file, name }: NamedTest, found: Outcome[]): string[] {
  if (found.length === 0) return [`     did not run: ${file}: ${name}`];
  return found
    .filter(({ result }) => result !== "passed")
    .map((outcome) => `     ${outcome.result}: ${file}: ${outcome.name}`);
}
