/** Texts of the second step of a login: the code that is asked for, and the card on the account page. */
export const secondFactor = {
  step: {
    title: "One more step",
    app: "Enter the code that your authenticator app shows.",
    appField: "Code from the app",
    recovery: "Enter one of the recovery codes that you saved. Each works once.",
    recoveryField: "Recovery code",
    useRecovery: "Use a recovery code",
    useApp: "Use the app",
    submit: "Log In",
    pending: "Logging in…",
    back: "Back",
    lost: "Lost both? The people who run this site can help.",
  },
  first: {
    title: "One more step for your account",
    intro:
      "This site asks for a second step at login, so that a stolen password is not enough. Set up one of the two; then go on.",
    done: "Continue",
  },
  card: {
    title: "Two-step login",
    intro:
      "With an authenticator app, logging in takes your password and a code from your phone. Someone who learns your password still can't get in.",
    since: (day: string) => `On since ${day}. Logging in takes your password and a code from your app.`,
    left: (codes: number) =>
      codes === 1
        ? "1 recovery code left."
        : codes === 0
          ? "No recovery codes left."
          : `${codes} recovery codes left.`,
    fewLeft: "Make new ones, so that you can still log in if you lose your phone.",
    loading: "Loading…",
    failed: "Couldn't load this.",
    again: "Try again",
    open: "Set up two-step login",
    renew: "Make new recovery codes",
    remove: "Turn off two-step login",
    cancel: "Cancel",
  },
  proof: {
    password: "Your password",
    code: "Code from your authenticator app, or a recovery code",
    withPasskey: "Your device asks for your finger, your face or a PIN.",
    passkeyElsewhere:
      "Your account has a passkey, which this browser can't use. Please continue in a browser that can.",
    usePasskey: "Use a passkey instead",
    useCode: "Use a code from your app instead",
    askProvider: "Please confirm that it's you. You then come back to this page and continue here.",
    confirmWith: (provider: string) => `Confirm with ${provider}`,
    confirmed: "Your provider has confirmed that it's you.",
    fallback: "Please try again in a moment.",
    start: {
      title: "Set up two-step login",
      intro: "First confirm that it's you.",
      submit: "Continue",
      pending: "Checking…",
      failed: "Couldn't start",
    },
    renew: {
      title: "Make new recovery codes",
      intro: "The old ones stop working.",
      submit: "Make new codes",
      pending: "Making…",
      failed: "Couldn't make new codes",
    },
    remove: {
      title: "Turn off two-step login",
      intro: "Logging in will take only your password. Your recovery codes stop working.",
      submit: "Turn off",
      pending: "Turning off…",
      failed: "Couldn't turn it off",
    },
  },
  enroll: {
    title: "Connect your app",
    scan: "Open an authenticator app on your phone, such as Aegis, Google Authenticator or the one in your password manager, and scan this code.",
    picture: "QR code for your authenticator app",
    secret: { label: "Or type this key into the app", copy: "Copy key", copied: "Key copied" },
    changing: "The app then shows six digits that change every 30 seconds.",
    code: "Code from the app",
    submit: "Turn on",
    pending: "Checking…",
    failed: "Couldn't turn it on",
    fallback: "Please try again in a moment.",
    done: "Two-step login is on",
    doneText: "You are logged out everywhere else.",
  },
  removed: "Two-step login is off",
  codes: {
    title: "Save your recovery codes now",
    text: "If you lose your phone, each of these lets you log in once. Keep them in a password manager or on paper. We can't show them again.",
    field: { label: "Recovery codes", copy: "Copy codes", copied: "Codes copied" },
    done: "I've saved them",
  },
};
