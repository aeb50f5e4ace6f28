import type { TimeStampIssue } from "../tsp/token.ts";
import { say, type Text } from "./text.ts";

/** Sentences for failed checks, by the check's code. */
export const reasonSentences: Record<TimeStampIssue | "wrong-content" | "time-stamp" | "moved", Text> = {
  malformed: say("reason-malformed", "it is damaged"),
  moved: say("reason-moved", "it is not where the service put it, or the file names a second place for it"),
  refused: say("reason-refused", "the authority refused it"),
  "wrong-imprint": say("reason-wrong-imprint", "it is for another file, or the file was changed"),
  "wrong-content": say("reason-wrong-content", "the file was changed"),
  "wrong-nonce": say("reason-wrong-nonce", "it answers a different request"),
  forged: say("reason-forged", "its content is not what was signed"),
  "no-certificate": say("reason-no-certificate", "its certificate is missing"),
  unsupported: say("reason-unsupported", "it uses a method that we don't accept"),
  untrusted: say("reason-untrusted", "it is not from a known authority"),
  "outside-validity": say("reason-outside-validity", "its certificate was not valid at that time"),
  "renewed-late": say(
    "reason-renewed-late",
    "it was renewed only after the certificate behind it had ended, which shows nothing",
  ),
  "wrong-purpose": say("reason-wrong-purpose", "its certificate is for another purpose"),
  revoked: say("reason-revoked", "its certificate was revoked, and nothing here shows that it is older"),
  "revocation-unknown": say(
    "reason-revocation-unknown",
    "the revocation lists we have do not cover its time",
  ),
  "time-stamp": say("reason-time-stamp", "the timestamp in it is not valid"),
};

/** The sentence for a reason code. */
export function reasonFor(error: string): Text | string {
  return Object.entries(reasonSentences).find(([name]) => name === error)?.[1] ?? error;
}
