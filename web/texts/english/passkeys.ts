/** Texts of passkeys: the button of the login, and the card on the account page. */
export const passkeys = {
  login: {
    submit: "Use a passkey",
    pending: "Waiting for your device…",
    unused: "No passkey was used. Please try again, or log in with your password.",
  },
  card: {
    title: "Passkeys",
    intro:
      "Log in with your fingerprint, your face or your device's PIN, without a username or password. A passkey is also the second step.",
    unsupported: "This browser can't use passkeys here.",
    none: "You don't have any passkeys yet.",
    added: (day: string) => `Added ${day}`,
    used: (when: string) => `last used ${when}`,
    add: "Add a passkey",
    rename: "Rename",
    renameNamed: (name: string) => `Rename: ${name}`,
    remove: "Remove",
    removeNamed: (name: string) => `Remove: ${name}`,
    numbered: (number: number) => `Passkey ${number}`,
    done: "Passkey added",
    removed: "Passkey removed",
    renamed: "Name saved",
  },
  adding: {
    title: "Add a passkey",
    intro: "First prove that it is you. Your browser then asks for your finger, your face or a PIN.",
    submit: "Continue",
    pending: "Waiting for your device…",
    failed: "Couldn't add the passkey",
  },
  removing: {
    title: (name: string) => `Remove ${name}`,
    intro:
      "It can't log in anymore, and you are logged out on all other devices. You can delete it on your device as well.",
    submit: "Remove passkey",
    pending: "Removing…",
    failed: "Couldn't remove the passkey",
  },
  renaming: {
    title: "Name your passkey",
    label: "Name",
    hint: "Such as the device or the password manager that keeps it.",
    submit: "Save name",
    pending: "Saving…",
    failed: "Couldn't save the name",
    fallback: "Please try again in a moment.",
  },
};
