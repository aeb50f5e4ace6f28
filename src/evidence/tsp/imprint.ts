import { readFields } from "../../formats/der/fields.ts";
import type { Der } from "../../formats/der/read.ts";
import { tags } from "../../formats/der/tags.ts";
import { readOctetString } from "../../formats/der/values.ts";
import { type Encoded, octetString, sequence } from "../../formats/der/write.ts";
import { type HashName, hashAlgorithm, hashLength, readHashAlgorithm } from "../hash.ts";

/** The hash that is stamped: which one, and its octets. Runs in browsers. */
export type Imprint = {
  hash: HashName;
  digest: Uint8Array;
  /** How it stood in a request, which the reply repeats to the letter; hashes may be named in two ways. */
  encoded?: Uint8Array;
};

/** MessageImprint (RFC 3161, 2.4.1). */
export function encodeImprint({ hash, digest, encoded }: Imprint): Encoded {
  return encoded ?? sequence(hashAlgorithm(hash), octetString(digest));
}

/** `unsupported-hash`: MD5, SHA-1 or an unknown one; `wrong-length`: not as long as that hash is. */
export function readImprint(der: Der): Imprint | "unsupported-hash" | "wrong-length" {
  const fields = readFields(der);
  const hash = readHashAlgorithm(fields.take(tags.sequence));
  const digest = readOctetString(fields.take(tags.octetString));
  fields.end();
  if (!hash) return "unsupported-hash";
  return digest.length === hashLength(hash) ? { hash, digest, encoded: der.bytes } : "wrong-length";
}
