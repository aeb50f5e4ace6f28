import type { Job } from "../../platform/jobs/jobs.repo.ts";
import { listed, minute, oneLine, triedTimes } from "../../platform/operator-list.ts";

/** What waits, what is at work, and what failed, one line a job. */
export function jobReport(jobs: Job[]): string {
  const part = (title: string, state: Job["state"]) =>
    listed(title, jobs.filter((job) => job.state === state).map(line));
  const parts = [
    part("Waiting", "queued"),
    part("At work", "running"),
    part("Failed, not tried again", "failed"),
  ];
  return parts.filter(Boolean).join("\n\n") || "No job is waiting, and none has failed within 30 days.";
}

function line({ createdAt, kind, subject, attempts, state, availableAt, lastError }: Job): string {
  const next = state === "queued" && `next ${minute(availableAt)}`;
  return oneLine([minute(createdAt), kind, subject, triedTimes(attempts), next, lastError]);
}
