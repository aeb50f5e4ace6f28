import type { Deps } from "../deps.ts";
import { enqueueMail } from "./mail.service.ts";

export type SupportNotice = {
  kind: "ticket" | "contact";
  ticketId: string;
  /** Who wrote, as they call themselves. */
  name?: string;
  /** Answers to the notice go here. */
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
    subject:
      notice.kind === "ticket"
        ? `${productName}: a new support ticket (${notice.ticketId.slice(0, 8)})`
        : `${productName}: a message from the contact form (${notice.ticketId.slice(0, 8)})`,
    letter: {
      paragraphs: [
        `${from} wrote:`,
        `Subject: ${notice.subject}`,
        `Category: ${notice.category}`,
        "Reply to this email to answer the person who wrote.",
      ],
      quote: notice.message,
      links: [{ label: "Open the admin portal", path: "/admin" }],
    },
  });
}

export type ResolvedTicket = { ticketId: string; userId: string | null; email: string; resolution: string };

/**
 * Queues the email that tells the author how their ticket was resolved, in the transaction that resolves it. A visitor
 * who used the contact form has no account and therefore gets no link to their tickets.
 */
export async function enqueueResolution(
  deps: Pick<Deps, "db" | "now" | "config">,
  { ticketId, userId, email, resolution }: ResolvedTicket,
): Promise<string> {
  return enqueueMail(deps, {
    to: email,
    userId: userId ?? undefined,
    subject: `${deps.config.productName}: your support ticket was resolved`,
    letter: {
      paragraphs: [`We resolved your support ticket ${ticketId.slice(0, 8)}. Our answer:`],
      quote: resolution,
      links: userId === null ? [] : [{ label: "Your tickets", path: "/my-tickets" }],
    },
  });
}
