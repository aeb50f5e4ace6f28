/** Every sentence of the admin portal, but those of its tabs, which stand beside them. */
export const admin = {
  title: "Admin Portal",
  intro: "Every change and every file you open here is written to the audit log.",
  tabsLabel: "Parts of the admin portal",
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
    title: "A longer password, please",
    text: "Administrators need a password of at least 12 characters. If yours is that long already, log out and log in once; otherwise choose a new one.",
    account: "Choose a new password",
  },
  loading: "Loading…",
  failed: "This list could not be loaded.",
  again: "Try again",
  reload: "Load again",
  more: "Show more",
  cancel: "Cancel",
  none: "–",
};
