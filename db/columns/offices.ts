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
  "project.shared",
  "share.ended",
  "token.made",
  "token.revoked",
  "webhook.made",
  "webhook.changed",
  "webhook.deleted",
] as const;
export type OfficeAction = (typeof officeActions)[number];
