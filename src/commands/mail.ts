import { readConfig } from "../config.ts";
import { createDeps } from "../deps.ts";
import { AppError } from "../errors.ts";
import { mailAddressSchema } from "../mail/mail.schema.ts";
import { sendTestMail } from "../mail/operator-mail.service.ts";

/** Sends one mail with the settings as they are. Throws AppError with the mail server's own words. */
export async function mail([verb, address, ...rest]: string[]): Promise<void> {
  if (verb !== "test" || address === undefined || rest.length > 0) {
    throw new AppError("invalid", "Please say: mail test ADDRESS");
  }
  const deps = createDeps(readConfig());
  try {
    console.log(await sendTestMail(deps, mailAddressSchema.parse(address)));
  } finally {
    deps.db.$client.close();
  }
}
