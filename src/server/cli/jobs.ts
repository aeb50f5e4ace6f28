import { reportJobs } from "../../features/admin/operator-jobs.service.ts";
import { tellFromDatabase } from "./read-data.ts";

/** Prints waiting, running and failed jobs. May run beside the server. */
export function listJobs(): void {
  tellFromDatabase((db) => reportJobs({ db }));
}
