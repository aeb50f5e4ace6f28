import { sha256 } from "@noble/hashes/sha2.js";
import type { IssuingConfig } from "../config.ts";
import { logPath } from "../log/log.ts";

/** Where the log's witnesses are published. */
export const witnessesPath = `${logPath}/witnesses`;

export const headersName = "checkpoint.headers";

/** The headers of the Bitcoin block that confirms a checkpoint of this size, and of those after it. */
export const headersPath = (size: number): string => `${witnessesPath}/${size}/${headersName}`;

/** A cosignature whose time differs more from our clock is refused. */
export const maxClockDriftMs = 60_000;

/** The SHA-256 of the checkpoint as the log signed it; tokens and proofs are about it. */
export const checkpointDigest = (checkpoint: string): Uint8Array =>
  sha256(new TextEncoder().encode(checkpoint));

/** Whether the settings name any external witness. Our own authority is not a witness of our log. */
export function hasWitnesses({
  tsaUrls,
  anchorAuthorities,
  otsCalendars,
  logWitnesses,
}: Pick<IssuingConfig, "tsaUrls" | "anchorAuthorities" | "otsCalendars" | "logWitnesses">): boolean {
  return tsaUrls.length + anchorAuthorities.length + otsCalendars.length + logWitnesses.length > 0;
}

/** The name we cosign with: our log's name with `witness` in place of `log`. */
export const getWitnessName = (logName: string): string =>
  logName.replace(/\/log(\/[0-9a-f]{8})?$/, "/witness$1");
