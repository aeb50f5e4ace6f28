import type { Readable } from "node:stream";
import MailComposer from "nodemailer/lib/mail-composer";
import type { Language } from "../../formats/languages.ts";
import { escapeHtml } from "../../formats/text/escape-html.ts";
import type { Logo } from "../config.ts";
import { defang } from "./defang.ts";

export type ComposedMail = {
  /** Without angle brackets; the same at every attempt, so that readers can recognize duplicates. */
  messageId: string;
  from: { name: string; address: string };
  to: { name: string; address: string };
  replyTo: string | undefined;
  subject: string;
  date: Date;
  letter: WrittenLetter;
  attachments: { content: Readable; filename: string; contentType: string }[];
  /** Shown above the letter. It is part of the mail, so that reading it loads nothing. */
  logo?: Logo | undefined;
};

/** The message in transfer format (RFC 5322), read from the file store with backpressure. */
export function composeMail({
  letter,
  messageId,
  subject,
  to,
  logo,
  attachments,
  ...mail
}: ComposedMail): Readable {
  const image = logo && { ...logo, cid: `logo.${messageId}` };
  const composer = new MailComposer({
    ...mail,
    messageId: `<${messageId}>`,
    to: { name: oneLine(to.name), address: to.address },
    subject: oneLine(subject),
    text: letterAsText(letter),
    html: letterAsHtml(letter, image),
    attachments: [...(image ? [inlineLogo(image)] : []), ...attachments],
    /** RFC 3834: suppresses automatic replies. */
    headers: { "Auto-Submitted": "auto-generated" },
    disableUrlAccess: true,
    disableFileAccess: true,
  });
  return composer.compile().createReadStream();
}

type InlineLogo = Logo & { cid: string };

const logoSpace = { width: 240, height: 48 };

/** RFC 2392: the letter refers to it by its content ID. */
function inlineLogo({ bytes, type, cid }: InlineLogo) {
  return {
    ...{ cid, content: bytes, contentType: type, filename: "logo.png" },
    contentDisposition: "inline" as const,
  };
}

function logoTag({ width, height, cid }: InlineLogo, productName: string): string {
  const scale = Math.min(1, logoSpace.width / width, logoSpace.height / height);
  const [shownWidth, shownHeight] = [width, height].map((side) => Math.round(side * scale));
  return `<img src="cid:${cid}" alt="${escapeHtml(productName)}" width="${shownWidth}" height="${shownHeight}">`;
}

function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ");
}

/** A letter with completed links. */
type WrittenLetter = {
  language: Language;
  productName: string;
  origin: string;
  recipientName: string | null;
  paragraphs: string[];
  quote: string | undefined;
  afterQuote: string[];
  links: { label: string; url: string }[];
};

/** The letter as plain text, for every mail program. */
function letterAsText({ productName, origin, recipientName, language, ...letter }: WrittenLetter): string {
  const quote = letter.quote?.split("\n").map((line) => `> ${line}`);
  return [
    greeting(recipientName, language),
    ...letter.paragraphs,
    ...(quote ? [quote.join("\n")] : []),
    ...letter.afterQuote,
    ...letter.links.map(({ label, url }) => `${label}:\n${url}`),
    `-- \n${productName}\n${origin}`,
  ].join("\n\n");
}

const body = "margin:0;padding:24px;background:#ffffff;color:#13272c;font:16px/1.5 sans-serif";
const link = "color:#0f4650";
const quoted =
  "margin:16px 0;padding:8px 16px;border-left:3px solid #7c766a;white-space:pre-wrap;overflow-wrap:anywhere";
const small = "margin-top:32px;padding-top:12px;border-top:1px solid #ddd5c4;color:#4d5d61;font-size:14px";
/** Mail programs with a dark theme show these colors; the others ignore them or choose their own. */
const dark =
  "@media (prefers-color-scheme:dark){body{background:#142529!important;color:#ece6d8!important}a{color:#8fd0cb!important}.small{color:#a9b6b5!important;border-color:#2a4046!important}}";
const head = `<meta charset="utf-8"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><style>${dark}</style>`;

/** The letter as HTML with only text and links: nothing is fetched, everything is escaped. */
function letterAsHtml(
  { productName, origin, recipientName, language, ...letter }: WrittenLetter,
  image: InlineLogo | undefined,
): string {
  const parts = [
    ...(image ? [`<p>${logoTag(image, productName)}</p>`] : []),
    ...[greeting(recipientName, language), ...letter.paragraphs].map((text) => `<p>${escapeHtml(text)}</p>`),
    ...(letter.quote ? [`<blockquote style="${quoted}">${escapeHtml(letter.quote)}</blockquote>`] : []),
    ...letter.afterQuote.map((text) => `<p style="white-space:pre-wrap">${escapeHtml(text)}</p>`),
    ...letter.links.map(({ label, url }) => `<p>${anchor(url, label)}</p>`),
    `<p class="small" style="${small}">${escapeHtml(productName)} · ${anchor(origin, origin)}</p>`,
  ];
  const content = `<div style="max-width:36em">\n${parts.join("\n")}\n</div>`;
  return `<!doctype html>\n<html lang="${language}"><head>${head}</head><body style="${body}">\n${content}\n</body></html>\n`;
}

const greetings: Record<Language, [hello: string, end: string]> = { en: ["Hello", ","], es: ["Hola", ":"] };

function greeting(recipientName: string | null, language: Language): string {
  const [hello, end] = greetings[language];
  return recipientName ? `${hello} ${defang(recipientName)}${end}` : `${hello}${end}`;
}

function anchor(url: string, label: string): string {
  return `<a href="${escapeHtml(url)}" style="${link}">${escapeHtml(label)}</a>`;
}
