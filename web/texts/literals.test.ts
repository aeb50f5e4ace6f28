import { expect, test } from "bun:test";
import { join } from "node:path";
import { Glob } from "bun";
import { type JSXAttributeValue, Visitor } from "oxc-parser";
import { parseSyntax } from "./test-syntax.ts";

/** Attributes whose value is shown or announced. */
const readAttributes =
  /^(aria-(label|description|valuetext|roledescription)|title|placeholder|alt|label|hint|note)$/;
/** Properties of toasts and tables that are shown. */
const readProperties = /^(title|description|label|sentence|fallback)$/;
const hasWords = (text: string) => /\p{L}{2}/u.test(text);

const sources = [
  ...new Glob("web/{components,features,lib,pages}/**/*.{ts,tsx}").scanSync(join(import.meta.dir, "../..")),
]
  .filter((path) => !path.includes(".test."))
  .toSorted();

/** String literals in a page's source: between tags, or as such an attribute or property. */
function literalsIn(path: string): string[] {
  const found: string[] = [];
  const meet = (text: string) => hasWords(text) && found.push(`${path}: ${text.trim()}`);
  const meetValue = (value: JSXAttributeValue | null) => {
    if (value?.type === "Literal") meet(String(value.value));
    if (value?.type !== "JSXExpressionContainer") return;
    meetExpression(value.expression);
  };
  const meetExpression = (expression: { type: string; value?: unknown }) => {
    if (expression.type === "Literal" && typeof expression.value === "string") meet(expression.value);
  };
  new Visitor({
    // biome-ignore lint/correctness/noComponentHookFactories: a kind of node, not a component
    JSXText: ({ value }) => meet(value),
    JSXAttribute({ name, value }) {
      if (name.type === "JSXIdentifier" && readAttributes.test(name.name)) meetValue(value);
    },
    Property({ key, value }) {
      if (key.type === "Identifier" && readProperties.test(key.name)) meetExpression(value);
    },
    JSXElement({ children }) {
      for (const child of children)
        if (child.type === "JSXExpressionContainer") meetExpression(child.expression);
    },
  }).visit(parseSyntax(path));
  return found;
}

test("every word that the page shows comes from a file of texts", () => {
  expect(sources.length).toBeGreaterThan(200);
  expect(sources.flatMap(literalsIn)).toEqual([]);
});
