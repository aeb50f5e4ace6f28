import { deleteFailedJobsBefore, type JobRow, listJobs } from "../../platform/jobs/jobs.repo.ts";
import { listed, minute, oneLine, triedTimes } from "../../platform/operator-list.ts";
import type { Deps } from "../deps.ts";

const remembered = 30 * 24 * 3_600_000;

/** Waiting jobs, and those that failed within the last month, for the operator. */
export async function reportJobs({ db }: Pick<Deps, "db">): Promise<string> {
  return jobReport(await listJobs(db));
}

/** Deletes failed jobs a month after they were queued, since their subject may contain user input. */
export async function deleteOldFailedJobs({ db, now }: Pick<Deps, "db" | "now">): Promise<void> {
  await deleteFailedJobsBefore(db, now() - remembered);
}

/** Waiting, running and failed jobs, one line each. */
function jobReport(jobs: JobRow[]): string {
  const part = (title: string, state: JobRow["state"]) =>
    listed(title, jobs.filter((job) => job.state === state).map(line));
  const parts = [
    part("Waiting", "queued"),
    part("At work", "running"),
    part("Failed, will not be retried", "failed"),
  ];
  return parts.filter(Boolean).join("\n\n") || "No job is waiting, and none has failed in the last 30 days.";
}

function line({ createdAt, kind, subject, attempts, state, availableAt, lastError }: JobRow): string {
  const next = state === "queued" && `next ${minute(availableAt)}`;
  return oneLine([minute(createdAt), kind, subject, triedTimes(attempts), next, lastError]);
}
