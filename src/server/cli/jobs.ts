import { AppError } from "../../errors.ts";
import { reportJobs } from "../../features/admin/operator-jobs.service.ts";
import { tellFromDatabase } from "./read-data.ts";

/** Says which jobs wait and which failed; also while the server runs. Throws AppError. */
export async function jobs(words: string[]): Promise<void> {
  if (words.join(" ") !== "list") throw new AppError("invalid", "Please say: jobs list");
  tellFromDatabase((db) => reportJobs({ db }));
}
