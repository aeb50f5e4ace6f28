import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { Glob } from "bun";
import { type Expression, Visitor } from "oxc-parser";
import { translatorOf } from "./sentences.ts";
import { sentences, spanish } from "./spanish/translation.ts";
import { syntaxOf, wordsOf } from "./test-syntax.ts";

/** What speaks to operators, to their consoles and to other programs; nobody reads it on the page. */
const notForThePage =
  /^src\/(features\/(accounts\/operator|tsa\/(clock|external-roots)|backup|billing\/stripe-events|mail\/(mail\.job|operator-mail|mail-report)|admin\/(operator-jobs|job-report)|integrity|log|witnesses)|client|evidence\/(?!verifier\/sentences)|formats\/(der|zip|pdf\/warm-up)|platform\/(keys|files\/(rotate|store|folders)|jobs\/attempt|office\/(sandbox|ensure-converter)|http-fetch)|server\/(cli|read-config|deployment|executable|http\/(docs|metrics|openapi|server))|main)/;

/** Here the sentences are kept in constants and lists on their way to the page: each that is one counts. */
const wholeFiles =
  /^src\/(formats\/(stamp|pdf|images)|features\/(documents\/stamping\.job|billing\/plans|mail\/mail-outcome|webhooks\/(send|webhook\.job))|evidence\/verifier\/sentences)|\.schema\.ts$/;
const isSentence = (text: string) => /^[A-Z].*\s.*\s.*[.]$/s.test(text);
const isSchemaMessage = (text: string) => /^[A-Z{}].*\s/.test(text) && text !== "{} {}";
/** Faults of our own code, which nobody is told in these words. */
const internal = [
  "There is no element {} of {}.",
  "The serial number is longer than the shortest strip.",
  "The job's document is not being processed.",
];

/** What the server puts together of two texts. */
const composed = [
  "First name {}",
  "Last name {}",
  ..."January February March April May June July August September October November December"
    .split(" ")
    .map((month) => `{} ${month} {}, {} UTC`),
  "The original was deleted, as promised. Please upload the document again.",
];

const sources = [...new Glob("src/**/*.ts").scanSync(join(import.meta.dir, "../.."))]
  .filter((path) => !/(\.|\/)test[.-]/.test(path))
  .toSorted();

/** The words that an expression can come to: of a string, a template, either side of a choice. */
function wordsIn(expression: Expression | undefined): string[] {
  switch (expression?.type) {
    case "Literal":
      return typeof expression.value === "string" ? [expression.value] : [];
    case "TemplateLiteral":
      return [wordsOf(expression.quasis)];
    case "ConditionalExpression":
      return [...wordsIn(expression.consequent), ...wordsIn(expression.alternate)];
    default:
      return [];
  }
}

/** Output schemas describe the API to programmers, in English. */
const isInputSchema = (path: string) => path.endsWith(".schema.ts") && !/\boutputs?\.schema\.ts$/.test(path);

/**
 * Every text in a source, and which of them are said to users: as an AppError, by name, or for being where they are.
 */
function textsOf(path: string): { all: string[]; shown: string[] } {
  const all: string[] = [];
  const shown: string[] = [];
  const constants = new Map<string, string[]>();
  const thrown: string[] = [];
  let inMessages = 0;
  const meet = (text: string) => {
    all.push(text);
    const isShown =
      inMessages > 0 ||
      (isInputSchema(path) && isSchemaMessage(text)) ||
      (wholeFiles.test(path) && isSentence(text) && !internal.includes(text));
    if (isShown && /\s/.test(text)) shown.push(text);
  };
  const isMessages = (name: string) => (name.endsWith("Messages") ? 1 : 0);
  new Visitor({
    // biome-ignore lint/correctness/noComponentHookFactories: a kind of node, not a component
    Literal: ({ value }) => typeof value === "string" && meet(value),
    // biome-ignore lint/correctness/noComponentHookFactories: a kind of node, not a component
    TemplateLiteral: ({ quasis }) => meet(wordsOf(quasis)),
    VariableDeclarator({ id, init }) {
      if (id.type !== "Identifier") return;
      inMessages += isMessages(id.name);
      constants.set(id.name, wordsIn(init ?? undefined));
    },
    "VariableDeclarator:exit"({ id }) {
      if (id.type === "Identifier") inMessages -= isMessages(id.name);
    },
    NewExpression({ callee, arguments: [, said] }) {
      if (callee.type !== "Identifier" || callee.name !== "AppError" || said === undefined) return;
      if (said.type === "Identifier") thrown.push(said.name);
      else if (said.type !== "SpreadElement") shown.push(...wordsIn(said));
    },
  }).visit(syntaxOf(path));
  return { all, shown: [...shown, ...thrown.flatMap((name) => constants.get(name) ?? [])] };
}

const anything = (text: string) => text.replace(/\{\w*\}/g, "{}");
const texts = sources.map((path) => ({ path, ...textsOf(path) }));
const translated = new Set(Object.keys(sentences).map(anything));

describe("what the server says", () => {
  test("has Spanish words, each sentence of it", () => {
    const missing = texts
      .filter(({ path }) => !notForThePage.test(path))
      .flatMap(({ path, shown }) => shown.map((text) => ({ path, text })))
      .filter(({ text }) => !translated.has(anything(text)) && text !== "en-US");
    expect(missing).toEqual([]);
  });

  test("is still said by it: no translation outlives its sentence", () => {
    const said = new Set([...texts.flatMap(({ all }) => all).map(anything), ...composed]);
    expect([...translated].filter((text) => !said.has(text))).toEqual([]);
  });

  test("is filled in on both sides with the same", () => {
    const filledIn = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).toSorted();
    for (const [english, words] of Object.entries(sentences)) {
      expect([english, filledIn(words)]).toEqual([english, filledIn(english)]);
      expect(english).not.toContain("{}");
    }
  });
});

describe("a sentence with something filled in", () => {
  test("is translated with it, and what is filled in as well where it has words of its own", () => {
    expect(spanish.sentence("Too many attempts. Please try again in 5 seconds.")).toBe(
      "Demasiados intentos. Vuelva a intentarlo dentro de 5 segundos.",
    );
    expect(spanish.sentence("Last name is required")).toBe("Indique su apellido");
    expect(spanish.sentence("First name must not contain a serial number")).toBe(
      "El nombre no puede contener un número de serie",
    );
    expect(spanish.sentence("File size exceeds 50MB limit")).toBe("El archivo supera el límite de 50 MB");
  });

  test("keeps a name as it is, whatever it means", () => {
    expect(spanish.sentence("No account has the email missing.")).toBe(
      "Ninguna cuenta tiene el correo missing.",
    );
  });

  test("stays English where nobody has translated it", () => {
    expect(spanish.sentence("The moon is full.")).toBe("The moon is full.");
    expect(translatorOf({})("constructor")).toBe("constructor");
  });
});
