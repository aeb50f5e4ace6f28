/**
 * `bun e2e/test-tags.ts`: the lines of docs/specification.md and docs/threats.md without a test, and the tags in test
 * names without a line. A test has the tag of each line that it proves: `… [threat F6]`.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Glob } from "bun";
import { type Argument, type Expression, parseSync, Visitor } from "oxc-parser";

/** The name of a test or of a group of tests, with "…" for template expressions; only a plain `test(…)` always runs. */
export type TestName = { file: string; name: string; alwaysRuns: boolean };

const root = join(import.meta.dir, "..");
const lists = ["docs/specification.md", "docs/threats.md"];
const tagInName = /\[((?:spec|threat) [^\]]*)\]/g;

/** The tags of all lines in order. */
export function readTags(): string[] {
  return lists.flatMap((list) => {
    const rows = readFileSync(join(root, list), "utf8").matchAll(/^- `((?:spec|threat) [^`]+)`: /gm);
    return [...rows].map(([, tag = ""]) => tag);
  });
}

export function readTestNames(): TestName[] {
  return [...new Glob("{src,db,web,e2e}/**/*.{test,e2e}.{ts,tsx}").scanSync(root)]
    .sort()
    .flatMap((file) => findTestNames(file, readFileSync(join(root, file), "utf8")));
}

export function findTestNames(file: string, source: string): TestName[] {
  const found: TestName[] = [];
  new Visitor({
    CallExpression({ callee, arguments: [first] }) {
      const runner = getRunner(callee);
      const name = first && getText(first);
      if (runner && name !== undefined)
        found.push({ file, name, alwaysRuns: runner === callee && isTest(runner) });
    },
  }).visit(parseSync(file, source).program);
  return found.filter(({ name }) => name !== "");
}

const isTest = (runner: Expression) => runner.type === "Identifier" && runner.name === "test";

/** The `test` or `describe` of a call such as `test(…)`, `test.skip(…)` or `test.each([…])(…)`. */
function getRunner(callee: Expression): Expression | undefined {
  if (callee.type === "Identifier") return /^(test|describe)$/.test(callee.name) ? callee : undefined;
  if (callee.type === "MemberExpression") return getRunner(callee.object as Expression);
  return callee.type === "CallExpression" ? getRunner(callee.callee) : undefined;
}

function getText(argument: Argument): string | undefined {
  if (argument.type === "Literal") return typeof argument.value === "string" ? argument.value : undefined;
  if (argument.type !== "TemplateLiteral") return undefined;
  return argument.quasis.map(({ value }) => value.cooked ?? value.raw).join("…");
}

/** The lines without a test, and the tags without a line. */
export function compareTags(tags: string[], names: TestName[]): { untested: string[]; unknown: string[] } {
  const used = names.flatMap(({ file, name, alwaysRuns }) =>
    [...name.matchAll(tagInName)].map(([, tag = ""]) => ({ tag, file, proves: alwaysRuns })),
  );
  const proved = new Set(used.filter(({ proves }) => proves).map(({ tag }) => tag));
  return {
    untested: tags.filter((tag) => !proved.has(tag)),
    unknown: used.filter(({ tag }) => !tags.includes(tag)).map(({ tag, file }) => `${tag} in ${file}`),
  };
}

if (import.meta.main) {
  const { untested, unknown } = compareTags(readTags(), readTestNames());
  for (const tag of untested) console.log(`has no test: ${tag}`);
  for (const tag of unknown) console.log(`belongs to no line: ${tag}`);
  if (untested.length + unknown.length > 0) process.exit(1);
  console.log("Every line has a test, and every tag belongs to a line.");
}
