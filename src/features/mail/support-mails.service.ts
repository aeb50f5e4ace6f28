import type { Language } from "../../formats/languages.ts";
import type { Deps } from "../deps.ts";
import { enqueueMail } from "./mail.service.ts";
import { pickLetter } from "./mail.ts";

const noticeSubjects = {
  ticket: "a new support ticket",
  contact: "a message from the contact form",
  answer: "an answer in a support ticket",
} as const;

export type SupportNotice = {
  kind: keyof typeof noticeSubjects;
  ticketId: string;
  /** The author's name, as they entered it. */
  name?: string;
  /** The reply address of the notice. */
  email: string;
  subject: string;
  message: string;
  category: string;
};

/**
 * Queues an email to SUPPORT_EMAIL about a new message, in the transaction that stores the ticket. Without
 * SUPPORT_EMAIL, the ticket is only stored. Returns the mail's id.
 */
export async function enqueueSupportNotice(
  deps: Pick<Deps, "db" | "now" | "config">,
  notice: SupportNotice,
): Promise<string | undefined> {
  const { supportEmail, productName } = deps.config;
  if (supportEmail === undefined) return undefined;
  const from = notice.name ? `${notice.name} (${notice.email})` : notice.email;
  return enqueueMail(deps, {
    to: supportEmail,
    replyTo: notice.email,
    subject: `${productName}: ${noticeSubjects[notice.kind]} (${notice.ticketId.slice(0, 8)})`,
    letter: {
      paragraphs: [
        `${from} wrote to you.`,
        `Subject: ${notice.subject}`,
        `Category: ${notice.category}`,
        "Reply to this email to answer the person who wrote.",
      ],
      quote: notice.message,
      links: [{ label: "Open the admin portal", path: "/admin" }],
    },
  });
}

export type TicketAnswer = {
  ticketId: string;
  userId: string | null;
  language: Language | null;
  email: string;
  subject: string;
  question: string;
  answer: string;
  isResolved: boolean;
};

/**
 * Queues the email with an answer to a ticket, in the transaction that stores the answer. It includes the subject
 * and the question. A visitor who used the contact form has no account and therefore gets no link to their tickets.
 */
export async function enqueueAnswer(
  deps: Pick<Deps, "db" | "now" | "config">,
  { ticketId, userId, language, email, subject, question, answer, isResolved }: TicketAnswer,
): Promise<string> {
  const { productName, supportEmail } = deps.config;
  const number = ticketId.slice(0, 8);
  const mailSubject = shorten(`Re: ${subject}`, maxSubjectLength);
  const asked = shorten(question, maxQuestionLength);
  const [canReply, hasAccount] = [supportEmail !== undefined, userId !== null];
  return enqueueMail(deps, {
    to: email,
    userId: userId ?? undefined,
    subject: mailSubject,
    letter: pickLetter(language, {
      en: {
        paragraphs: [
          isResolved
            ? `${productName} resolved your support ticket ${number}, “${subject}”.`
            : `${productName} answered your support ticket ${number}, “${subject}”.`,
          "Our answer:",
        ],
        quote: answer,
        afterQuote: [
          ...(canReply ? ["If you have more questions, reply to this email."] : []),
          ...(hasAccount ? ["You can also reply on the My tickets page."] : []),
          `You wrote:\n${asked}`,
        ],
        links: hasAccount ? [{ label: "Your tickets", path: "/my-tickets" }] : [],
      },
      es: {
        subject: mailSubject,
        paragraphs: [
          isResolved
            ? `${productName} ha resuelto su solicitud de soporte ${number}, «${subject}».`
            : `${productName} ha respondido a su solicitud de soporte ${number}, «${subject}».`,
          "Nuestra respuesta:",
        ],
        quote: answer,
        afterQuote: [
          ...(canReply ? ["Para preguntar algo más, responda a este correo."] : []),
          ...(hasAccount ? ["También puede responder en sus solicitudes."] : []),
          `Usted escribió:\n${asked}`,
        ],
        links: hasAccount ? [{ label: "Sus solicitudes", path: "/my-tickets" }] : [],
      },
    }),
  });
}

const maxSubjectLength = 200;
const maxQuestionLength = 2000;

function shorten(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : `${text.slice(0, maxLength - 1)}…`;
}
