import type { NamedTest } from "./threat.ts";

/** What a run says of one test that ran or should have run. */
export type Outcome = NamedTest & { result: "passed" | "failed" | "skipped" };

/**
 * The tests of a run that have this name; more than one where the name fills something in. Throws for a name without
 * a word of its own, which every test would have.
 */
export function outcomesOf({ file, name }: NamedTest, all: Outcome[]): Outcome[] {
  if (!/\w/.test(name)) throw new Error(`"${name}" names no test.`);
  const pattern = new RegExp(`^${namePattern(name)}$`);
  return all.filter((outcome) => outcome.file === file && pattern.test(outcome.name));
}

/**
 * A runner that ends with an error while none of its tests has failed did not get to some of them, which no report
 * names: then the others are worth nothing. Throws in that case.
 */
export function believed(outcomes: Outcome[], exitCode: number): Outcome[] {
  if (exitCode !== 0 && !outcomes.some(({ result }) => result === "failed")) {
    throw new Error(`The tests ended with ${exitCode} although none of them failed: some did not run.`);
  }
  return outcomes;
}

/** The name as a regular expression, for runners that choose tests by one. */
export function namePattern(name: string): string {
  return name.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&").replaceAll("…", ".*");
}
