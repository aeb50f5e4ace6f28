import { reportJobs } from "../../features/admin/operator-jobs.service.ts";
import { tellFromDatabase } from "./read-data.ts";

/** Prints the jobs that wait, run or failed, also while the server runs. */
export function listJobs(): void {
  tellFromDatabase((db) => reportJobs({ db }));
}
