import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync, type TemplateElement } from "oxc-parser";

const root = join(import.meta.dir, "../..");

/** The syntax tree of a source file, by its path in the repository. */
export function parseSyntax(path: string) {
  const { program, errors } = parseSync(path, readFileSync(join(root, path), "utf8"));
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`);
  return program;
}

/** The text of a string or template, with {} for its expressions. */
export function wordsOf(quasis: readonly TemplateElement[]): string {
  return quasis.map(({ value }) => value.cooked ?? value.raw).join("{}");
}
