import { readConfig } from "../config.ts";
import { createDeps, type Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import { mailAddressSchema } from "../mail/mail.schema.ts";
import { reportMails, sendTestMail } from "../mail/operator-mail.service.ts";

const usage = "Please say: mail test ADDRESS, or mail list";

/**
 * Sends one mail with the settings as they are, or says which mails wait or failed; also while the server runs.
 * Throws AppError with the mail server's own words.
 */
export async function mail([verb, ...rest]: string[]): Promise<void> {
  const [address, ...more] = rest;
  if (verb === "list" && rest.length === 0) return tell(async (deps) => reportMails(deps));
  if (verb !== "test" || address === undefined || more.length > 0) throw new AppError("invalid", usage);
  return tell((deps) => sendTestMail(deps, mailAddressSchema.parse(address)));
}

async function tell(words: (deps: Deps) => Promise<string>): Promise<void> {
  const deps = createDeps(readConfig());
  try {
    console.log(await words(deps));
  } finally {
    deps.db.$client.close();
  }
}
