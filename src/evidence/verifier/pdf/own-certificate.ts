import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { latin1 } from "../../pades/byte-ranges.ts";
import type { FoundSignature } from "../../pades/find-signatures.ts";
import { certificateReason } from "../../seal/certificate-reason.ts";
import { readLastUpdate } from "./own-update.ts";

/** The only cross-reference section of a certificate of the first release, in the form that pdf-lib wrote. */
const sectionForm =
  /^\d{1,10} 0 obj\n<<\n\/Size \d{1,10}\n\/Root \d{1,10} 0 R\n\/Info \d{1,10} 0 R\n\/ID \[ <([0-9a-f]{32})> <\1> \]\n\/Filter \/FlateDecode\n\/Type \/XRef\n/;
const longestSection = 512;
const title = /<rdf:li xml:lang="x-default">(Certificate of Attestation AT-[0-9A-Z-]{1,40})<\/rdf:li>/;
/** A certificate is a few pages of text: larger files are not searched. */
const maxBytes = 4 * 1024 * 1024;

/**
 * Whether one of our seals is that of a certificate. Seals of the first release state no reason, so the file itself is
 * checked: it must be exactly what that release wrote for certificates. A stamped copy never qualifies, whatever its
 * original contains, since the last section before its seal is that of the stamp.
 */
export function isCertificateSeal(bytes: Uint8Array, { reason, end }: FoundSignature): boolean {
  if (reason !== undefined) return reason === certificateReason;
  const before = readLastUpdate(bytes, end, 0)?.previous;
  if (before === undefined || before > maxBytes) return false;
  const [, id] = sectionForm.exec(latin1(bytes.subarray(before, before + longestSection))) ?? [];
  const [, name = ""] = id === undefined ? [] : (title.exec(latin1(bytes.subarray(0, before))) ?? []);
  return id !== undefined && bytesToHex(sha256(new TextEncoder().encode(name))).startsWith(id);
}
