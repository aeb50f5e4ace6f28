import type { Language } from "../../formats/languages.ts";
import { escapeHtml } from "../../formats/text/escape-html.ts";
import type { Logo } from "../config.ts";
import { defang } from "./defang.ts";
import { type LetterLook, palette } from "./letter-look.ts";

/** A letter with completed links. */
export type WrittenLetter = {
  language: Language;
  productName: string;
  origin: string;
  recipientName: string | null;
  paragraphs: string[];
  quote: string | undefined;
  afterQuote: string[];
  /** Below the first paragraph. */
  button: WrittenLink | undefined;
  links: WrittenLink[];
};

export type WrittenLink = { label: string; url: string };

/** The letter as plain text, for every mail program. */
export function letterAsText({
  productName,
  origin,
  recipientName,
  language,
  ...letter
}: WrittenLetter): string {
  const [first, ...others] = letter.paragraphs;
  const quote = letter.quote?.split("\n").map((line) => `> ${line}`);
  const link = ({ label, url }: WrittenLink) => `${label}:\n${url}`;
  return [
    greeting(recipientName, language),
    ...(first === undefined ? [] : [first]),
    ...(letter.button ? [link(letter.button)] : []),
    ...others,
    ...(quote ? [quote.join("\n")] : []),
    ...letter.afterQuote,
    ...letter.links.map(link),
    `-- \n${productName}\n${origin}`,
  ].join("\n\n");
}

/**
 * The letter as HTML: everything is escaped, and nothing is fetched, since its only picture, the logo, is the part of
 * the email with the content ID `logoId`. Tables, because Outlook ignores most other ways to lay out a page.
 */
export function letterAsHtml(
  { productName, origin, recipientName, language, ...letter }: WrittenLetter,
  { logo, isNamed, colors }: LetterLook,
  { subject, logoId }: { subject: string; logoId: string },
): string {
  const style = buildStyle((name) => (colors[name] ?? palette[name]).light);
  const paragraph = (text: string) => `<p>${escapeHtml(text)}</p>`;
  const anchor = ({ url, label }: WrittenLink) =>
    `<a href="${escapeHtml(url)}" style="${style.link}">${escapeHtml(label)}</a>`;
  const [first, ...others] = letter.paragraphs;
  const parts = [
    heading(productName, { logo, isNamed, logoId, style }),
    paragraph(greeting(recipientName, language)),
    ...(first === undefined ? [] : [paragraph(first)]),
    ...(letter.button ? [button(letter.button, style)] : []),
    ...others.map(paragraph),
    ...(letter.quote
      ? [`<blockquote class="quote" style="${style.quote}">${escapeHtml(letter.quote)}</blockquote>`]
      : []),
    ...letter.afterQuote.map((text) => `<p style="white-space:pre-wrap">${escapeHtml(text)}</p>`),
    ...letter.links.map((link) => `<p>${anchor(link)}</p>`),
    `<p class="small" style="${style.small}">${escapeHtml(productName)} · ${anchor({ url: origin, label: origin })}</p>`,
  ];
  const card = `<table ${table} width="600" class="card" style="${style.card}"><tr><td style="padding:24px">\n${parts.join("\n")}\n</td></tr></table>`;
  const page = `<table ${table} width="100%"><tr><td align="center" style="padding:24px 12px">${card}</td></tr></table>`;
  const head = [
    `<meta charset="utf-8"><title>${escapeHtml(subject)}</title>`,
    '<meta name="viewport" content="width=device-width">',
    '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">',
    `<style>${buildDarkStyle((name) => (colors[name] ?? palette[name]).dark)}</style>`,
  ].join("");
  return `<!doctype html>\n<html lang="${language}"><head>${head}</head><body style="${style.page}">\n${page}\n</body></html>\n`;
}

const table = 'role="presentation" cellpadding="0" cellspacing="0" border="0"';

type Color = (name: keyof typeof palette) => string;
type Style = ReturnType<typeof buildStyle>;

function buildStyle(color: Color) {
  return {
    page: `margin:0;padding:0;background:${color("--paper")}`,
    card: `width:100%;max-width:600px;text-align:left;background:${color("--card")};color:${color("--ink")};border:1px solid ${color("--line")};border-top:4px solid ${color("--brand")};border-radius:8px;border-collapse:separate;font:16px/1.5 'Source Sans 3',-apple-system,'Segoe UI',Roboto,sans-serif`,
    name: `padding-left:10px;font:600 21px/1.2 'Source Serif 4',Charter,Georgia,serif;overflow-wrap:anywhere`,
    button: `border-radius:8px;background:${color("--brand")};mso-padding-alt:12px 20px`,
    buttonLink: `display:inline-block;padding:12px 20px;color:${color("--on-brand")};font-weight:600;text-decoration:none`,
    link: `color:${color("--brand")};overflow-wrap:anywhere`,
    quote: `margin:16px 0;padding:8px 16px;border-left:3px solid ${color("--field-line")};white-space:pre-wrap;overflow-wrap:anywhere`,
    small: `margin:32px 0 0;padding-top:12px;border-top:1px solid ${color("--line")};color:${color("--muted")};font-size:14px`,
  };
}

/** Mail programs with a dark theme show these colors; the others ignore them or choose their own. */
function buildDarkStyle(color: Color): string {
  const rules = {
    body: `background:${color("--paper")}`,
    ".card": `background:${color("--card")};color:${color("--ink")};border-color:${color("--line")};border-top-color:${color("--brand")}`,
    ".card a": `color:${color("--brand")}`,
    ".button": `background:${color("--brand")}`,
    ".button a": `color:${color("--on-brand")}`,
    ".quote": `border-color:${color("--field-line")}`,
    ".small": `color:${color("--muted")};border-color:${color("--line")}`,
  };
  const written = Object.entries(rules).map(
    ([selector, style]) => `${selector}{${style.replaceAll(/;|$/g, "!important;")}}`,
  );
  return `@media (prefers-color-scheme:dark){${written.join("")}}`;
}

type Heading = Pick<LetterLook, "logo" | "isNamed"> & { logoId: string; style: Style };

function heading(productName: string, { logo, isNamed, logoId, style }: Heading): string {
  const name = escapeHtml(productName);
  const cells = [
    ...(logo ? [`<td>${logoTag(logo, logoId, isNamed ? "" : name)}</td>`] : []),
    ...(isNamed ? [`<td style="${style.name}${logo ? "" : ";padding-left:0"}">${name}</td>`] : []),
  ];
  return `<table ${table}><tr>${cells.join("")}</tr></table>`;
}

function logoTag({ width, height }: Logo, id: string, alt: string): string {
  /** As on the pages. */
  const space = { width: 150, height: 36 };
  const scale = Math.min(1, space.width / width, space.height / height);
  const [shownWidth, shownHeight] = [width, height].map((side) => Math.round(side * scale));
  return `<img src="cid:${id}" alt="${alt}" width="${shownWidth}" height="${shownHeight}" style="display:block">`;
}

/** A link with the look of a button, whose background Outlook shows, too. */
function button({ label, url }: WrittenLink, style: Style): string {
  const link = `<a href="${escapeHtml(url)}" style="${style.buttonLink}">${escapeHtml(label)}</a>`;
  return `<table ${table} style="margin:24px 0"><tr><td class="button" style="${style.button}">${link}</td></tr></table>`;
}

const greetings: Record<Language, [hello: string, end: string]> = { en: ["Hello", ","], es: ["Hola", ":"] };

function greeting(recipientName: string | null, language: Language): string {
  const [hello, end] = greetings[language];
  return recipientName ? `${hello} ${defang(recipientName)}${end}` : `${hello}${end}`;
}
