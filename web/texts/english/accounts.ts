import { creditsPay, plans, productName, sendsMail } from "../../environment/server-settings.ts";

const freeDocuments = plans.trial.documentLimit;

/** Texts of login, registration and referral. */
export const accounts = {
  checkingSession: `Opening ${productName}…`,
  noAnswer: "We can't reach the server.",
  offlineVerifier: "Check a file without a connection",
  noAnswerHint: "Check your connection. Your work is saved.",
  tryAgain: "Try again",
  sessionEnded: "Please log in again",
  sessionEndedHint: "Your session has ended.",
  otherAccount: "Another account is signed in",
  otherAccountHint: "Someone logged in to it in another tab of this browser, so we reloaded this page.",
  login: {
    title: "Log in",
    intro: "Welcome back.",
    submit: "Log In",
    forgot: "Forgot your password?",
    pending: "Logging in…",
    toggleQuestion: "No account yet?",
    toggle: "Create an account",
    failed: "Login failed",
    welcome: "Welcome back!",
    welcomeText: (username: string) => `Logged in as ${username}`,
  },
  register: {
    title: "Create your account",
    intro: `${
      freeDocuments === null
        ? "All documents are"
        : freeDocuments === 1
          ? "Your first document is"
          : `Your first ${freeDocuments} documents are`
    } free. No credit card.`,
    submit: "Create Account",
    pending: "Creating account…",
    toggleQuestion: "Already have an account?",
    toggle: "Log in",
    failed: "Registration failed",
    welcome: "Account created!",
    welcomeText: (username: string) => `Welcome ${username}! You're now logged in.`,
    closed: "Sign-up is closed on this site. Ask the people who run it for an account.",
    nameHint: "Your name is printed on your certificates.",
    usernameHint: "3 to 50 characters. You'll use it to log in.",
    emailHint: sendsMail
      ? "Without it, you can't reset a forgotten password."
      : "The people who run this site use it to reach you, for example if you forget your password.",
    passwordHint: "At least 6 characters of any kind.",
  },
  fields: {
    username: "Username",
    password: "Password",
    email: "Email",
    firstName: "First name",
    lastName: "Last name",
    optional: "optional",
    showPassword: "Show password",
    hidePassword: "Hide password",
    capsLock: "Caps Lock is on.",
  },
  formLoading: "Loading…",
  formFallback: "Please try again in a moment.",
  referral: {
    title: "Referral Code Detected!",
    text: (code: string) => `Sign up to claim your 3 free credits with code: ${code}`,
    applied: (code: string) => `Referral code ${code}`,
    use: creditsPay
      ? "On this site, one free credit pays for one document."
      : "On this site, free credits are shown with your plan. They can't pay for documents.",
  },
  logout: "Log out",
  loggingOut: "Logging out...",
  logoutFailed: "Couldn't log out",
};
