/** Every sentence about several files that are uploaded in one go. */
export const uploadQueue = {
  title: "Your files",
  explanation:
    "One after the other, and each becomes a document of its own, with its own serial number. Your confirmation of ownership counts for each of them.",
  uploading: (at: number, of: number) => `Uploading ${at} of ${of}`,
  stamping: (done: number, of: number) => `Stamping: ${done} of ${of} done`,
  stamped: (count: number) => `${count} stamped`,
  uploaded: (count: number) => `${count} uploaded, not stamped yet`,
  failed: (count: number) => `${count} failed`,
  percent: (percent: number) => `${percent}%`,
  leftOut: (most: number, count: number, first: string) =>
    count === 1
      ? `At most ${most} files in one go. “${first}” was not taken: please add it when these are uploaded.`
      : `At most ${most} files in one go. ${count} were not taken, from “${first}” on: please add them when these are uploaded.`,
  connectionLost: "The connection was lost. Try again when it is back.",
  phases: {
    waiting: "Waiting",
    sending: "Uploading",
    failed: "Not uploaded",
    uploaded: "Not stamped yet",
    setUp: "Being set up",
    starting: "Starting",
    unpaid: "To be paid",
    unstarted: "Not started",
    processing: "Processing",
    completed: "Completed",
    error: "Failed",
  },
  again: "Try again",
  againLabel: (name: string) => `Try again to upload ${name}`,
  againAll: (count: number) => `Try the ${count} failed uploads again`,
  setUp: { short: "Set up", label: (name: string) => `Set up the stamp of ${name}` },
  pay: { short: "Pay", label: (name: string) => `Pay for ${name}` },
  remove: "Remove",
  removeLabel: (name: string) => `Remove ${name} from the list`,
  cancelLabel: (name: string) => `Cancel the upload of ${name}`,
  stampAll: (count: number) => (count === 1 ? "Stamp 1 document" : `Stamp all ${count} documents`),
  usual:
    "The stamp goes to its usual place, the right edge, without an original date or other parties. To state these for a document, choose “Set up” beside it first.",
  planLeft: (left: number) =>
    left === 0
      ? "Your plan has no documents left: payment is asked for, at each row."
      : `Your plan has ${left} left: for the others payment is asked for, at each row.`,
  close: "Close this list",
};
