import { sha256 } from "@noble/hashes/sha2.js";
import type { Config } from "../config.ts";
import { logPath } from "../log/log.ts";

/** Where the log's witnesses are told of. */
export const witnessesPath = `${logPath}/witnesses`;

/** Further from ours, the time a witness gives is not believed. */
export const maxClockDriftMs = 60_000;

/** What tokens and proofs are about: the SHA-256 of the checkpoint as the log signed it. */
export const digestOf = (checkpoint: string): Uint8Array => sha256(new TextEncoder().encode(checkpoint));

/** Whether anybody outside is to be asked about our log. Our own authority is no witness of it. */
export function hasWitnesses({ tsaUrls, otsCalendars, logWitnesses }: Config): boolean {
  return tsaUrls.length + otsCalendars.length + logWitnesses.length > 0;
}

/** The name we cosign with: that of our log with another part in the place of what follows the host. */
export const witnessNameBeside = (logName: string): string =>
  logName.replace(/\/log(\/[0-9a-f]{8})?$/, "/witness$1");
