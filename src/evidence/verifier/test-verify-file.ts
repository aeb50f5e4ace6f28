import { expect } from "bun:test";
import type { Evidence } from "./evidence.ts";
import type { GivenFile } from "./file-context.ts";
import type { Report } from "./report.ts";
import type { Trust } from "./trust.ts";
import { verifyFiles } from "./verify-files.ts";

/** The report about a file that is given alone, made as for every file that a user gives. */
export function verifyFile(file: GivenFile, known: Evidence, trust: Trust, now: Date): Report {
  const reports = verifyFiles([file], known, trust, now);
  expect(reports).toHaveLength(1);
  return reports[0] as Report;
}
