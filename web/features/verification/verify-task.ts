import type { Evidence } from "../../../src/evidence/verifier/evidence.ts";
import type { Report } from "../../../src/evidence/verifier/report.ts";
import type { TrustTexts } from "../../../src/evidence/verifier/trust.ts";

/** Files to be judged together, by what is known and by whom to trust. `id` tells its answers from others'. */
export type VerifyTask = { id: number; files: File[]; evidence: Evidence; trust: TrustTexts };

/** How far it is, and at last what came out; `percent` is of all bytes that are to be read. */
export type VerifyProgress = {
  id: number;
  news:
    | { state: "reading"; percent: number }
    | { state: "done"; reports: Report[] }
    | { state: "unreadable"; name: string };
};
