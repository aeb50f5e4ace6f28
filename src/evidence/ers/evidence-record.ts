import { readFields } from "../../formats/der/fields.ts";
import { MalformedDer } from "../../formats/der/malformed.ts";
import { type Der, readDer } from "../../formats/der/read.ts";
import { constructedTag, tags } from "../../formats/der/tags.ts";
import { readInteger, readOctetString } from "../../formats/der/values.ts";
import { type Encoded, integer, octetString, sequence, tagged } from "../../formats/der/write.ts";
import { hashAlgorithm, hashLength, readHashAlgorithm } from "../hash.ts";
import type { ReducedHashTree } from "./hash-tree.ts";

const hash = "SHA-256";

/** Far more than a record of the largest collection needs. */
const maxRecordBytes = 131_072;
const maxLists = 64;
const maxHashes = 64;

/** The content of an evidence record with one archive time-stamp: the hashes, and the bare time-stamp token. */
export type EvidenceRecord = {
  /** Undefined if the token is over the file itself. */
  reduced: ReducedHashTree | undefined;
  token: Uint8Array;
};

/**
 * An EvidenceRecord (RFC 4998, section 3) with one archive time-stamp: the content of a file `.ers`. The hash of the
 * tree is that of the time-stamp and is not named again, because programs ignore a field with a false tag there.
 */
export function writeEvidenceRecord(reduced: ReducedHashTree, token: Uint8Array): Encoded {
  const lists = reduced.map((hashes) => sequence(...hashes.map(octetString)));
  const archiveTimeStamp = sequence(tagged(2, ...lists), token);
  return sequence(integer(1), sequence(hashAlgorithm(hash)), sequence(sequence(archiveTimeStamp)));
}

/**
 * Reads an evidence record; the token is not verified. `unsupported`: hashes other than SHA-256, encrypted data, or
 * renewed time-stamps. Throws `MalformedDer`. Runs in browsers.
 */
export function readEvidenceRecord(bytes: Uint8Array): EvidenceRecord | "unsupported" {
  if (bytes.length > maxRecordBytes) throw new MalformedDer("too large");
  const fields = readFields(readDer(bytes));
  if (readInteger(fields.take(tags.integer)) !== 1n) return "unsupported";
  const algorithms = fields.take(tags.sequence);
  const cryptoInfos = fields.optional(constructedTag(0));
  const encryptionInfo = fields.optional(constructedTag(1));
  const chains = fields.take(tags.sequence).parts;
  fields.end();
  const [chain, ...moreChains] = chains;
  if (!chain) throw new MalformedDer("no archive time-stamp");
  const archiveTimeStamps = readFields(chain);
  const archiveTimeStamp = archiveTimeStamps.take(tags.sequence);
  const isRenewed = moreChains.length > 0 || !archiveTimeStamps.isAtEnd();
  if (isRenewed || cryptoInfos || encryptionInfo || !isOnlySha256(algorithms)) return "unsupported";
  return readArchiveTimeStamp(archiveTimeStamp);
}

function isOnlySha256(algorithms: Der): boolean {
  const names = algorithms.parts.map(readHashAlgorithm);
  return names.length === 1 && names[0] === hash;
}

function readArchiveTimeStamp(der: Der): EvidenceRecord | "unsupported" {
  const fields = readFields(der);
  const algorithm = fields.optional(constructedTag(0));
  const attributes = fields.optional(constructedTag(1));
  const lists = fields.optional(constructedTag(2));
  const token = fields.take(tags.sequence);
  fields.end();
  const isOtherHash = algorithm && readHashAlgorithm({ ...algorithm, tag: tags.sequence }) !== hash;
  if (isOtherHash || attributes) return "unsupported";
  return { reduced: lists && readLists(lists), token: token.bytes };
}

function readLists({ parts: lists }: Der): ReducedHashTree {
  if (lists.length === 0 || lists.length > maxLists) throw new MalformedDer("a reduced hash tree");
  return lists.map((list) => {
    const hashes = readFields(list).rest().map(readOctetString);
    const areHashes = hashes.every((one) => one.length === hashLength(hash));
    if (hashes.length === 0 || hashes.length > maxHashes || !areHashes)
      throw new MalformedDer("a list of hashes");
    return hashes;
  });
}
