import type { TimeStampIssue } from "../tsp/token.ts";

/** Sentences for failed checks, by the check's code. */
export const reasonSentences: Record<TimeStampIssue | "wrong-content" | "time-stamp" | "moved", string> = {
  malformed: "it is damaged",
  moved: "it is not where the service put it, or the file names a second place for it",
  refused: "the authority refused it",
  "wrong-imprint": "it is for another file, or the file was changed",
  "wrong-content": "the file was changed",
  "wrong-nonce": "it answers a different request",
  forged: "its content is not what was signed",
  "no-certificate": "its certificate is missing",
  unsupported: "it uses a method that we don't accept",
  untrusted: "it is not from a known authority",
  "outside-validity": "its certificate was not valid at that time",
  "wrong-purpose": "its certificate is for another purpose",
  revoked: "its certificate was revoked",
  "revocation-unknown": "the revocation lists we have do not cover its time",
  "time-stamp": "the time-stamp in it is not valid",
};
