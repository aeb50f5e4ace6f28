import type { TrustTexts } from "../../evidence/verifier/trust.ts";
import { logPath } from "../../issuing/log/log.ts";
import { witnessesPath } from "../../issuing/witnesses/witnesses.ts";

/** Where a published site has its keys: what publishing writes and its log signs, and what adopting reads. */

/** The path below a site of a file that the server has at this path. */
export const below = (path: string, file: string): string => `${path}/${file}`.slice(1);

/** Where verifiers find each part of what they trust. */
export const keyPaths = {
  ca: "evidence/ca.pem",
  stampCa: "evidence/tsa-roots.pem",
  crl: "evidence/ca-crls.pem",
  jwks: ".well-known/jwks.json",
  vkeys: below(logPath, "vkeys"),
  witnesses: below(witnessesPath, "vkeys"),
} as const satisfies Record<Exclude<keyof TrustTexts, "name">, string>;

/** The newest revocation list, in DER. */
export const crlPath = "evidence/ca.crl";
/** The key of the service as a witness of other logs. */
export const witnessKeyPath = "evidence/witness/vkey";
/** What the log signed about all of these (key-statement.ts). */
export const keyStatementPath = below(logPath, "keys");
