const files = (count: number) => (count === 1 ? "1 file" : `${count} files`);

/** Sentences of the pages of collections. */
export const collections = {
  new: {
    title: "Attest many files at once",
    intro:
      "Up to 50,000 files at once, of any type and size. Your browser computes a fingerprint of each, a short code that changes if the file changes; the files themselves are not uploaded. Together they get one certificate and use one stamp from your plan.",
    drop: "Drop files or a folder here",
    dropNow: "Drop to add",
    or: "or",
    chooseFiles: "Choose files",
    chooseFolder: "Choose a folder",
    addFiles: "Add files",
    addFolder: "Add a folder",
    filesInput: "Files to attest",
    folderInput: "Folder to attest",
    looking: "Looking for files…",
    nothing: "There are no files to attest",
    tooMany: "Too many files",
    tooManyText: "A collection can contain at most 50,000 files. Please split them into several collections.",
    progress: "Computing fingerprints",
    working: (done: number, count: number) => `${done} of ${files(count)}`,
    amount: (done: string, total: string) => `${done} of ${total}`,
    known: (count: number) =>
      count === 1 ? "1 file was already done." : `${count} files were already done.`,
    again: "If you have to reload this page, choose the same files again. We'll continue where we left off.",
    cancel: "Cancel",
    ready: (count: number, size: string) => `${files(count)} ready, ${size} in total`,
    empty: (count: number) =>
      count === 1
        ? "1 of them is empty. All empty files have the same fingerprint, so it proves little."
        : `${count} of them are empty. All empty files have the same fingerprint, so they prove little.`,
    system: (count: number) =>
      count === 1 ? "1 system file was skipped." : `${count} system files were skipped.`,
    changed: (count: number) =>
      count === 1
        ? "1 file was changed, moved or deleted while it was read:"
        : `${count} files were changed, moved or deleted while they were read:`,
    changedHint:
      "If they belong to the collection, choose them again. Otherwise, it is attested without them.",
    renamed: (count: number) =>
      count === 1
        ? "1 file has a different name in the list, because a list cannot contain control characters or the same name twice:"
        : `${count} files have different names in the list, because a list cannot contain control characters or the same name twice:`,
    listedAs: (chosen: string, listed: string) => `“${chosen}” is listed as “${listed}”`,
    renamedHint: "The files are not changed. To check them with SHA256SUMS, rename them first.",
    more: (count: number) => `and ${count} more`,
    fieldTitle: "Title",
    titleHint: "Printed on the certificate.",
    titleHintPrivate:
      "Sent to us and printed on the certificate, so write no name here that has to stay private.",
    defaultTitle: (day: string) => `Files from ${day}`,
    hide: "Keep file names private",
    hideHint: "Names never leave this browser. The certificate numbers the files instead.",
    list: {
      title: "Chosen files",
      search: "Search the chosen files",
      found: (count: number, written: string) => (count === 1 ? "1 file found" : `${written} files found`),
      remove: "Take out",
      removeLabel: (name: string) => `Take out ${name}`,
      shown: (shown: string, all: string) => `${shown} of ${all} are shown.`,
      more: "Show more",
    },
    listFiles: "List all files on the certificate",
    listFilesHint: "Otherwise, it shows a single fingerprint for all of them.",
    ownership: "I own these files or am authorized to attest them.",
    ownershipNeeded: "Please confirm that the files are yours before you attest them.",
    submit: (count: number) => `Attest ${files(count)}`,
    pending: "Attesting…",
    failed: "Not attested",
    failedText: "The server did not answer. Your fingerprints are saved: please try again.",
    hashingFailed: "Couldn't load the code that computes fingerprints. Please reload this page.",
    startOver: "Start over",
    leave: {
      title: "Leave this page?",
      text: "The fingerprints computed so far stay in this browser, but you'll have to choose the files again.",
      stay: "Stay",
      leave: "Leave",
    },
  },
  page: {
    all: "All documents",
    loading: "Loading the collection",
    notFound: "This collection does not exist, or it was deleted.",
    failed: "Couldn't load the collection.",
    again: "Try again",
    attested: "Attested",
    processing: "The collection is being attested…",
    waiting: "This collection is not attested yet. Nothing was lost: we have its fingerprints.",
    gone: "This collection was not attested in time, so its list of files was deleted. Please create it again.",
    attest: "Attest it now",
    attesting: "Attesting…",
    notAttested: "Not attested",
    notAttestedText: "The server did not answer. Please try again.",
    facts: "Facts",
    title: "Title",
    files: "Files",
    time: "Attested at",
    serial: "Serial number",
    verify: "Open its public page",
    root: "Fingerprint of all files (root)",
    noNames: "File names were kept private and never sent.",
    downloads: "Files to keep",
    certificate: "Certificate",
    certificateHint: "One PDF with the facts, the files and a QR code.",
    evidence: "Evidence pack",
    evidenceHint: "Everything needed to check each file without us. Keep it with the files.",
    sums: "SHA256SUMS",
    sumsHint: "The list of fingerprints. The program sha256sum can check your files against it.",
    keep: "Keep the files exactly as they are: the certificate covers only these bytes. Anyone with one of the files can check it on the public page.",
    email: "Email",
    remove: "Delete",
    removeTitle: "Delete this collection?",
    removeText: (name: string) =>
      `We'll delete ${name}. Its certificate and evidence can no longer be downloaded. Its public page stays without its title and says that you withdrew it. Your files stay where they are.`,
    removeConfirm: "Delete collection",
    removeCancel: "Keep collection",
    removed: "Collection deleted",
    removeFailed: "Collection not deleted",
    removeFailedText: "Couldn't delete the collection.",
    another: "Attest more files",
  },
};
