import { join } from "node:path";
import { believed, namePattern, type Outcome } from "./outcome.ts";
import type { NamedTest } from "./threat.ts";

const testCase = /<testcase name="([^"]*)"[^>]*? file="([^"]*)"[^>]*?(?:\/>|>([\s\S]*?)<\/testcase>)/g;
const entities: Record<string, string> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

/** Runs these tests and no others; what the runner prints goes on to the console. */
export async function runUnitTests(tests: NamedTest[], folder: string): Promise<Outcome[]> {
  if (tests.length === 0) return [];
  const report = join(folder, "unit-tests.xml");
  const files = [...new Set(tests.map(({ file }) => `./${file}`))];
  const names = `(?:${tests.map(({ name }) => namePattern(name)).join("|")})$`;
  const options = ["--timeout", "120000", "--parallel=2", "--no-isolate", "--only-failures"];
  const reporting = ["--reporter=junit", `--reporter-outfile=${report}`];
  const runner = Bun.spawn(["bun", "test", ...options, ...reporting, "-t", names, ...files], {
    stdio: ["ignore", "inherit", "inherit"],
  });
  const code = await runner.exited;
  return believed(readJunit(await Bun.file(report).text()), code);
}

/** The test cases of a report in the format of JUnit. */
export function readJunit(xml: string): Outcome[] {
  return [...xml.matchAll(testCase)].map(([, name = "", file = "", inside = ""]) => ({
    file: withoutEntities(file),
    name: withoutEntities(name),
    result: /<(failure|error)\b/.test(inside) ? "failed" : /<skipped\b/.test(inside) ? "skipped" : "passed",
  }));
}

function withoutEntities(text: string): string {
  return text.replace(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (all, decimal, hex, name) => {
    if (name !== undefined) return entities[String(name)] ?? all;
    return String.fromCodePoint(decimal ? Number(decimal) : Number.parseInt(String(hex), 16));
  });
}
