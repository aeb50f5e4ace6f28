import { readFields } from "../../formats/der/fields.ts";
import { type Der, readDer } from "../../formats/der/read.ts";
import { tags } from "../../formats/der/tags.ts";
import { readBitOctets, readInteger, readOid } from "../../formats/der/values.ts";
import { oids } from "../oids.ts";
import type { RsaPublicKey } from "./rsa.ts";

type CurveName = "P-256" | "P-384" | "P-521";

/** `point` is the encoded point (SEC 1, 2.3.3); whether it is on the curve is checked on use. */
export type EcPublicKey = { kind: "EC"; curve: CurveName; point: Uint8Array };

/** `other`: a key whose signatures we cannot check. */
export type PublicKey = EcPublicKey | RsaPublicKey | { kind: "other" };

const curvesByOid = new Map<string, CurveName>([
  [oids.p256, "P-256"],
  [oids.p384, "P-384"],
  [oids.p521, "P-521"],
]);

/** Parses a SubjectPublicKeyInfo (RFC 5280, 4.1.2.7; RFC 5480; RFC 3279, 2.3.1). Runs in browsers. */
export function readPublicKey(der: Der): PublicKey {
  const info = readFields(der);
  const algorithm = readFields(info.take(tags.sequence));
  const key = readBitOctets(info.take(tags.bitString));
  info.end();
  const kind = readOid(algorithm.take(tags.oid));
  if (kind === oids.ecPublicKey) {
    const parameters = algorithm.optional(tags.oid);
    const curve = parameters && curvesByOid.get(readOid(parameters));
    return curve ? { kind: "EC", curve, point: key } : { kind: "other" };
  }
  return kind === oids.rsaEncryption ? readRsaKey(key) : { kind: "other" };
}

function readRsaKey(bytes: Uint8Array): RsaPublicKey {
  const fields = readFields(readDer(bytes));
  const modulusField = fields.take(tags.integer);
  const modulus = readInteger(modulusField);
  const exponent = readInteger(fields.take(tags.integer));
  fields.end();
  const hasSignOctet = modulusField.content[0] === 0;
  return {
    kind: "RSA",
    modulus,
    exponent,
    octets: modulusField.content.length - (hasSignOctet ? 1 : 0),
  };
}
