import { join } from "node:path";
import { believed, namePattern, type Outcome } from "./outcome.ts";
import type { NamedTest } from "./threat.ts";

type Spec = { title: string; file: string; tests: { results: { status: string }[] }[] };
type Suite = { specs?: Spec[]; suites?: Suite[] };

/** Runs these browser tests and no others, against the page as it is built; each is tried once. */
export async function runBrowserTests(tests: NamedTest[], folder: string): Promise<Outcome[]> {
  if (tests.length === 0) return [];
  const report = join(folder, "browser-tests.json");
  const files = [...new Set(tests.map(({ file }) => `/${namePattern(file)}$`))];
  const names = `(?:${tests.map(({ name }) => namePattern(name)).join("|")})$`;
  const choice = ["--grep", names, "--retries", "0", "--output", join(folder, "test-results")];
  const command = ["bunx", "--bun", "playwright", "test", "-c", "e2e/playwright.config.ts"];
  const runner = Bun.spawn([...command, ...choice, "--reporter", "json", ...files], {
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
  });
  const code = await runner.exited;
  return believed(readReport(await Bun.file(report).json()), code);
}

/** The tests of a report of Playwright, whose files are named from the folder of the browser tests. */
export function readReport(suite: Suite): Outcome[] {
  const own = (suite.specs ?? []).map(
    ({ title, file, tests }): Outcome => ({
      file: join("e2e", file),
      name: title,
      result: resultOf(tests.flatMap(({ results }) => results.map(({ status }) => status))),
    }),
  );
  return [...own, ...(suite.suites ?? []).flatMap(readReport)];
}

function resultOf(statuses: string[]): Outcome["result"] {
  if (statuses.length === 0 || statuses.includes("skipped")) return "skipped";
  return statuses.every((status) => status === "passed") ? "passed" : "failed";
}
