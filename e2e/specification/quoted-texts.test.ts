import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Glob } from "bun";
import { quotedTexts } from "./quoted-texts.ts";

const root = join(import.meta.dir, "../..");
const files = [...new Glob("{src,web,e2e}/**/*.{ts,tsx}").scanSync(root)];
const isTest = (name: string) => /\.(test|e2e)\.tsx?$/.test(name);
const getText = (names: string[]) => names.map((name) => readFileSync(join(root, name), "utf8")).join("\n");

/** The texts of the page, in each language. */
const texts = files.filter((name) => name.startsWith("web/texts/") && !isTest(name));
const product = getText(files.filter((name) => !isTest(name) && !name.startsWith("e2e/")));
const tests = getText(files.filter(isTest));

const literally = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** The text in the source code: the product fills in an expression or a placeholder, or has each text written out. */
function asWritten(text: string): RegExp {
  const parts = text.split(/(\{[^}]+\})/).map((part) => {
    if (!part.startsWith("{")) return literally(part);
    return `(?:\\$?\\{[^}]+\\}(?:\\([^)]*\\)\\})?|${literally(part.slice(1, -1))})`;
  });
  return new RegExp(parts.join(""));
}

/** The text as a test expects it on screen or in an answer. */
function asExpected(text: string): RegExp {
  const parts = text.split(/(\{[^}]+\})/).map((part) => {
    if (!part.startsWith("{")) return literally(part);
    const filled = part.slice(1, -1);
    return /^[a-z]/.test(filled) ? "[^\\n]*" : literally(filled);
  });
  return new RegExp(parts.join(""));
}

for (const [place, texts] of Object.entries(quotedTexts)) {
  describe(`quoted texts of ${place}`, () => {
    for (const text of texts) {
      test(`'${text}' is in the product, and a test meets it [spec 2 quoted-texts]`, () => {
        expect([text, asWritten(text).test(product)]).toEqual([text, true]);
        expect([text, asExpected(text).test(tests)]).toEqual([text, true]);
      });
    }
  });
}

test('what failed begins with "Couldn\'t", except where the specification quotes another form', () => {
  const quoted = Object.values(quotedTexts).flat();
  const found = texts
    .flatMap((name) => readFileSync(join(root, name), "utf8").match(/"(?:[^"\\]|\\.)*"|`[^`]*`/g) ?? [])
    .map((text) => text.slice(1, -1))
    .filter((text) => /\b(?:could not|failed to|unable to|we couldn't)\b/i.test(text));
  expect(found.filter((text) => !quoted.some((quote) => asWritten(quote).test(text)))).toEqual([]);
});

test('"…" is one character, except where the specification quotes three dots', () => {
  const quoted = new Set(Object.values(quotedTexts).flat());
  const dotted = [...getText(texts).matchAll(/"([^"\n]*\.\.\.)"/g)].map(([, text = ""]) => text);
  expect(dotted.filter((text) => !quoted.has(text))).toEqual([]);
});

test("Spanish has one word for another try, and one for logging in", () => {
  const written = getText(texts);
  expect(written).toContain('"Reintentar"');
  expect(written).toContain('"Iniciar sesión"');
  expect(written.match(/[Ii]nt(?:é|e)nt(?:elo|arlo|ar) de nuevo|"(?:Entrar|Ingresar|Acceder)\b/g)).toBeNull();
});
