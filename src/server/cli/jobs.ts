import { reportJobs } from "../../features/admin/operator-jobs.service.ts";
import { printFromDatabase } from "./read-data.ts";

/** Prints waiting, running and failed jobs. May run while the server runs. */
export async function listJobs(): Promise<void> {
  await printFromDatabase((db) => reportJobs({ db }));
}
