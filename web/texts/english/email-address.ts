import { sendsMail } from "../../environment/server-settings.ts";

/** Sentences about entering and confirming an account's email address. */
export const emailAddress = {
  confirmed: "confirmed",
  unconfirmed: "not confirmed",
  card: {
    entry: "Email",
    none: sendsMail ? "none, so you can't reset a forgotten password" : "none",
    missingTitle: "Add your email address",
    changeTitle: "Change your email address",
    changeWhy:
      "We'll send a link to the new address. Your account keeps the current one until you open that link.",
    waiting: (email: string) =>
      `Open the link that we sent to ${email}. Until then, your account keeps the current address.`,
    keep: "Keep the current address",
    keepPending: "Keeping…",
    kept: "Your address stays the same",
    why: "Once you confirm your address, you can email documents and reset a forgotten password.",
    whyUnsent: "The people who run this site use it to reach you, for example if you forget your password.",
    sent: (email: string) =>
      `To confirm ${email}, open the link in our email. No email? Check your spam folder, or ask for a new link.`,
    email: "Email address",
    newEmail: "New email address",
    submit: "Save address",
    pending: "Saving…",
    failed: "Couldn't save the address",
    fallback: "Please try again in a moment.",
    done: "Address saved",
  },
  request: {
    submit: "Send a link",
    pending: "Sending…",
    done: "Check your email",
    known: "Nothing to do",
    failed: "Couldn't send the link",
    fallback: "Please try again in a moment.",
  },
  notice: {
    text: (email: string) =>
      `Please confirm your email address ${email} with the link in our email. Then you can email documents and reset a forgotten password.`,
    account: "Wrong address?",
  },
  dialog: {
    text: (email: string) =>
      `Please confirm your own email address first, with the link in our email to ${email}. Recipients can then reply to you.`,
    missing: "Please add your own email address first, and confirm it. Recipients can then reply to you.",
    account: "Go to your account",
  },
  page: {
    title: "Confirm your email address",
    intro: "Press the button to confirm that this address is yours.",
    submit: "Confirm this address",
    pending: "Confirming…",
    failed: "Couldn't confirm the address",
    fallback: "Please try again in a moment.",
    doneTitle: "Your address is confirmed",
    done: (email: string) => `${email} now belongs to your account.`,
    home: "Go to the home page",
    account: "Go to your account",
    incomplete: "Part of this link is missing. Please click it in the email, or copy all of it.",
  },
};
