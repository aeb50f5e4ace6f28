import { mailAddressSchema } from "../../features/mail/mail.schema.ts";
import { reportMails, sendTestMail } from "../../features/mail/operator-mail.service.ts";
import { tellFromDatabase } from "./read-data.ts";
import { tellWithDeps } from "./with-deps.ts";

/** Sends one mail with the settings as they are. Throws AppError with the mail server's own words. */
export async function testMail(address: string): Promise<void> {
  await tellWithDeps((deps) => sendTestMail(deps, mailAddressSchema.parse(address)));
}

/** Prints which mails wait or failed; also while the server runs. */
export function listMails(): void {
  tellFromDatabase((db) => reportMails({ db }));
}
