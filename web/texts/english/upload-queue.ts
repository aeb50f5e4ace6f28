type ChoicesInWords = {
  position: string;
  originalDate: string;
  otherParties: string;
  project: string | undefined;
};

/** Sentences about several files that are uploaded together. */
export const uploadQueue = {
  title: "Your files",
  explanation:
    "We upload them one after the other. Each becomes a separate document with its own serial number. Your confirmation of ownership applies to all of them.",
  uploading: (at: number, of: number) => `Uploading ${at} of ${of}`,
  stamping: (done: number, of: number) => `Stamping: ${done} of ${of} done`,
  stamped: (count: number) => `${count} stamped`,
  uploaded: (count: number) => `${count} uploaded, not stamped yet`,
  offline: (count: number) => `${count} waiting for a connection`,
  failed: (count: number) => `${count} failed`,
  percent: (percent: number) => `${percent}%`,
  leftOut: (max: number, count: number, first: string) =>
    count === 1
      ? `You can upload at most ${max} files at a time. Please add “${first}” when these are uploaded.`
      : `You can upload at most ${max} files at a time. Please add the last ${count} files, starting with “${first}”, when these are uploaded.`,
  waitsForConnection: "You're offline. We'll upload it when you're back online.",
  connectionLost: "You lost your connection. Please try again when it's back.",
  phases: {
    waiting: "Waiting",
    sending: "Uploading",
    offline: "Offline",
    failed: "Not uploaded",
    uploaded: "Not stamped yet",
    setUp: "Setting up",
    starting: "Starting",
    unpaid: "Payment due",
    unstarted: "Not started",
    processing: "Processing",
    completed: "Completed",
    error: "Failed",
  },
  again: "Try again",
  againLabel: (name: string) => `Upload ${name} again`,
  againAll: (count: number) => `Try the ${count} failed uploads again`,
  setUp: { short: "Set up", label: (name: string) => `Set up the stamp for ${name}` },
  pay: { short: "Pay", label: (name: string) => `Pay for ${name}` },
  remove: "Remove",
  removeLabel: (name: string) => `Remove ${name} from the list`,
  cancelLabel: (name: string) => `Cancel the upload of ${name}`,
  stampAll: (count: number) => (count === 1 ? "Stamp 1 document" : `Stamp all ${count} documents`),
  choices: {
    title: "Choices for all:",
    summary: ({ position, originalDate, otherParties, project }: ChoicesInWords) =>
      [
        `stamp: ${position.toLowerCase()}`,
        originalDate && `originally created ${originalDate}`,
        otherParties && "with other parties",
        project && `project: ${project}`,
      ]
        .filter(Boolean)
        .join(" · "),
    hint: "They apply to every document in this list. To make different choices for one, choose “Set up” next to it first.",
  },
  paused: "The server accepts no more files for the moment. We'll continue in a few minutes.",
  pages: {
    text: "Are these photographed pages? They can be one PDF, with straight edges and one stamp.",
    button: "These are pages of one document",
  },
  instead: {
    text: (count: number) =>
      `Stamping them separately uses ${count} stamps. One collection uses 1: these files aren't stamped, but listed by fingerprint on one certificate.`,
    button: "Make one collection instead",
  },
  noneLeft: "Your plan has no documents left.",
  /** `price`: of the others; undefined if this server takes no payments. */
  planLeft: (left: number, others: number, price: string | undefined) =>
    price === undefined
      ? `Your plan has ${left} left.`
      : `Your plan has ${left} left. After that, you can pay for the other ${others === 1 ? "one" : others} (${price}).`,
  payAll: (count: number, price: string) =>
    count === 1 ? `Pay for 1 document (${price})` : `Pay for all ${count} (${price})`,
  waitingLabel: "Documents that are not stamped yet",
  waiting: (count: number) => `${count} of your documents are uploaded but not stamped yet.`,
  close: "Close this list",
};
