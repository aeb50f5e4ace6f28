import type { BuiltParts } from "../../features/publishing/site-texts.ts";
import type { BuiltPage } from "./built-page.ts";

/** The parts of a published site in the built page; undefined if it is not built. */
export function findSiteParts(page: BuiltPage): BuiltParts | undefined {
  const text = (name: string) => page.get(name)?.read().toString("utf8");
  const checker = text("/verify.html");
  const [script, style] = [text("/site-parts/record.js"), text("/site-parts/record.css")];
  const lookup = text("/site-parts/lookup.js");
  const isBuilt =
    checker !== undefined && script !== undefined && style !== undefined && lookup !== undefined;
  return isBuilt ? { checker, script, style, lookup } : undefined;
}
