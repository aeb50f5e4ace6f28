import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** Keys that sign by themselves, each NAME.jwk; their public parts are known under a key id of eight letters. */
export type SigningRole = "attestation" | "log" | "witness";

/**
 * Keys with a certificate, each NAME.pem: `root` vouches for the other two; `tsa` signs time-stamps, `seal` PDF
 * files.
 */
export type AuthorityRole = "root" | "tsa" | "seal";

export const keysFolder = (dataDir: string) => join(dataDir, "keys");
/** The secret of the counters (keyed-hash.ts). */
export const counterKeyName = "counters.jwk";
/** What of a key outlives it: its public part or its certificate, and a root's last revocation list. No secret. */
export const retiredFolder = (dataDir: string) => join(keysFolder(dataDir), "retired");

/** How the program names what it keeps of keys that sign no more; whatever is named otherwise is not believed. */
export const retiredNames = {
  signing: /^(attestation|witness)-([\w-]{8})\.jwk$/,
  certificate: /^(root|tsa|seal)-[0-9a-f]{1,40}\.pem$/,
  /** Roots whose key was stolen: they are known, and no longer vouched for. */
  stolenRoot: /^stolen-root-[0-9a-f]{1,40}\.pem$/,
  lastCrl: /^root-[0-9a-f]{1,40}\.crl$/,
} as const;

const currentNames = /^(?:(?:attestation|log|witness|counters)\.jwk|(?:root|tsa|seal)\.pem|root\.crl)$/;

/** Files beside the keys that the program did not write: nothing in them is published or used. */
export function strayKeyFiles(dataDir: string): string[] {
  const retired = Object.values(retiredNames);
  return [
    ...straysIn(keysFolder(dataDir), (name) => currentNames.test(name)),
    ...straysIn(retiredFolder(dataDir), (name) => retired.some((pattern) => pattern.test(name))),
  ];
}

/** What a crash left of a write, NAME.new, is none of them. */
function straysIn(folder: string, isOurs: (name: string) => boolean): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !isOurs(entry.name.replace(/\.new$/, "")))
    .map(({ name }) => join(folder, name));
}
