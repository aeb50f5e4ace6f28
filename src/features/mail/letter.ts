import { unlinked } from "./defang.ts";

/** A letter whose links have become addresses. */
export type WrittenLetter = {
  productName: string;
  origin: string;
  recipientName: string | null;
  paragraphs: string[];
  quote: string | undefined;
  links: { label: string; url: string }[];
};

/** The letter as plain text, for every mail program. */
export function letterAsText({ productName, origin, recipientName, ...letter }: WrittenLetter): string {
  const quote = letter.quote?.split("\n").map((line) => `> ${line}`);
  return [
    greeting(recipientName),
    ...letter.paragraphs,
    ...(quote ? [quote.join("\n")] : []),
    ...letter.links.map(({ label, url }) => `${label}:\n${url}`),
    `-- \n${productName}\n${origin}`,
  ].join("\n\n");
}

const body = "margin:0;padding:24px;background:#ffffff;color:#1c2b2f;font:16px/1.5 sans-serif";
const link = "color:#0b5563";
const quoted =
  "margin:16px 0;padding:8px 16px;border-left:3px solid #9fb4b8;white-space:pre-wrap;overflow-wrap:anywhere";
const small = "margin-top:32px;padding-top:12px;border-top:1px solid #d5dfe1;color:#5a6b70;font-size:14px";

/** The letter as HTML that holds nothing but text and links: nothing is fetched, everything is escaped. */
export function letterAsHtml({ productName, origin, recipientName, ...letter }: WrittenLetter): string {
  const parts = [
    ...[greeting(recipientName), ...letter.paragraphs].map((text) => `<p>${escapeHtml(text)}</p>`),
    ...(letter.quote ? [`<blockquote style="${quoted}">${escapeHtml(letter.quote)}</blockquote>`] : []),
    ...letter.links.map(({ label, url }) => `<p>${anchor(url, label)}</p>`),
    `<p style="${small}">${escapeHtml(productName)} · ${anchor(origin, origin)}</p>`,
  ];
  const content = `<div style="max-width:36em">\n${parts.join("\n")}\n</div>`;
  return `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"></head><body style="${body}">\n${content}\n</body></html>\n`;
}

function greeting(recipientName: string | null): string {
  return recipientName ? `Hello ${unlinked(recipientName)},` : "Hello,";
}

function anchor(url: string, label: string): string {
  return `<a href="${escapeHtml(url)}" style="${link}">${escapeHtml(label)}</a>`;
}

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
