import type { Evidence } from "../../../src/evidence/verifier/evidence.ts";
import type { GivenFile } from "../../../src/evidence/verifier/file-context.ts";
import type { Report } from "../../../src/evidence/verifier/report.ts";
import type { Text } from "../../../src/evidence/verifier/text.ts";
import type { TrustTexts } from "../../../src/evidence/verifier/trust.ts";

/**
 * Files to verify together, with the known evidence and the trusted keys; `given` were read already. `trustFiles` are
 * those that the reader gave before. Events carry the `id` of their task.
 */
export type VerifyTask = {
  id: number;
  files: File[];
  trustFiles: File[];
  given?: GivenFile[];
  evidence: Evidence;
  trust: TrustTexts;
};

/** The progress of a task, and finally its result; `percent` is relative to all bytes to read. */
export type VerifyEvent = {
  id: number;
  progress:
    | { state: "reading"; percent: number }
    /** `trustFiles`: the reader's own, by their names. */
    | { state: "done"; reports: Report[]; trustFiles: string[] }
    | { state: "unreadable"; name: string }
    | { state: "unusable"; problem: Text };
};
