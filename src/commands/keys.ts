import { readConfig } from "../config.ts";
import { AppError } from "../errors.ts";
import { rotateAuthorityKey } from "../files/authority-keys.ts";

const usage =
  "Please say: keys rotate tsa, or keys rotate seal; with --stolen when somebody else may have the old key";

const roles = ["tsa", "seal"] as const;

/**
 * Gives the authority a new key for time-stamps or seals, also where the server does not start because of the old
 * one. Throws AppError with the operator's sentence.
 */
export async function keys([verb, name, ...rest]: string[]): Promise<void> {
  const role = roles.find((one) => one === name);
  const flags = rest.join(" ");
  if (verb !== "rotate" || !role || !["", "--stolen"].includes(flags)) throw new AppError("invalid", usage);
  const { dataDir, productName } = readConfig();
  const isStolen = flags === "--stolen";
  const identity = { organization: productName };
  rotateAuthorityKey(dataDir, role, identity, new Date(), isStolen ? "stolen" : "replaced");
  console.log(isStolen ? `${made(role)} ${revoked}` : made(role));
}

const made = (role: string) =>
  `There is a new ${role} key. Please restart the server: until then it goes on with the old one.`;
const revoked =
  "The old certificate is revoked, and with it everything that its key signed, whenever that was.";
