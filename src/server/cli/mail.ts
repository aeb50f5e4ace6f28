import { AppError } from "../../errors.ts";
import { mailAddressSchema } from "../../features/mail/mail.schema.ts";
import { reportMails, sendTestMail } from "../../features/mail/operator-mail.service.ts";
import { tellFromDatabase } from "./read-data.ts";
import { tellWithDeps } from "./with-deps.ts";

const usage = "Please say: mail test ADDRESS, or mail list";

/**
 * Sends one mail with the settings as they are, or says which mails wait or failed; also while the server runs.
 * Throws AppError with the mail server's own words.
 */
export async function mail([verb, ...rest]: string[]): Promise<void> {
  const [address, ...more] = rest;
  if (verb === "list" && rest.length === 0) return tellFromDatabase((db) => reportMails({ db }));
  if (verb !== "test" || address === undefined || more.length > 0) throw new AppError("invalid", usage);
  await tellWithDeps((deps) => sendTestMail(deps, mailAddressSchema.parse(address)));
}
