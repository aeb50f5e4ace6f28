/** Every sentence of entering and confirming the email address of an account. */
export const emailAddress = {
  confirmed: "confirmed",
  unconfirmed: "not confirmed",
  card: {
    title: "Confirm your email address",
    missingTitle: "Add your email address",
    why: "With a confirmed address you can email documents, and a forgotten password can be reset.",
    whyUnsent: "The operator of this server uses it to reach you, for example when you forgot your password.",
    sent: (email: string) =>
      `To confirm ${email}, open the link in our email. No email? Check your spam folder, or have a link sent now.`,
    other: "Is the address wrong? Enter another one:",
    email: "Email address",
    password: "Your password",
    submit: "Save the address",
    pending: "Saving...",
    failed: "Address not saved",
    fallback: "Please try again in a moment.",
    done: "Address saved",
  },
  request: {
    submit: "Send a link",
    pending: "Sending...",
    done: "Check your inbox",
    known: "Nothing to do",
    failed: "Link not sent",
    fallback: "Please try again in a moment.",
  },
  notice: {
    text: (email: string) =>
      `Please confirm your email address ${email} with the link in our email. Then you can email documents, and a forgotten password can be reset.`,
    account: "Wrong address?",
  },
  dialog: {
    text: "Please confirm your own email address first, so that recipients can answer you.",
    account: "To your account",
  },
  page: {
    title: "Confirm your email address",
    intro: "Press the button to confirm that this address is yours.",
    submit: "Confirm this address",
    pending: "Confirming...",
    failed: "Address not confirmed",
    fallback: "Please try again in a moment.",
    doneTitle: "Your address is confirmed",
    done: (email: string) => `${email} belongs to your account now.`,
    home: "Go to the home page",
    account: "To your account",
    incomplete: "This link is not complete. Please open it from the email exactly as it is written there.",
  },
};
