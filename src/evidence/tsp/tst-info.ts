import { readFields } from "../../formats/der/fields.ts";
import { MalformedDer } from "../../formats/der/malformed.ts";
import { type Der, readDer } from "../../formats/der/read.ts";
import { constructedTag, primitiveTag, tags } from "../../formats/der/tags.ts";
import { generalizedTime, readGeneralizedTime } from "../../formats/der/times.ts";
import { readBoolean, readInteger, readOid, readSmallInteger } from "../../formats/der/values.ts";
import {
  type Encoded,
  integer,
  integerContent,
  oid,
  sequence,
  taggedPrimitive,
} from "../../formats/der/write.ts";
import { oids } from "../oids.ts";
import { hasUnknownCritical, readExtensions } from "../x509/extensions.ts";
import { readQcStatements } from "../x509/qc-statements.ts";
import { encodeImprint, type Imprint, readImprint } from "./imprint.ts";

/** The content of a token. */
export type TstInfo = {
  policy: string;
  imprint: Imprint;
  serialNumber: bigint;
  time: Date;
  /** The maximum error of the time in milliseconds, rounded up; undefined if it is not stated. */
  accuracyMs: number | undefined;
  nonce: bigint | undefined;
  /** It says that it is a qualified one in the European Union (ETSI EN 319 422, 9.1). */
  isStatedQualified: boolean;
};

/**
 * Encodes TSTInfo (RFC 3161, 2.4.2). Ordering is omitted, which means false: two tokens with the same time have no
 * order.
 */
export function encodeTstInfo(info: Omit<TstInfo, "isStatedQualified">): Encoded {
  return sequence(
    integer(1),
    oid(info.policy),
    encodeImprint(info.imprint),
    integer(info.serialNumber),
    generalizedTime(info.time),
    info.accuracyMs === undefined ? undefined : encodeAccuracy(info.accuracyMs),
    info.nonce === undefined ? undefined : integer(info.nonce),
  );
}

function encodeAccuracy(milliseconds: number): Encoded {
  const [seconds, millis] = [Math.floor(milliseconds / 1000), milliseconds % 1000];
  return sequence(
    seconds > 0 ? integer(seconds) : undefined,
    millis > 0 ? taggedPrimitive(0, integerContent(millis)) : undefined,
  );
}

/** Parses TSTInfo; undefined if its hash is not accepted. Throws `MalformedDer`. Runs in browsers. */
export function readTstInfo(bytes: Uint8Array): TstInfo | undefined {
  const fields = readFields(readDer(bytes));
  if (readInteger(fields.take(tags.integer)) !== 1n) throw new MalformedDer("another version");
  const policy = readOid(fields.take(tags.oid));
  const imprint = readImprint(fields.take(tags.sequence));
  const serialNumber = readInteger(fields.take(tags.integer));
  const time = readGeneralizedTime(fields.take(tags.generalizedTime));
  const accuracy = fields.optional(tags.sequence);
  const ordering = fields.optional(tags.boolean);
  if (ordering) readBoolean(ordering);
  const nonce = fields.optional(tags.integer);
  fields.optional(constructedTag(0));
  const extensions = fields.optional(constructedTag(1));
  fields.end();
  const statements = extensions && readStatements(extensions);
  if (typeof imprint === "string") return undefined;
  return {
    policy,
    imprint,
    serialNumber,
    time,
    accuracyMs: accuracy && readAccuracy(accuracy),
    nonce: nonce && readInteger(nonce),
    isStatedQualified: statements?.includes(oids.qualifiedTimeStamp) === true,
  };
}

function readAccuracy(der: Der): number {
  const fields = readFields(der);
  const seconds = fields.optional(tags.integer);
  const millis = fields.optional(primitiveTag(0));
  const micros = fields.optional(primitiveTag(1));
  fields.end();
  return (
    (seconds ? readSmallInteger(seconds, 1_000_000_000) * 1000 : 0) +
    (millis ? readSmallInteger(millis, 999, primitiveTag(0)) : 0) +
    (micros && readSmallInteger(micros, 999, primitiveTag(1)) > 0 ? 1 : 0)
  );
}

/** Extensions have an implicit tag here; an unknown critical one makes the token unreadable. */
function readStatements(der: Der): string[] {
  const extensions = readExtensions({ ...der, tag: tags.sequence });
  if (hasUnknownCritical(extensions, new Set())) throw new MalformedDer("an unknown critical extension");
  return readQcStatements(extensions);
}
