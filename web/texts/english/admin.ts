/** Texts of the admin portal's frame; each tab has its own file. */
export const admin = {
  title: "Admin Portal",
  intro: "Every change you make and every file you open here is recorded in the audit log.",
  firstSteps: {
    title: "First steps",
    unlimited: "Every account stamps as many documents as it likes. Payments are not set up.",
    limited: (documents: number) =>
      `Every account, yours included, stamps ${documents === 1 ? "1 document" : `${documents} documents`} and then stops: payments are not set up.`,
    change:
      "If only your own people have accounts, set `TRIAL_DOCUMENTS=unlimited` and restart the server. Otherwise, set up Stripe.",
    parts: {
      address: "Address",
      anchors: "Independent time",
      mail: "Email",
      backups: "Backups",
      payments: "Payments",
    },
  },
  anchors: {
    title: "Who confirms the times",
    intro:
      "Every hour in which the public log has grown, the hash of its head goes to these. It says nothing about any document.",
    unused: "Nothing was sent yet.",
    anchored: (time: string) => `Last confirmed: ${time}.`,
    promised: (time: string) =>
      `Not yet anchored: calendars have promised to put the newest head into Bitcoin, which takes a few hours. Last confirmed: ${time}.`,
    missing: (time: string) =>
      `Not yet anchored: no one has confirmed the newest head. Last confirmed: ${time}.`,
    never: "never",
    kinds: {
      authority: "Time-stamp authority",
      calendar: "OpenTimestamps calendar",
      witness: "Witness",
      explorer: "Bitcoin block explorer",
    },
    answered: (time: string) => `Last answer: ${time}`,
    failing: (time: string) => `No usable answer since ${time}:`,
    watched: {
      title: "Logs that this server watches",
      intro: "Every hour, this server checks that the public logs of these servers only grow.",
      looked: (time: string) => `Last look: ${time}.`,
      entries: (count: number) => `${count} entries.`,
      alarms: {
        fork: "Two histories",
        rewind: "Entries are gone",
        "wrong-key": "Another key",
        "no-anchor": "Not yet anchored",
        silent: "No answer",
      },
    },
  },
  tabsLabel: "Admin portal sections",
  tabs: {
    documents: "Document Search",
    users: "Users",
    tickets: "Support Tickets",
    credits: "Customer Service",
  },
  denied: {
    title: "Access Denied",
    text: "You do not have administrator privileges to access this page.",
    home: "Return to Home",
  },
  password: {
    title: "You need a longer password",
    text: "Administrators need a password of at least 12 characters. If yours is already that long, log out and log in again. Otherwise, choose a new one.",
    account: "Choose a new password",
  },
  loading: "Loading…",
  failed: "Couldn't load this list.",
  again: "Try again",
  reload: "Reload",
  more: "Show more",
  search: "Search",
  cancel: "Cancel",
  none: "–",
};
