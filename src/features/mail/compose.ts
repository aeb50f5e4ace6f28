import type { Readable } from "node:stream";
import MailComposer from "nodemailer/lib/mail-composer";
import { letterAsHtml, letterAsText, type WrittenLetter } from "./letter.ts";

export type ComposedMail = {
  /** Without angle brackets; the same at every attempt, so that a reader can tell a repetition. */
  messageId: string;
  from: { name: string; address: string };
  to: { name: string; address: string };
  replyTo: string | undefined;
  subject: string;
  date: Date;
  letter: WrittenLetter;
  attachments: { path: string; filename: string; contentType: string }[];
};

/** The mail as it travels (RFC 5322), read from the disk only as fast as it is taken. */
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
  });
  return composer.compile().createReadStream();
}

function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ");
}
