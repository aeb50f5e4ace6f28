import { readFileSync } from "node:fs";
import { join } from "node:path";

/** What the specification asks for, the file with the test that proves it, and the name of that test. */
export type Requirement = readonly [what: string, file: string, test: string];

const root = join(import.meta.dir, "../..");
const namedTest = /(?<![.\w])test\(\s*("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`)/g;
const filledIn = /\$\{[^}]*\}/g;
const known = new Map<string, Set<string>>();

/** The names of the tests in a file of the repository (`testNames`). */
export function testsIn(file: string): Set<string> {
  const read = known.get(file);
  if (read) return read;
  const names = testNames(readFileSync(join(root, file), "utf8"), file.endsWith(".tsx") ? "tsx" : "ts");
  known.set(file, names);
  return names;
}

/**
 * The names of the tests that run, "…" for what they fill in; those that are skipped or stand in a comment are not
 * among them: compiling leaves out comments, and what can never run.
 */
export function testNames(source: string, loader: "ts" | "tsx"): Set<string> {
  const code = new Bun.Transpiler({ loader, target: "bun" }).transformSync(source);
  return new Set([...code.matchAll(namedTest)].map(([, name = ""]) => nameIn(name)));
}

/** What a string or template of compiled code says. */
function nameIn(literal: string): string {
  return literal.slice(1, -1).replace(filledIn, "…").replace(/\\(.)/g, "$1");
}
