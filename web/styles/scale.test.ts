import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { __unstable__loadDesignSystem as loadTheme } from "@tailwindcss/node";
import { parseSync, Visitor } from "oxc-parser";

const web = join(import.meta.dir, "..");
const theme = await loadTheme(readFileSync(join(web, "styles.css"), "utf8"), { base: web });
const pages = readdirSync(web, { recursive: true })
  .map(String)
  .filter((name) => name.endsWith(".tsx"));

/** Steps and colors as Tailwind names them. */
const stepName = /^(\d.*|xs|sm|md|lg|xl|prose)$/;
const colorName = /^(black|[a-z]+-\d+)$/;
/** What the theme has steps of. */
const measures = [
  "text",
  "spacing",
  "radius",
  "container",
  "size",
  "width",
  "height",
  "grid-template-columns",
];

test("every class of the pages is a step of the design guide", () => {
  expect(pages.length).toBeGreaterThan(200);
  expect(pages.flatMap((page) => findStrays(`web/${page}`, readFileSync(join(web, page), "utf8")))).toEqual(
    [],
  );
});

test("a class of another step is named with its line and the steps there are", () => {
  const find = (value: string) => findStrays("page.tsx", `\nexport const page = <p className=${value} />;`);
  expect(find('"grid p-4 text-sm sm:-mt-1 w-2/3 m-auto max-w-page [&>svg]:size-5"')).toEqual([]);
  expect(find('"grid p-5"')).toEqual([
    "page.tsx:2: p-5 is not in docs/design-guide.md; use p-0, p-1, p-2, p-3, p-4, p-6, p-8, p-12, p-16",
  ]);
  expect(find(`{\`\${look} rounded\`}`)).toEqual([
    expect.stringContaining("use rounded-full, rounded-lg, rounded-panel, rounded-sm"),
  ]);
  expect(find('{on ? "max-sm:hover:text-2xl" : look}')).toEqual([
    expect.stringContaining("use text-base, text-heading, text-hero, text-sm, text-title"),
  ]);
  expect(find('"bg-slate-100"')).toEqual(["page.tsx:2: bg-slate-100 is no color of web/styles/tokens.css"]);
  for (const inBrackets of [
    "w-[34rem]",
    "lg:grid-cols-[1fr_2fr]",
    "[width:3px]",
    "text-sm/[1.2]",
    "p-(--gap)",
  ])
    expect(find(`"flex ${inBrackets}"`)).toEqual([
      `page.tsx:2: ${inBrackets} measures by itself; name the measure in web/styles/scale.css, and why`,
    ]);
});

/** One line for each class in the page's strings that the theme does not have, or that measures in brackets. */
function findStrays(path: string, text: string): string[] {
  const { program } = parseSync(path, text);
  const strays: string[] = [];
  const meet = (words: string, start: number) => {
    for (const word of words.split(/\s+/)) {
      const what = describeStray(word);
      if (what) strays.push(`${path}:${text.slice(0, start).split("\n").length}: ${word} ${what}`);
    }
  };
  new Visitor({
    Literal({ value, start }) {
      if (typeof value === "string") meet(value, start);
    },
    TemplateElement({ value, start }) {
      meet(value.raw, start);
    },
  }).visit(program);
  return strays;
}

/** What is wrong with a class; undefined for other words, too. */
function describeStray(word: string): string | undefined {
  for (const candidate of theme.parseCandidate(word)) {
    if (candidate.kind === "static") return undefined;
    const value = candidate.kind === "functional" ? candidate.value : undefined;
    if (
      candidate.kind === "arbitrary" ||
      [value, candidate.modifier].some((part) => part?.kind === "arbitrary")
    )
      return "measures by itself; name the measure in web/styles/scale.css, and why";
    if (theme.candidatesToCss([word])[0] !== null) continue;
    if (value && colorName.test(value.value)) return "is no color of web/styles/tokens.css";
    if (value ? stepName.test(value.value) : candidate.root === "rounded")
      return `is not in docs/design-guide.md; use ${listSteps(candidate.root).join(", ")}`;
  }
  return undefined;
}

/** The classes of a kind whose measures the theme names. */
function listSteps(root: string): string[] {
  const named = theme.getClassList().filter(([name]) => name.startsWith(`${root}-`));
  return named
    .map(([name]) => name.slice(root.length + 1))
    .filter(
      (step) =>
        step === "full" || measures.some((measure) => theme.resolveThemeValue(`--${measure}-${step}`)),
    )
    .map((step) => `${root}-${step}`);
}
