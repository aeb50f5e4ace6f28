import type { NoticeKind } from "../../../db/columns/notices.ts";
import type { notices } from "../../../db/schema.ts";

type NoticeRow = typeof notices.$inferSelect;

/** What happened, as it is stored; every kind has its own columns. */
export type NewNotice = Pick<NoticeRow, "kind"> &
  Partial<Pick<NoticeRow, "officeId" | "documentId" | "ticketId" | "shareId" | "browser" | "system">>;

/**
 * Which notices are mailed, too, unless the person chose otherwise: what only an intruder would rather hide, and what
 * the person asked us. The rest waits on the page until they want to hear of it at once.
 */
export const isMailedByDefault: Record<NoticeKind, boolean> = {
  "document-failed": false,
  "plan-used-up": false,
  "seats-changed": true,
  "domain-lost": true,
  "ticket-answered": true,
  "project-acknowledged": false,
  "new-sign-in": true,
};

/** How long a notice is kept. */
export const keptMs = 90 * 86_400_000;
