import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { stateFiles } from "../../../db/state-files.ts";

/** Keys without certificates, each NAME.jwk; their public parts are identified by a key ID of eight characters. */
export type SigningRole = "attestation" | "log" | "witness";

/**
 * Keys with a certificate, each NAME.pem: `root` certifies the other two; `tsa` signs time-stamps, `seal` PDF files.
 */
export type AuthorityRole = "root" | "tsa" | "seal";

export const keysFolder = (dataDir: string) => join(dataDir, stateFiles.keys);
/** The secret of the counters (keyed-hash.ts). */
export const counterKeyName = "counters.jwk";
/** What remains of retired keys: public parts, certificates, and a root's last revocation list. No secrets. */
export const retiredFolder = (dataDir: string) => join(keysFolder(dataDir), "retired");

/** File names for what remains of retired keys; files with other names are ignored. */
export const retiredNames = {
  signing: /^(attestation|witness)-([\w-]{8})\.jwk$/,
  /** Keys of second signatures (post-quantum-keys.ts). */
  postQuantum: /^post-quantum-([\w-]{8})\.jwk$/,
  certificate: /^(root|tsa|seal)-[0-9a-f]{1,40}\.pem$/,
  /** Roots whose key was stolen: they are known but no longer trusted. */
  stolenRoot: /^stolen-root-[0-9a-f]{1,40}\.pem$/,
  lastCrl: /^root-[0-9a-f]{1,40}\.crl$/,
} as const;

/** Marks a keys folder as a copy of the keys in the database (shared-keys.ts). */
export const copyMarkerName = "copy-of-database";
/** Marks a keys folder whose keys are being created and are not in the database yet. */
export const newMarkerName = "not-in-database-yet";

const currentNames =
  /^(?:copy-of-database|not-in-database-yet|(?:attestation|post-quantum|log|witness|counters)\.jwk|(?:root|tsa|seal)\.pem|root\.crl)$/;

/** Files next to the keys that the program did not write: they are neither published nor used. */
export function strayKeyFiles(dataDir: string): string[] {
  const retired = Object.values(retiredNames);
  return [
    ...straysIn(keysFolder(dataDir), (name) => currentNames.test(name)),
    ...straysIn(retiredFolder(dataDir), (name) => retired.some((pattern) => pattern.test(name))),
  ];
}

/** Excludes NAME.new, which a crash during a write leaves behind. */
function straysIn(folder: string, isOurs: (name: string) => boolean): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !isOurs(entry.name.replace(/\.new$/, "")))
    .map(({ name }) => join(folder, name));
}
