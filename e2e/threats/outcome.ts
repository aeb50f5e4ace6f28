import type { NamedTest } from "./threat.ts";

/** What a run says of one test that ran or should have run. */
export type Outcome = NamedTest & { result: "passed" | "failed" | "skipped" };

/** The tests of a run that have this name; more than one where the name fills something in. */
export function outcomesOf({ file, name }: NamedTest, all: Outcome[]): Outcome[] {
  const pattern = new RegExp(`^${namePattern(name)}$`);
  return all.filter((outcome) => outcome.file === file && pattern.test(outcome.name));
}

/** The name as a regular expression, for runners that choose tests by one. */
export function namePattern(name: string): string {
  return name.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&").replaceAll("…", ".*");
}
