import { mailAddressSchema } from "../../features/mail/mail.schema.ts";
import { reportMails, sendTestMail } from "../../features/mail/operator-mail.service.ts";
import { printFromDatabase } from "./read-data.ts";
import { printWithDeps } from "./with-deps.ts";

/** Sends one email with the current settings. Throws AppError with the mail server's message. */
export async function testMail(address: string): Promise<void> {
  await printWithDeps((deps) => sendTestMail(deps, mailAddressSchema.parse(address)));
}

/** Prints which emails are waiting or have failed. May run while the server runs. */
export async function listMails(): Promise<void> {
  await printFromDatabase((db) => reportMails({ db }));
}
