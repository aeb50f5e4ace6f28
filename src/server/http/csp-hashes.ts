import { createHash } from "node:crypto";
import type { BuiltPage } from "./built-page.ts";
import { visitorsPage } from "./page-settings.ts";
import type { InlineParts } from "./security.ts";

const script = /<script>(.*?)<\/script>/gs;
const style = /<style>(.*?)<\/style>/gs;

/**
 * The inline scripts and styles of our pages, with the operator's colors. Nothing else is added to them: settings are
 * escaped, and React renders the content (page-settings.ts).
 */
export function inlineParts(page: BuiltPage): InlineParts {
  const pages = [page.get("/index.html"), page.get(visitorsPage)];
  const html = pages.map((file) => file?.read().toString("utf8") ?? "").join("\n");
  return { scripts: findHashes(html, script), styles: findHashes(html, style) };
}

function findHashes(html: string, part: RegExp): string[] {
  const hashes = [...html.matchAll(part)].map(([, content = ""]) => hashSource(content));
  return [...new Set(hashes)];
}

const hashSource = (content: string) => `'sha256-${createHash("sha256").update(content).digest("base64")}'`;
