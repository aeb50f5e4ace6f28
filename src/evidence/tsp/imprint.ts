import { readFields } from "../../formats/der/fields.ts";
import type { Der } from "../../formats/der/read.ts";
import { tags } from "../../formats/der/tags.ts";
import { readOctetString } from "../../formats/der/values.ts";
import { type Encoded, octetString, sequence } from "../../formats/der/write.ts";
import { type HashName, hashAlgorithm, hashLength, readHashAlgorithm } from "../hash.ts";

/** The time-stamped hash: its algorithm and octets. Runs in browsers. */
export type Imprint = {
  hash: HashName;
  digest: Uint8Array;
  /** The encoding in the request, which the reply repeats exactly; hash algorithms have two valid encodings. */
  encoded?: Uint8Array;
};

/** MessageImprint (RFC 3161, 2.4.1). */
export function encodeImprint({ hash, digest, encoded }: Imprint): Encoded {
  return encoded ?? sequence(hashAlgorithm(hash), octetString(digest));
}

/** `unsupported-hash`: MD5, SHA-1 or an unknown one; `wrong-length`: a digest whose length does not match the hash. */
export function readImprint(der: Der): Imprint | "unsupported-hash" | "wrong-length" {
  const fields = readFields(der);
  const hash = readHashAlgorithm(fields.take(tags.sequence));
  const digest = readOctetString(fields.take(tags.octetString));
  fields.end();
  if (!hash) return "unsupported-hash";
  return digest.length === hashLength(hash) ? { hash, digest, encoded: der.bytes } : "wrong-length";
}
