import type { Evidence } from "../../../src/evidence/verifier/evidence.ts";
import type { GivenFile } from "../../../src/evidence/verifier/file-context.ts";
import type { Report } from "../../../src/evidence/verifier/report.ts";
import type { Text } from "../../../src/evidence/verifier/text.ts";
import type { TrustTexts } from "../../../src/evidence/verifier/trust.ts";

/**
 * Files to verify together, with the known evidence and the trusted keys; `given` were read already. `trustFiles` are
 * those that the reader gave before. `supportingOnly`: the others are not opened, and have no report. `hasOthers`: the
 * reader chose more files with these. Events carry the `id` of their task.
 */
export type VerifyTask = {
  id: number;
  files: File[];
  trustFiles: File[];
  given?: GivenFile[];
  supportingOnly?: boolean;
  hasOthers?: boolean;
  evidence: Evidence;
  trust: TrustTexts;
};

/** The trust files that decide who is independent, and those that came with other files, by their names. */
export type ReadersLists = { from: string[]; unused: string[] };

/** The progress of a task, and finally its result; `percent` is relative to all bytes to read. */
export type VerifyEvent = {
  id: number;
  progress:
    | { state: "reading"; percent: number }
    | { state: "done"; reports: Report[]; lists: ReadersLists }
    | { state: "unreadable"; name: string }
    | { state: "unusable"; problem: Text };
};
