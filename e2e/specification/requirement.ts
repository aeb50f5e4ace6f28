import { readFileSync } from "node:fs";
import { join } from "node:path";

/** What the specification asks for, the file with the test that proves it, and the name of that test. */
export type Requirement = readonly [what: string, file: string, test: string];

const root = join(import.meta.dir, "../..");
const namedTest = /\btest\(\s*(?:"((?:[^"\\]|\\.)*)"|`((?:[^`\\]|\\.)*)`)/g;
const filledIn = /\$\{[^}]*\}/g;
const known = new Map<string, Set<string>>();

/** The names of the tests in a file, "…" for what they fill in; those that are skipped are not among them. */
export function testsIn(file: string): Set<string> {
  const read = known.get(file);
  if (read) return read;
  const text = readFileSync(join(root, file), "utf8");
  const names = new Set(
    [...text.matchAll(namedTest)].map(
      ([, plain, template]) => plain ?? template?.replace(filledIn, "…") ?? "",
    ),
  );
  known.set(file, names);
  return names;
}
