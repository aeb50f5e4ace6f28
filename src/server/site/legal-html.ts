import type { LegalText } from "../../features/legal-texts/legal-texts.schema.ts";
import { escapeHtml } from "../../formats/text/escape-html.ts";

type Part = string | { type: unknown; props: Record<string, unknown> };

/** Elements that Markdown produces, and the attributes that they keep. */
const elements: Record<string, (props: Record<string, unknown>) => string> = {
  ...Object.fromEntries(
    ["p", "strong", "em", "del", "code", "pre", "blockquote", "ul", "li", "thead", "tbody", "tr"].map(
      (name) => [name, () => ""],
    ),
  ),
  table: () => "",
  th: () => ' scope="col"',
  td: () => "",
  ol: ({ start }) => (typeof start === "number" && start !== 1 ? ` start="${start}"` : ""),
};
const headings = /^h([1-6])$/;
/** Elements without content. */
const single = new Set(["br", "hr"]);
/** Other addresses run code, read files, or look like ours and lead elsewhere: browsers read \ as /. */
const safeAddress = /^(https?:\/\/|mailto:|tel:|\/(?![/\\])|#)/i;

/**
 * An operator's Markdown as HTML. Raw HTML in it is shown as text. A heading of level 1 at the start is the title; all
 * others are at level 2 or below. Issues: what cannot be shown, e.g. images.
 */
export function writeLegalHtml(
  markdown: string,
  language: LegalText["language"],
): { text: LegalText; issues: string[] } {
  const issues: string[] = [];
  const root = Bun.markdown.react(markdown, undefined, { noHtmlBlocks: true });
  const blocks = (isPart(root) ? partsIn(root) : []).filter((part) => part !== "\n");
  const [first] = blocks;
  const title = typeof first === "object" && first?.type === "h1" ? plainText(first) : null;
  const html = blocks.slice(title === null ? 0 : 1).map((block) => write(block, issues));
  return { text: { language, title, html: html.join("\n") }, issues };
}

function write(part: Part, issues: string[]): string {
  if (typeof part === "string") return escapeHtml(part);
  const { type, props } = part;
  const name = String(type);
  const content = () =>
    partsIn(part)
      .map((inner) => write(inner, issues))
      .join("");
  if (single.has(name)) return `<${name}>`;
  const level = headings.exec(name)?.[1];
  if (level !== undefined) {
    const shown = Math.max(2, Number(level));
    return `<h${shown}>${content()}</h${shown}>`;
  }
  if (name === "a") return writeLink(String(props.href ?? ""), content(), issues);
  const attributes = elements[name];
  if (attributes) return `<${name}${attributes(props)}>${content()}</${name}>`;
  if (name === "img") issues.push("Images are not shown. Please remove them.");
  else issues.push(`<${name}> is not shown. Please write text, headings, lists, tables and links.`);
  return "";
}

function writeLink(address: string, content: string, issues: string[]): string {
  if (!safeAddress.test(address)) {
    issues.push(
      `The link to "${address.slice(0, 60)}" is not shown. Please begin it with https://, mailto:, tel:, / or #.`,
    );
  }
  return `<a href="${escapeHtml(address)}">${content}</a>`;
}

function partsIn(part: Part): Part[] {
  if (typeof part === "string") return [];
  const { children } = part.props;
  return (Array.isArray(children) ? children : [children]).filter(isPart);
}

function isPart(value: unknown): value is Part {
  return typeof value === "string" || (typeof value === "object" && value !== null && "props" in value);
}

function plainText(part: Part): string {
  if (typeof part === "string") return part;
  return partsIn(part).map(plainText).join("");
}
