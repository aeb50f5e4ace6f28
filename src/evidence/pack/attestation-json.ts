import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { printVerifierKey } from "../log/signed-note.ts";
import { verifyPage } from "../verify-url.ts";
import type { PackParts } from "./pack-parts.ts";
import { partNames } from "./part-names.ts";

/** The signed statement for reading, JSON with indents: nothing in here is signed; what is stands beside it. */
export function describeAttestation(parts: PackParts): string {
  const { statement, key, log, origin, stamped, certificate } = parts;
  const file = (name: string, bytes: Uint8Array) => ({ name, sha256: bytesToHex(sha256(bytes)) });
  const description = {
    statement,
    signedIn: partNames.signedAttestation,
    key,
    page: verifyPage(origin, statement.serial),
    keysAt: `${origin.replace(/\/+$/, "")}/.well-known/jwks.json`,
    log: printVerifierKey(log),
    files: [file(stamped.name, stamped.bytes), file(partNames.certificate, certificate)],
  };
  return `${JSON.stringify(description, null, 2)}\n`;
}
