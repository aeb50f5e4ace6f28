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
 * Tells SUPPORT_EMAIL what somebody wrote, inside the transaction that keeps it. Does nothing when nobody is
 * to be told: the ticket is kept either way. Returns the mail's id.
 */
export function enqueueSupportNotice(
  deps: Pick<Deps, "db" | "now" | "config">,
  notice: SupportNotice,
): string | undefined {
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
        "An answer to this mail goes to the person who wrote.",
      ],
      quote: notice.message,
      links: [{ label: "Open the admin portal", path: "/admin" }],
    },
  });
}

export type ResolvedTicket = { ticketId: string; userId: string | null; email: string; resolution: string };

/**
 * Tells the person who wrote a ticket that it was resolved, and how; in the transaction that resolves it. Who wrote
 * by the contact form has no account, and no page that would show the ticket.
 */
export function enqueueResolution(
  deps: Pick<Deps, "db" | "now" | "config">,
  { ticketId, userId, email, resolution }: ResolvedTicket,
): string {
  return enqueueMail(deps, {
    to: email,
    userId: userId ?? undefined,
    subject: `${deps.config.productName}: your support ticket was resolved`,
    letter: {
      paragraphs: [`Your support ticket ${ticketId.slice(0, 8)} was resolved. Our answer:`],
      quote: resolution,
      links: userId === null ? [] : [{ label: "Your tickets", path: "/my-tickets" }],
    },
  });
}
