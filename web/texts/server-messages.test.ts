import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { Glob } from "bun";
import { Visitor } from "oxc-parser";
import { sentences, values } from "../../src/evidence/verifier/sentences.ts";
import { isOnConsoleOnly, messagesInSource } from "../../src/testing/messages-in-source.ts";
import { translateMessage, translateText } from "./messages.ts";
import { parseSyntax, wordsOf } from "./test-syntax.ts";
import { translations } from "./translation.ts";

const { messages } = await translations.es();
const translated = await Promise.all(
  Object.entries(translations).map(async ([language, load]) => ({
    language,
    messages: (await load()).messages,
  })),
);

/** Texts for operators, their consoles and other programs; the page never shows them. */
const notForThePage =
  /^src\/(features\/(accounts\/operator|backup|publishing|billing\/stripe-events|mail\/(mail\.job|operator-mail|mail-report)|admin\/(operator-jobs|job-report)|integrity)|issuing\/(monitor|tsa\/(clock|external-roots)|log|witnesses)|client|evidence\/(?!verifier\/sentences)|formats\/(der|zip|pdf\/warm-up|stamp\/spanish-notes)|platform\/(cluster|keys|files\/(rotate|store|folders)|jobs\/attempt|office\/(sandbox|ensure-converter)|http-fetch)|server\/(cli|read-config|read-server-config|site|deployment|executable|http\/(docs|metrics|openapi|server))|main)/;

/** Texts that only programs and operators see. */
const forPrograms =
  /^src\/(issuing\/(witnesses|log|tsa\/external-roots)|features\/(billing\/(stripe-events|referral-credits\.job)|mail\/(mail\.job|operator-mail)|accounts\/(operator|password-reset\.job)|documents\/paid-documents\.job)|platform\/(http-fetch|jobs\/attempt|files\/folders)|server\/http\/metrics)/;

/** In these files all sentences are shown by the page, including those in constants and lists. */
const wholeFiles =
  /^src\/(formats\/(stamp|pdf|images)|features\/(documents\/stamping\.job|billing\/plans|mail\/mail-outcome|webhooks\/(send|webhook\.job))|evidence\/verifier\/sentences)|\.schema\.ts$/;
const isSentence = (text: string) => /^[A-Z].*\s.*\s.*[.]$/s.test(text);
/** Errors in our own code, which users never see in this form. */
const internal = [
  "There is no element {} of {}.",
  "The serial number is longer than the shortest strip.",
  "The job's document is not being processed.",
  "The document's type can be neither stamped nor converted.",
];

const sources = [...new Glob("src/**/*.ts").scanSync(join(import.meta.dir, "../.."))]
  .filter((path) => !/(\.|\/)test[.-]/.test(path))
  .toSorted();

/** All texts in a source file, and those that users see: by name, or because of the file they are in. */
function textsOf(path: string): { all: string[]; shown: string[] } {
  const all: string[] = [];
  const shown: string[] = [];
  let inMessages = 0;
  const meet = (text: string) => {
    all.push(text);
    const isShown = inMessages > 0 || (wholeFiles.test(path) && isSentence(text) && !internal.includes(text));
    if (isShown && /\s/.test(text)) shown.push(text);
  };
  const isMessages = (name: string) => (name.endsWith("Messages") ? 1 : 0);
  new Visitor({
    // biome-ignore lint/correctness/noComponentHookFactories: a kind of node, not a component
    Literal: ({ value }) => typeof value === "string" && meet(value),
    // biome-ignore lint/correctness/noComponentHookFactories: a kind of node, not a component
    TemplateLiteral: ({ quasis }) => meet(wordsOf(quasis)),
    VariableDeclarator({ id }) {
      if (id.type !== "Identifier") return;
      inMessages += isMessages(id.name);
    },
    "VariableDeclarator:exit"({ id }) {
      if (id.type === "Identifier") inMessages -= isMessages(id.name);
    },
  }).visit(parseSyntax(path));
  return { all, shown };
}

const filledIn = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).toSorted();
const anything = (text: string) => text.replace(/\{\w*\}/g, "{}");
const texts = sources.map((path) => ({ path, ...textsOf(path) }));
const coded = new Set(messagesInSource().map(({ text }) => anything(text)));

describe("what the server says with a code", () => {
  const shown = messagesInSource().filter(
    (message) => !isOnConsoleOnly(message) && !forPrograms.test(message.path),
  );

  test.each(translated)("has a text in each language: $language", ({ messages }) => {
    expect(shown.filter(({ code }) => !Object.hasOwn(messages, code))).toEqual([]);
  });

  test.each(translated)(
    "is translated with the same placeholders, and no translation outlives its code: $language",
    ({ messages }) => {
      const english = new Map(messagesInSource().map(({ code, text }) => [code, text]));
      for (const [code, text] of Object.entries(messages)) {
        expect([code, filledIn(text)]).toEqual([code, filledIn(english.get(code) ?? "no such code")]);
        expect([code, english.has(code)]).toEqual([code, true]);
      }
    },
  );

  test("is in English if its code is unknown", () => {
    const said = { message: "The moon is full.", code: "constructor" };
    expect(translateMessage(messages, said)).toBe("The moon is full.");
    expect(translateMessage(messages, { message: "The moon is full." })).toBe("The moon is full.");
  });

  test("does not change parameter values, whatever they mean", () => {
    const params = { email: "{email} missing" };
    expect(translateMessage(messages, { message: "", code: "email-unknown", params })).toBe(
      "Ninguna cuenta tiene el correo {email} missing.",
    );
  });
});

describe("what the server says to users", () => {
  test("has a code for each sentence", () => {
    const missing = texts
      .filter(({ path }) => !notForThePage.test(path))
      .flatMap(({ path, shown }) => shown.map((text) => ({ path, text })))
      .filter(({ text }) => !coded.has(anything(text)) && text !== "en-US");
    expect(missing).toEqual([]);
  });
});

describe("a text of the verifier", () => {
  test("is translated by its code, with the time and the texts in it", () => {
    const time = new Date(Date.UTC(2026, 10, 22, 13, 50, 26));
    expect(translateText(messages, "es", values.namedRoot("Root", "Attestamp", time))).toBe(
      "Root, nombrada por el operador de Attestamp, no la hemos comprobado; aceptada el 22 de noviembre de 2026, 7:50:26 a. m. CST (2026-11-22 13:50:26 UTC)",
    );
    expect(translateText(messages, "es", sentences.unchanged.packWithoutManifest([]))).toContain(
      "la lista de sus archivos",
    );
  });

  test("does not change a name, whatever it means", () => {
    const { absentBy } = sentences.witness.cosignature;
    expect(translateText(messages, "es", absentBy("missing"))).toBe(
      "missing no ha firmado este estado del registro público.",
    );
  });
});
