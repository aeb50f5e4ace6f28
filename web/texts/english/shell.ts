import { productName } from "../../lib/server-settings.ts";

/** Sentences of the frame around every page. */
export const shell = {
  skip: "Skip to the content",
  home: `${productName}, home`,
  toasts: "Notifications",
  closeToast: "Close toast",
  offline:
    "You are offline. What you see may be out of date; nothing can be sent until the connection is back.",
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
  theme: { system: "Theme: as the system", light: "Theme: light", dark: "Theme: dark" },
  footer: {
    line: "A stamped copy, a certificate, and a page where anyone can check both.",
    privacy: "Privacy Policy",
    terms: "Terms of Service",
    support: "Support",
    notCopyright: `${productName} validates your claims at a point in time. It is not a copyright registration.`,
  },
  notFound: {
    title: "404 Page Not Found",
    text: "Did you forget to add the page to the router?",
    home: "Go to the home page",
  },
  failed: { title: "This page could not be shown", text: "Please load it again.", reload: "Load again" },
  loading: "Loading…",
};
