/** Sentences of emailing a document. Errors about the address are in src/features/mail/mail.schema.ts. */
export const documentEmail = {
  title: "Email this document",
  intro: (name: string) => `One email with the stamped copy of ${name} and its certificate, to one person.`,
  email: "Recipient email",
  name: "Recipient name",
  note: "Personal note",
  noteHint: "Up to 200 characters. Shown as your own words; web addresses in it don't become links.",
  language: "Language of the email",
  optional: "optional",
  submit: "Send email",
  pending: "Sending…",
  /** Where the operator has set up no mail server. */
  unsent: {
    text: "This site can't send email yet. We keep your message for the people who run it, and no one else gets it. To share a document now, download it and send it yourself.",
    submit: "Keep this message",
    pending: "Saving…",
  },
  close: "Close",
  action: "Email",
  actionLabel: (name: string) => `Email ${name}`,
  failed: "Failed to send email",
  fallback: "Could not send the document.",
  notAvailable: "Email not available",
  notAvailableText: "This document hasn't been processed yet.",
  outcome: {
    sent: "Email sent",
    queued: "Your email will be sent soon",
    saved: "Not sent: this site can't send email yet",
  },
  shared: {
    title: "Download the files",
    intro: (days: number) =>
      `Someone stamped a document on this site and sent you this link. It works for ${days} days after the email was sent.`,
    more: "Serial number and evidence pack",
    serial: "Serial number",
    verify: "Verify this document",
    failed: "Couldn't load the details of the document. You can still download the files.",
    again: "Try again",
    list: "Download the list of files",
    stampedCopy: "Download the stamped copy",
    certificate: "Download the certificate",
    evidence: "Download the evidence pack",
    evidenceHint:
      "The evidence pack has everything you need to check the document without this site, even offline.",
  },
  sharedLink: {
    title: "This link is no longer valid",
    reason: (days: number) =>
      `Links in our emails work for ${days} days, as long as the document still exists and you use the complete link.`,
    remedy: "Please ask the sender for a new one.",
    home: "Go to the home page",
  },
};
