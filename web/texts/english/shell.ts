import { productName } from "../../environment/server-settings.ts";

/** Sentences of the header and footer of every page, and of pages that could not be shown. */
export const shell = {
  skip: "Skip to content",
  home: `${productName}, home`,
  toasts: "Notifications",
  closeToast: "Close notification",
  offline:
    "You're offline. This page may be out of date, and you can't send anything until you're back online.",
  pages: "Pages",
  homePage: "Home",
  aboutUs: "About Us",
  contactUs: "Contact Us",
  logIn: "Log In",
  createAccount: "Create Account",
  faq: "FAQ",
  contact: "Contact",
  support: "Support",
  myTickets: "My Tickets",
  admin: "Admin",
  welcome: (username: string) => `Welcome, ${username}`,
  account: "Your account",
  clock: "US Central time",
  settings: {
    open: "Language and theme",
    language: "Language",
    theme: "Theme",
    themes: { system: "Same as device", light: "Light", dark: "Dark" },
  },
  footer: {
    line: "A stamped copy, a certificate, and a page where anyone can check both.",
    privacy: "Privacy Policy",
    terms: "Terms of Service",
    support: "Support",
    notCopyright: `${productName} validates your claims at a point in time. It is not a copyright registration.`,
  },
  check: {
    title: "Check a document",
    again: "Check another serial number",
    label: "Serial number, or the address on the certificate",
    example: "AT-XXXXX-XXXXX-XXXXX-XXXXX",
    submit: "Check",
  },
  legal: { failed: "Couldn't load this text.", again: "Try again" },
  notFound: {
    title: "404 Page Not Found",
    text: "Did you forget to add the page to the router?",
    home: "Go to the home page",
  },
  failed: { title: "Couldn't show this page", text: "Please reload it.", reload: "Reload" },
  loading: "Loading…",
};
