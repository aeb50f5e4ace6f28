import { retentionHours } from "../../environment/server-settings.ts";

const documents = (count: number) => (count === 1 ? "1 document" : `${count} documents`);

/** Sentences of the page with all documents. */
export const allDocuments = {
  title: "All documents",
  link: "All documents",
  search: "Search",
  searchHint: "Name, serial number, note or other parties",
  filters: {
    status: "Status",
    anyStatus: "Any status",
    kind: "Type",
    anyKind: "Any type",
    kinds: { pdf: "PDF", word: "Word", image: "Picture", collection: "Collection" },
    period: "Uploaded",
    anyPeriod: "Any time",
    periods: {
      "last-7-days": "Last 7 days",
      "this-month": "This month",
      "last-month": "Last month",
      "this-year": "This year",
      dates: "Between dates…",
    },
    from: "From",
    to: "To",
    sort: "Sort by",
    sorts: {
      newest: "Newest first",
      oldest: "Oldest first",
      name: "Name, A to Z",
      "name-descending": "Name, Z to A",
      largest: "Largest first",
    },
    more: (chosen: number) => (chosen === 0 ? "Filters" : `Filters (${chosen})`),
    reset: "Clear search and filters",
  },
  count: documents,
  range: (from: number, to: number, total: number) => `${from}–${to} of ${documents(total)}`,
  list: "Documents",
  empty: "No documents yet",
  emptyText: "Upload a document on the home page, and it will appear here.",
  emptyButton: "Upload a document",
  none: "No documents match",
  noneText: "Try fewer words, another time period or any status.",
  originalGone: `We deleted the original after ${retentionHours} hours, before it was stamped. Please upload it again.`,
  uploadAgain: "Upload again",
  paid: "Paid, not stamped yet",
  attestedAs: (name: string) => `Attested as ${name}`,
  recipient: {
    title: "Show who was asked",
    text: "The acknowledgment contains the SHA-256 of this salt, a space and this address. Only you can see them. Give both to someone who has the acknowledgment, and they can check the address.",
    address: "Address",
    salt: "Salt",
  },
  note: (note: string) => `Note: ${note}`,
  select: (name: string) => `Select ${name}`,
  selectPage: "Select all on this page",
  selected: (count: number) => `${count} selected`,
  selection: "Selected documents",
  clearSelection: "Clear selection",
  tooMany: "You can select at most 100 documents at a time.",
  email: "Email",
  emailTitle: (count: number) => `Email ${documents(count)}`,
  emailIntro: (count: number) =>
    `One email with the stamped copies of ${documents(count)} and their certificates, to one person.`,
  emailTooMany: "An email can contain at most 20 documents. Please select fewer, or download a ZIP file.",
  emailSkips: (count: number) =>
    count === 1
      ? "1 selected document isn't stamped yet and will not be sent."
      : `${count} selected documents aren't stamped yet and will not be sent.`,
  zipVerb: "Download",
  zip: "ZIP",
  zipAll: (count: number) => (count === 1 ? "Download it as ZIP" : `Download all ${count} as ZIP`),
  nothingStamped: "None of the selected documents is stamped yet.",
  zipTooLarge:
    "A ZIP file can contain at most 500 documents and 4 GB. Please narrow the search, for example by date.",
  delete: "Delete",
  deleted: (count: number) => `${documents(count)} deleted`,
  deletion: {
    title: (count: number) => `Delete ${documents(count)}?`,
    goes: "Stamped copies, certificates, evidence and notes are deleted for good, and names are no longer shown. The stamps stay used.",
    goesUnstamped: "The files, names and notes are deleted for good.",
    inProjects: (count: number) =>
      count === 1
        ? "1 of them is in a project. People with a link to that project no longer see it."
        : `${count} of them are in projects. People with a link to these projects no longer see them.`,
    acknowledgements: (count: number) =>
      count === 1
        ? "1 of them is an acknowledgment that someone gave you. You lose your proof of it."
        : `${count} of them are acknowledgments that people gave you. You lose your proof of them.`,
    stays:
      "The public record of each serial number stays, without names: it says that a certificate was issued, and when you withdrew it. No one who holds one is told that it is forged.",
    cancel: "Cancel",
    confirm: (count: number) => `Delete ${documents(count)}`,
  },
  undoKey: "Press Ctrl+Z or choose Undo to bring it back.",
  edit: "Rename or add a note",
  editLabel: (name: string) => `Rename ${name} or add a note`,
  editor: {
    title: "Name and note",
    intro: (name: string) =>
      `Only you see these. The certificate and the public record keep the original name, ${name}.`,
    name: "Name",
    nameHint: "Leave it empty to show the original name again.",
    note: "Note",
    optional: "optional",
    submit: "Save",
    pending: "Saving…",
    close: "Close",
    failed: "Couldn't save the name and note",
    fallback: "Please try again in a moment.",
    done: "Saved",
  },
  pager: {
    label: "Pages",
    previous: "Previous",
    next: "Next",
    page: (page: number, pages: number) => `Page ${page} of ${pages}`,
  },
};
