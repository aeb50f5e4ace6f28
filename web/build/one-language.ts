import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { BunPlugin } from "bun";
import { type CallExpression, type Node, type Program, parseSync, Visitor } from "oxc-parser";
import { languageCodes } from "../../src/formats/languages.ts";

/** Text to write over this part of a source; an empty part is a place between two characters. */
type Edit = { start: number; end: number; text: string };

/** An exported constant whose value has a call of `localize`, and the texts in that call. */
type Localized = { name: string; value: Node; call: CallExpression; tree: Node };

const folder = join(import.meta.dir, "../texts");

/**
 * Sends a reader one language. In a page, `localize(TEXTS)` becomes `translated("NAME") ?? (TEXTS)` with TEXTS in
 * English. A translation imports `FILE.ts?LANGUAGE`, which is the same file with the texts of that language only. Texts
 * of `localizeWhole` stay as they are.
 */
export const oneLanguage: BunPlugin = {
  name: "one-language",
  setup(build) {
    build.onResolve({ filter: /^\.\.\/[\w-]+\.ts\?\w+$/ }, ({ path, importer }) => ({
      path: join(dirname(importer), path),
    }));
    build.onLoad({ filter: /[\\/]web[\\/]texts[\\/][\w-]+\.ts(\?\w+)?$/ }, ({ path }) => {
      const [file = "", language] = path.split("?");
      const source = readFileSync(file, "utf8");
      return { contents: language ? keepLanguage(source, language) : writeForPage(source), loader: "ts" };
    });
    build.onLoad({ filter: /[\\/]web[\\/]texts[\\/]\w+[\\/]translation\.ts$/ }, ({ path }) => ({
      contents: writeTranslation(readFileSync(path, "utf8")),
      loader: "ts",
    }));
  },
};

function writeForPage(source: string): string {
  const found = findLocalized(source);
  if (found.length === 0) return source;
  const lookups = found.flatMap(({ name, value: { start, end } }) => [
    { start, end: start, text: `translated("${name}") ?? (` },
    { start: end, end, text: ")" },
  ]);
  return writeImport("translated", "./translation.ts") + keepLanguage(source, "en", lookups);
}

function keepLanguage(source: string, language: string, others: Edit[] = []): string {
  const choices = findLocalized(source).flatMap(({ call, tree }) => [
    { start: call.start, end: call.callee.end, text: "" },
    ...chooseLanguage(tree, language),
  ]);
  return edit(source, [...others, ...choices]);
}

/** Puts all texts of the language in the place of `textsIn("LANGUAGE")`. */
function writeTranslation(source: string): string {
  const [call] = findCalls(parse(source), "textsIn");
  const language = call?.arguments[0];
  if (!call || language?.type !== "Literal") throw new Error("The translation has no place for its texts.");
  const all = readdirSync(folder)
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
    .toSorted()
    .flatMap((file) =>
      findLocalized(readFileSync(join(folder, file), "utf8")).map(({ name }) => ({ file, name })),
    );
  const names = new Set(all.map(({ name }) => name));
  if (names.size < all.length) throw new Error("Two texts have the same name.");
  const imports = all.map(({ file, name }) =>
    writeImport(`${name} as text_${name}`, `../${file}?${language.value}`),
  );
  const object = `{ ${all.map(({ name }) => `${name}: text_${name}`).join(", ")} }`;
  return imports.join("") + edit(source, [{ start: call.start, end: call.end, text: object }]);
}

function findLocalized(source: string): Localized[] {
  const program = parse(source);
  const constants = program.body.flatMap((statement) => {
    const isExported = statement.type === "ExportNamedDeclaration";
    const declaration = isExported ? statement.declaration : statement;
    if (declaration?.type !== "VariableDeclaration") return [];
    return declaration.declarations.flatMap(({ id, init }) =>
      id.type === "Identifier" && init ? [{ name: id.name, value: init, isExported }] : [],
    );
  });
  return findCalls(program, "localize").map((call) => {
    const made = constants.find(({ value }) => value.start <= call.start && call.end <= value.end);
    const [given] = call.arguments;
    const named = given?.type === "Identifier" && constants.find(({ name }) => name === given.name)?.value;
    const tree = named || given;
    if (!made?.isExported || !tree) throw new Error("localize() makes the value of an exported constant.");
    return { name: made.name, value: made.value, call, tree };
  });
}

/** What to leave out of texts, so that each has only this language. */
function chooseLanguage(node: Node, language: string): Edit[] {
  if (node.type === "TSSatisfiesExpression") return chooseLanguage(node.expression, language);
  if (node.type === "ArrayExpression")
    return node.elements.flatMap((element) => (element ? chooseLanguage(element, language) : []));
  if (node.type !== "ObjectExpression")
    throw new Error(`A text is not written in each language: ${node.type}`);
  const properties = node.properties.map((property) => {
    if (property.type === "Property" && property.key.type === "Identifier" && !property.computed)
      return { name: property.key.name, value: property.value };
    if (property.type === "Property" && property.key.type === "Literal")
      return { name: String(property.key.value), value: property.value };
    throw new Error("Texts are written out, each with its name.");
  });
  if (!languageCodes.every((code) => properties.some(({ name }) => name === code)))
    return properties.flatMap(({ value }) => chooseLanguage(value, language));
  return properties
    .filter(({ name }) => name === language)
    .flatMap(({ value }) => [
      { start: node.start, end: value.start, text: "" },
      { start: value.end, end: node.end, text: "" },
    ]);
}

const writeImport = (names: string, path: string) => `import { ${names} } from ${JSON.stringify(path)};\n`;

function parse(source: string): Program {
  const { program, errors } = parseSync("texts.ts", source);
  if (errors[0]) throw new Error(errors[0].message);
  return program;
}

function findCalls(program: Program, name: string): CallExpression[] {
  const calls: CallExpression[] = [];
  new Visitor({
    CallExpression(call) {
      if (call.callee.type === "Identifier" && call.callee.name === name) calls.push(call);
    },
  }).visit(program);
  return calls;
}

function edit(source: string, edits: Edit[]): string {
  const pieces: string[] = [];
  let end = 0;
  for (const { start, end: next, text } of edits.toSorted((one, other) => one.start - other.start)) {
    pieces.push(source.slice(end, start), text);
    end = next;
  }
  return pieces.join("") + source.slice(end);
}
