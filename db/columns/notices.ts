/** What a person is told: what failed, is used up, was answered or acknowledged, and who signed in. */
export const noticeKinds = [
  "document-failed",
  "plan-used-up",
  "seats-changed",
  "domain-lost",
  "ticket-answered",
  "project-acknowledged",
  "new-sign-in",
] as const;
export type NoticeKind = (typeof noticeKinds)[number];
