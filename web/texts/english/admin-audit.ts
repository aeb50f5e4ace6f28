const countOf = (count: string, noun: string) => `${count} ${noun}${count === "1" ? "" : "s"}`;

/** Texts of the audit log. */
export const adminAudit = {
  title: "Audit log",
  intro: "What administrators did, newest first.",
  none: "Nothing here yet.",
  older: "Show older entries",
  acts: {
    userDeleted: (id: string, documents: string) =>
      `Deleted user ${id} and anonymized ${countOf(documents, "document")}`,
    mayBeCharged:
      ". Payments are not set up here, so Stripe may still charge for a subscription: please cancel it there",
    creditsGranted: (credits: string, id: string) =>
      `Granted ${countOf(credits, "free credit")} to user ${id}`,
    emailed: (serial: string, to: string) => `Emailed ${serial} to ${to}`,
    stampedRead: (serial: string) => `Downloaded the stamped copy of ${serial}`,
    certificateRead: (serial: string) => `Downloaded the certificate of ${serial}`,
    originalRead: (serial: string) => `Viewed the original of ${serial}`,
    document: (id: string) => `document ${id}`,
    ticketUpdated: (id: string, from: string, to: string) => `Changed ticket ${id} from ${from} to ${to}`,
    ticketDeleted: (id: string, subject: string) => `Deleted ticket ${id}: ${subject}`,
    adminCreated: (username: string) => `Created the administrator ${username}`,
    adminPromoted: (username: string) => `Gave ${username} administrator rights`,
    adminEmailSet: (id: string) => `Set the email address of administrator ${id} from ADMIN_EMAIL`,
    resetLinkMade: (id: string) => `Made a link for a new password of user ${id}`,
    resetLinkEmailed: (id: string) => `Emailed user ${id} a link for a new password`,
    passwordReset: (id: string) => `Set a new password for user ${id}`,
    appAdded: (id: string) => `Added an authenticator app: user ${id}`,
    appRemoved: (id: string) => `Removed the authenticator app: user ${id}`,
    recoveryCodesMade: (id: string) => `Made new recovery codes: user ${id}`,
    recoveryCodeUsed: (id: string, left: string) =>
      `Signed in with a recovery code, ${left} left: user ${id}`,
    passkeyAdded: (id: string) => `Added a passkey: user ${id}`,
    passkeyRemoved: (id: string) => `Removed a passkey: user ${id}`,
    providerLinked: (id: string) => `Linked an identity provider: user ${id}`,
    providerUnlinked: (id: string) => `Removed the link to an identity provider: user ${id}`,
    passwordSet: (id: string) => `Chose a first password: user ${id}`,
    officeClosing: (id: string) => `Asked to close office ${id}`,
    officeKept: (id: string) => `Kept office ${id}, which was to be closed`,
    officeClosed: (id: string) => `Office ${id} was closed`,
    officeOwnerAdded: (id: string, person: string) => `Made user ${person} an owner of office ${id}`,
    officeOwnerDemoted: (id: string, person: string) => `Owner ${person} of office ${id} got another role`,
    officeOwnerRemoved: (id: string, person: string) => `Owner ${person} left office ${id}`,
    officeOwnerLeaving: (id: string, person: string) =>
      `Owner ${person} of office ${id} asked to delete their account`,
    officeOwnerStaying: (id: string, person: string) => `Owner ${person} of office ${id} keeps their account`,
    officeMemberLeft: (id: string, person: string, links: string, webhooks: string) =>
      `Member ${person} left office ${id}; links that still open: ${links}; webhooks that were disabled: ${webhooks}`,
    adminDemoted: (name: string) =>
      `The group at the identity provider no longer makes ${name} an administrator`,
    secondFactorReset: (id: string) => `Removed the second step and the passkeys of user ${id}`,
  },
};
