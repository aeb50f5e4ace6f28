import type { Threat } from "./threat.ts";

const uploads = "src/http/uploads.test.ts";
const slow = "src/http/slow-senders.test.ts";

/** F1 to F5: how an upload is sent. */
export const sentUploads: Threat[] = [
  {
    id: "F1",
    threat: "more is sent than the limit, with a length, without one, or with a false one",
    expected:
      "413 with the known sentence at the first byte too many; nothing is left; exactly the limit is taken",
    tests: [
      { file: uploads, name: "a file of exactly the limit is taken, one byte more is not" },
      { file: uploads, name: "a file far above the limit is refused before it is sent" },
      { file: uploads, name: "a sender who does not say how much is coming is stopped at the limit" },
      {
        file: slow,
        name: "a sender who says less than comes gets no second request out of it, and leaves nothing",
      },
    ],
  },
  {
    id: "F2",
    threat: "uploads at the same time fill the memory",
    expected: "each is on the disk while it comes; nine of 40 MB cost less than half of what they send",
    tests: [
      {
        file: slow,
        name: "nine uploads of 40 MB at a time are on the disk while they come: the server's memory does not grow with them",
      },
    ],
  },
  {
    id: "F3",
    threat: "connections send slowly, or half a request, and hold up the others",
    expected:
      "silent ones are closed after ten seconds, uploads after a minute and 15 minutes in all; three uploads per account at a time; others are served meanwhile",
    tests: [
      {
        file: slow,
        name: "two hundred connections that send half a request and fall silent hold up nobody, and are closed; three slow uploads and what a proxy keeps go on",
      },
      { file: slow, name: "a connection that is slow, but never silent for long, is served" },
      {
        file: "src/http/multipart.test.ts",
        name: "an upload that takes longer than it may is told so, and nothing of it is received",
      },
      {
        file: "src/files/store.test.ts",
        name: "a person may have so many uploads under way, and the next when one has ended",
      },
    ],
  },
  {
    id: "F4",
    threat: "an upload is cut off",
    expected: "no row, no file, nothing taken from the plan",
    tests: [
      { file: uploads, name: "an upload that breaks off leaves nothing" },
      { file: "src/files/store.test.ts", name: "a stream that is too long, or breaks off, leaves nothing" },
    ],
  },
  {
    id: "F5",
    threat: "a form has two files, none, a thousand fields, or is no form at all",
    expected: "400 with a sentence; whatever bytes are sent, nothing half received is left",
    tests: [
      {
        file: uploads,
        name: "a form that is not one file in the part called file is refused, and leaves nothing",
      },
      {
        file: "src/http/multipart.property.test.ts",
        name: "whatever is sent as a form is taken or refused with a sentence, and nothing half received is left",
      },
    ],
  },
];
