import type { TimeStampIssue } from "../tsp/token.ts";

/** Why a check failed, by the name the checks give it. */
export const faults: Record<TimeStampIssue | "wrong-content" | "time-stamp" | "moved", string> = {
  malformed: "it is damaged",
  moved: "it does not stand where it was put, or the file names a second place for it",
  refused: "the authority refused it",
  "wrong-imprint": "it is about another file, or the file was changed",
  "wrong-content": "the file was changed",
  "wrong-nonce": "it answers another request",
  forged: "it is not what was signed",
  "no-certificate": "its certificate is missing",
  unsupported: "it rests on a method that is not relied on",
  untrusted: "it is not by a known authority",
  "outside-validity": "its certificate was not valid at that time",
  "wrong-purpose": "its certificate is for another purpose",
  revoked: "its certificate was revoked",
  "revocation-unknown": "the revocation lists at hand do not speak of its time",
  "time-stamp": "the time-stamp in it does not hold",
};
