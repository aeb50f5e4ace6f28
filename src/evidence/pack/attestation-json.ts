import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { verifyPage } from "../../formats/certificate/verify-url.ts";
import { printVerifierKey } from "../tlog/signed-note.ts";
import type { PackParts } from "./pack-parts.ts";
import { partNames } from "./part-names.ts";

/** The signed statement for reading, JSON with indents: nothing in here is signed; what is stands beside it. */
export function describeAttestation(parts: PackParts): string {
  const { statement, key, log, origin, stamped, certificate } = parts;
  const description = {
    statement,
    signedIn: partNames.signedAttestation,
    key,
    page: verifyPage(origin, statement.serial),
    keysAt: `${origin.replace(/\/+$/, "")}/.well-known/jwks.json`,
    log: printVerifierKey(log),
    files: [
      { name: stamped.name, sha256: statement.stamped },
      { name: partNames.certificate, sha256: bytesToHex(sha256(certificate)) },
    ],
  };
  return `${JSON.stringify(description, null, 2)}\n`;
}
