import { reportJobs } from "../../features/admin/operator-jobs.service.ts";
import { tellFromDatabase } from "./read-data.ts";

/** Says which jobs wait and which failed; also while the server runs. Throws AppError. */
export function listJobs(): void {
  tellFromDatabase((db) => reportJobs({ db }));
}
