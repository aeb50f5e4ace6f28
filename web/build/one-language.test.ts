import { expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "bun";
import { type Node, parseSync, Visitor } from "oxc-parser";
import { type Language, languageCodes } from "../../src/formats/languages.ts";
import { oneLanguage } from "./one-language.ts";

const folder = join(import.meta.dir, "../texts");
const helperEnds: Record<Language, string> = { en: "En", es: "Es" };
const sources = readdirSync(folder)
  .filter((file) => file.endsWith(".ts"))
  .filter((file) => readFileSync(join(folder, file), "utf8").includes("localize("));

test.each(sources)("a reader gets one language of %s, and all of it", async (file) => {
  const written = readTexts(readFileSync(join(folder, file), "utf8"));
  for (const language of languageCodes) {
    const { all: sent } = readTexts(
      await buildPage(folder, language === "en" ? file : `${file}?${language}`),
    );
    expect([...written[language]].filter((text) => !sent.has(text))).toEqual([]);
    const others = languageCodes.flatMap((code) => [...written[code]]);
    expect(others.filter((text) => sent.has(text) && !written[language].has(text))).toEqual([]);
  }
});

test("a page is not built if a text is not written out in each language", async () => {
  expect(await buildTexts('localize({ title: { en: "A house", es: "Una casa" } })')).toContain("A house");
  await expect(buildTexts('localize({ title: { en: "A house" } })')).rejects.toThrow();
  await expect(buildTexts('localize({ title: "A house" })')).rejects.toThrow();
  await expect(buildTexts("localize({ title: inAnotherFile })")).rejects.toThrow();
  await expect(buildTexts("localize({ ...inAnotherFile })")).rejects.toThrow();
  await expect(buildTexts("localize(inAnotherFile)")).rejects.toThrow();
});

/** The script of a page that has these texts. */
async function buildTexts(value: string): Promise<string> {
  const root = mkdtempSync(join(tmpdir(), "attestamp-texts-"));
  const made = join(root, "web/texts");
  mkdirSync(made, { recursive: true });
  await Bun.write(join(made, "house.ts"), `export const house = ${value};`);
  return buildPage(made, "house.ts").finally(() => rmSync(root, { recursive: true }));
}

/** The script of a page with the texts of this file, without what they import. */
async function buildPage(texts: string, file: string): Promise<string> {
  const page = join(texts, "page/page.ts");
  const { outputs } = await build({
    entrypoints: [page],
    files: { [page]: `export * from ${JSON.stringify(`../${file}`)};` },
    external: ["./*", "../environment/*", "../../*"],
    plugins: [oneLanguage],
  });
  return (await outputs[0]?.text()) ?? "";
}

type Strings = Record<Language | "all", Set<string>>;

/** The strings in a source, and those in each language: in what is named `es`, or in a helper like `countEs`. */
function readTexts(source: string): Strings {
  const found: Strings = { all: new Set(), en: new Set(), es: new Set() };
  const spans: { language: Language; start: number; end: number }[] = [];
  const strings: { start: number; text: string }[] = [];
  const meet = ({ start, end }: Node, name: Node | null) => {
    if (name?.type !== "Identifier") return;
    const language = languageCodes.find((code) => name.name === code || name.name.endsWith(helperEnds[code]));
    if (language) spans.push({ language, start, end });
  };
  const read = (start: number, text: string) => /\p{L}{2}/u.test(text) && strings.push({ start, text });
  new Visitor({
    Property(node) {
      meet(node, node.key);
    },
    VariableDeclarator(node) {
      meet(node, node.id);
    },
    FunctionDeclaration(node) {
      meet(node, node.id);
    },
    Literal({ start, value }) {
      if (typeof value === "string") read(start, value);
    },
    TemplateElement({ start, value }) {
      read(start, value.cooked ?? value.raw);
    },
  }).visit(parseSync("texts.ts", source).program);
  for (const { start, text } of strings) {
    found.all.add(text);
    const around = spans.filter((span) => span.start <= start && start < span.end);
    for (const { language } of around) found[language].add(text);
  }
  return found;
}
