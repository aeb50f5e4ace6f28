import type { Readable } from "node:stream";
import MailComposer from "nodemailer/lib/mail-composer";
import type { Logo } from "../config.ts";
import { letterAsHtml, letterAsText, type WrittenLetter } from "./letter.ts";
import type { LetterLook } from "./letter-look.ts";

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
  /** The logo becomes a part of the mail, so that reading it loads nothing. */
  look: LetterLook;
};

/** The message in transfer format (RFC 5322), read from the file store with backpressure. */
export function composeMail({
  letter,
  messageId,
  subject,
  to,
  look,
  attachments,
  ...mail
}: ComposedMail): Readable {
  const logoId = `logo.${messageId}`;
  const composer = new MailComposer({
    ...mail,
    messageId: `<${messageId}>`,
    to: { name: oneLine(to.name), address: to.address },
    subject: oneLine(subject),
    text: letterAsText(letter),
    html: letterAsHtml(letter, look, { subject, logoId }),
    attachments: [...(look.logo ? [inlineLogo(look.logo, logoId)] : []), ...attachments],
    /** RFC 3834: suppresses automatic replies. */
    headers: { "Auto-Submitted": "auto-generated" },
    disableUrlAccess: true,
    disableFileAccess: true,
  });
  return composer.compile().createReadStream();
}

/** RFC 2392: the letter refers to it by its content ID. */
function inlineLogo({ bytes, type }: Logo, cid: string) {
  return {
    cid,
    content: bytes,
    contentType: type,
    filename: "logo.png",
    contentDisposition: "inline" as const,
  };
}

function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ");
}
