/** What a member of an office may do; each role may do all that those before it may. */
export const officeRoles = ["viewer", "member", "manager", "owner"] as const;
export type OfficeRole = (typeof officeRoles)[number];

/** noun.past_tense: what the log of an office says. */
export const officeActions = [
  "office.created",
  "office.renamed",
  "office.closing",
  "office.kept",
  "invitation.made",
  "invitation.withdrawn",
  "member.joined",
  "member.left",
  "member.removed",
  "role.changed",
  "document.stamped",
  "document.deleted",
  "document.emailed",
  "project.shared",
  "share.ended",
  "token.made",
  "token.revoked",
  "webhook.made",
  "webhook.changed",
  "webhook.deleted",
  "domain.added",
  "domain.verified",
  "domain.lost",
  "domain.shown",
  "domain.removed",
  "plan.canceled",
  "plan.changed",
  "seats.changed",
  "payment.received",
  "payment.refunded",
  "office.exported",
] as const;
export type OfficeAction = (typeof officeActions)[number];

/**
 * What the last check of a domain found: its record; no record with its value; the value at every name of the domain;
 * or no answer, which says nothing about the record.
 */
export const domainOutcomes = ["found", "missing", "wildcard", "unreachable"] as const;
export type DomainOutcome = (typeof domainOutcomes)[number];
