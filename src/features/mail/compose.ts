import type { Readable } from "node:stream";
import MailComposer from "nodemailer/lib/mail-composer";
import { unlinked } from "./defang.ts";

export type ComposedMail = {
  /** Without angle brackets; the same at every attempt, so that a reader can tell a repetition. */
  messageId: string;
  from: { name: string; address: string };
  to: { name: string; address: string };
  replyTo: string | undefined;
  subject: string;
  date: Date;
  letter: WrittenLetter;
  attachments: { content: Readable; filename: string; contentType: string }[];
};

/** The mail as it travels (RFC 5322), read from the file store only as fast as it is taken. */
export function composeMail({ letter, messageId, subject, to, ...mail }: ComposedMail): Readable {
  const composer = new MailComposer({
    ...mail,
    messageId: `<${messageId}>`,
    to: { name: oneLine(to.name), address: to.address },
    subject: oneLine(subject),
    text: letterAsText(letter),
    html: letterAsHtml(letter),
    /** RFC 3834: no holiday answers to us, please. */
    headers: { "Auto-Submitted": "auto-generated" },
    disableUrlAccess: true,
    disableFileAccess: true,
  });
  return composer.compile().createReadStream();
}

function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ");
}

/** A letter whose links have become addresses. */
type WrittenLetter = {
  productName: string;
  origin: string;
  recipientName: string | null;
  paragraphs: string[];
  quote: string | undefined;
  links: { label: string; url: string }[];
};

/** The letter as plain text, for every mail program. */
function letterAsText({ productName, origin, recipientName, ...letter }: WrittenLetter): string {
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
function letterAsHtml({ productName, origin, recipientName, ...letter }: WrittenLetter): string {
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
