/** Sentences of verify.html, which works without a server. The record page says some of them, too. */
export const offlineVerifier = {
  title: "Check a document",
  text: "Choose a stamped copy, an original, a certificate or an evidence pack (the ZIP file with all the proof), or several of them together. Only this page reads them. Nothing is sent anywhere, and it works offline.",
  hasKeys: (name: string) =>
    `This page has the keys of a service that calls itself ${name}. Trust them only as much as you trust the place where you got this page, and compare these facts with what the service publishes:`,
  /** The address in the name of the log, and the SHA-256 of the root certificate. */
  address: "Address of the service",
  root: "Root certificate, SHA-256",
  hasNoKeys:
    "This page was saved without the keys of a service. It can tell which files belong together, but not who signed them.",
  ownLists: (names: string) =>
    `Whether someone is independent of the service is decided by the lists in ${names}, not by those that come with this page.`,
  unusedLists: (names: string) =>
    `The lists in ${names} were not used, because they came together with other files. If you trust whom they name, add them alone first.`,
  choose: "Choose files, or drop them here",
  checking: "Checking…",
  checked: (names: string) => `Checked: ${names}.`,
  total: (unchanged: string, all: string) => `${unchanged} of ${all} files are unchanged.`,
  totalClaimed: (count: number, written: string) =>
    count === 1
      ? "No one independent confirms the time of 1 of them."
      : `No one independent confirms the time of ${written} of them.`,
  totalChanged: (count: number, written: string) =>
    count === 1 ? "1 was changed or is a different file." : `${written} were changed or are different files.`,
  totalUnclear: (count: string) => `We can't tell for ${count} of them.`,
  shown: (shown: string, all: string) => `${shown} of ${all} results are shown.`,
  showAll: "Show all",
  unreadable: (name: string) => `Couldn't read ${name}. If it changed, please choose it again.`,
  failed: "Something went wrong. Please reload this page and try again.",
  checks: "What we checked",
  details: "Details",
  saveRecord: "Save its evidence record (.ers)",
  print: "Print this page",
  /** The name of a service whose keys are unknown. */
  service: "the service",
};
