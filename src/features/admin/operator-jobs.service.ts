import { deleteFailedJobsBefore, listJobs } from "../../platform/jobs/jobs.repo.ts";
import type { Deps } from "../deps.ts";
import { jobReport } from "./job-report.ts";

const remembered = 30 * 24 * 3_600_000;

/** What waits to be done, and what failed within the last month, for the operator to read. */
export function reportJobs({ db }: Pick<Deps, "db">): string {
  return jobReport(listJobs(db));
}

/** Forgets failed jobs a month after they were queued: what they were about may be what somebody typed. */
export function forgetFailedJobs({ db, now }: Pick<Deps, "db" | "now">): void {
  deleteFailedJobsBefore(db, now() - remembered);
}
