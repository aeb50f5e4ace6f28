import { sendsMail } from "../../environment/server-settings.ts";

/** Sentences of changing a password and resetting a forgotten one. */
export const password = {
  forgot: {
    title: "Forgot your password?",
    intro: sendsMail
      ? "We'll email you a link to choose a new one."
      : "This site can't send email yet. We'll save a link for the people who run it, and you ask them for it.",
    account: "Username or email",
    submit: sendsMail ? "Send link" : "Save a link",
    pending: sendsMail ? "Sending…" : "Saving…",
    failed: sendsMail ? "Couldn't send the link" : "Couldn't save a link",
    fallback: "Please try again in a moment.",
    mailedTitle: "Check your email",
    savedTitle: "Ask for your link",
    mailedHint:
      "The link works once, for one hour. No email? Check your spam folder. If your account has no email address, ask the people who run this site for help.",
    login: "Back to login",
  },
  reset: {
    title: "Choose a new password",
    intro: "Then log in with it. We'll log you out everywhere else and revoke your access tokens.",
    password: "New password",
    submit: "Set new password",
    pending: "Setting…",
    failed: "Couldn't set the password",
    fallback: "Please try again in a moment.",
    incomplete: "Part of this link is missing. Please click it where you got it, or copy all of it.",
    askAgain: "Ask for a new link",
    doneTitle: "Your password is set",
    doneText: (username: string) => `You can now log in. Your username is ${username}.`,
    login: "Log In",
  },
  account: {
    title: "Your account",
    username: "Username",
    password: "Password",
    hidden: "not shown",
  },
  change: {
    title: "Change your password",
    intro: "You stay logged in here. We'll log you out everywhere else and revoke your access tokens.",
    current: "Current password",
    next: "New password",
    submit: "Change password",
    pending: "Changing…",
    failed: "Couldn't change the password",
    fallback: "Please try again in a moment.",
    done: "Password changed",
    doneText: "We logged you out everywhere else and revoked your access tokens.",
  },
};
