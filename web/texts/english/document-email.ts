/** Every sentence of mailing a document. Refusals of the address stand in src/features/mail/mail.schema.ts. */
export const documentEmail = {
  title: "Email this document",
  intro: (name: string) => `The stamped copy of ${name} and its certificate, to one recipient.`,
  email: "Recipient email",
  name: "Recipient name",
  optional: "optional",
  submit: "Send email",
  pending: "Sending...",
  close: "Close",
  action: "Email",
  actionLabel: (name: string) => `Email ${name}`,
  failed: "Failed to send email",
  fallback: "Could not send the document.",
  notAvailable: "Email not available",
  notAvailableText: "This document hasn't been processed yet.",
  outcome: {
    sent: "Email sent",
    queued: "Email waits to be sent",
    saved: "Email sent to the outbox of this server",
  },
  shared: {
    title: "Download the files",
    intro: (days: number) =>
      `Someone used this site to stamp a document and sent you this link. It works for ${days} days after the email was sent.`,
    stampedCopy: "Download the stamped copy",
    certificate: "Download the certificate",
    evidence: "Download the evidence pack",
    evidenceHint:
      "The evidence pack holds everything needed to check the document without this site, even without a network connection.",
  },
  sharedLink: {
    title: "This link is no longer valid",
    reason: (days: number) =>
      `Links in our mails work for ${days} days, and only as long as the document is kept here and the address is complete.`,
    remedy: "Please ask the sender for a new one.",
    home: "Go to the home page",
  },
};
