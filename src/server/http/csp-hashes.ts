import { createHash } from "node:crypto";
import type { BuiltPage } from "./built-page.ts";
import { visitorsPage } from "./page-settings.ts";
import type { InlineParts } from "./security.ts";

const script = /<script>(.*?)<\/script>/gs;
const style = /<style>(.*?)<\/style>/gs;

/**
 * The scripts and styles that the build put into our own pages. Nothing else gets into them: settings are
 * written escaped and rendered content by React (page-settings.ts).
 */
export function inlineParts(page: BuiltPage): InlineParts {
  const pages = [page.get("/index.html"), page.get(visitorsPage)];
  const html = pages.map((file) => file?.bytes.toString("utf8") ?? "").join("\n");
  return { scripts: hashesOf(html, script), styles: hashesOf(html, style) };
}

function hashesOf(html: string, part: RegExp): string[] {
  const hashes = [...html.matchAll(part)].map(([, content = ""]) => sourceOf(content));
  return [...new Set(hashes)];
}

const sourceOf = (content: string) => `'sha256-${createHash("sha256").update(content).digest("base64")}'`;
