import { concatBytes } from "@noble/hashes/utils.js";
import { readFields } from "../../formats/der/fields.ts";
import { MalformedDer } from "../../formats/der/malformed.ts";
import { type Der, readDer } from "../../formats/der/read.ts";
import { constructedTag, tags } from "../../formats/der/tags.ts";
import { readInteger, readOctetString } from "../../formats/der/values.ts";
import { type Encoded, encode, integer, octetString, sequence, tagged } from "../../formats/der/write.ts";
import { type HashName, hashAlgorithm, hashLength, readHashAlgorithm } from "../hash.ts";
import { claimedInfo } from "../tsp/is-over.ts";
import type { ReducedHashTree } from "./hash-tree.ts";

const hash = "SHA-256";

/** Far more than a record of the largest collection needs. */
const maxRecordBytes = 131_072;
const maxLists = 64;
const maxHashes = 64;

/** An archive time-stamp: the hashes that lead to a root, and the bare token over it. */
export type ArchiveTimeStamp = {
  /** Undefined if the token is over the only hash. */
  reduced: ReducedHashTree | undefined;
  token: Uint8Array;
};

/**
 * An archive time-stamp that renews those before it (RFC 4998, section 5): over the token of the last one, or, in a
 * chain of its own, over the file and the DER of the sequence of all chains before it.
 */
export type Renewal = ArchiveTimeStamp & {
  hash: HashName;
  over: { token: Uint8Array } | { chains: Uint8Array };
};

/** An evidence record: the first archive time-stamp with its hash, and its renewals in order. */
export type EvidenceRecord = ArchiveTimeStamp & { hash: HashName; renewals: Renewal[] };

/** Archive time-stamps with one hash, each but the first over the one before it (RFC 4998, 5.1). */
export type ArchiveChain = { hash: HashName; timeStamps: ArchiveTimeStamp[] };

/** An evidence record with one archive time-stamp: the content of a file `.ers`. */
export const writeEvidenceRecord = (reduced: ReducedHashTree, token: Uint8Array): Encoded =>
  writeArchiveChains([{ hash, timeStamps: [{ reduced, token }] }]);

/** An EvidenceRecord (RFC 4998, section 3). */
export function writeArchiveChains(chains: ArchiveChain[]): Encoded {
  const used = [...new Set(chains.map((chain) => chain.hash))];
  return sequence(integer(1), sequence(...used.map(hashAlgorithm)), encodeChains(chains));
}

/**
 * The ArchiveTimeStampSequence, which a renewed hash tree covers. The hash of a tree is that of its time-stamp and is
 * not named again, because programs ignore a field with a false tag there.
 */
export const encodeChains = (chains: ArchiveChain[]): Encoded =>
  sequence(...chains.map(({ timeStamps }) => sequence(...timeStamps.map(encodeArchiveTimeStamp))));

function encodeArchiveTimeStamp({ reduced, token }: ArchiveTimeStamp): Encoded {
  return reduced ? sequence(tagged(2, ...reduced.map(encodeList)), token) : sequence(token);
}

const encodeList = (hashes: Uint8Array[]) => sequence(...hashes.map(octetString));

/** The lists of one archive time-stamp, to be stored by themselves. */
export const encodeLists = (reduced: ReducedHashTree): Encoded => sequence(...reduced.map(encodeList));

/** Throws `MalformedDer`. */
export const decodeLists = (bytes: Uint8Array, name: HashName): ReducedHashTree =>
  readLists(readDer(bytes), name);

/**
 * Reads an evidence record; no token is verified. `unsupported`: an unknown hash, encrypted data, or
 * attributes. Throws `MalformedDer`. Runs in browsers.
 */
export function readEvidenceRecord(bytes: Uint8Array): EvidenceRecord | "unsupported" {
  if (bytes.length > maxRecordBytes) throw new MalformedDer("too large");
  const fields = readFields(readDer(bytes));
  if (readInteger(fields.take(tags.integer)) !== 1n) return "unsupported";
  const algorithms = fields.take(tags.sequence).parts.map(readHashAlgorithm);
  const cryptoInfos = fields.optional(constructedTag(0));
  const encryptionInfo = fields.optional(constructedTag(1));
  const sequenceOfChains = fields.take(tags.sequence);
  fields.end();
  if (cryptoInfos || encryptionInfo) return "unsupported";
  const chains = sequenceOfChains.parts.map(readChain);
  const [[first, ...more] = [], ...later] = chains;
  if (!first) throw new MalformedDer("no archive time-stamp");
  const used = chains.flat().map((one) => one.hash);
  const isNamed = new Set(algorithms).size === algorithms.length && sameSet(algorithms, used);
  if (used.includes(undefined) || !first.hash || !isNamed) return "unsupported";
  const renewals = [
    ...more.map((one, at) =>
      renewal(one, { token: (at === 0 ? first : more[at - 1])?.token ?? first.token }),
    ),
    ...later.flatMap((chain, place) => {
      const before = sequenceOfChains.parts.slice(0, place + 1).map(({ bytes: der }) => der);
      return chain.map((one, at) => {
        const last = chain[at - 1];
        return renewal(
          one,
          last ? { token: last.token } : { chains: encode(tags.sequence, concatBytes(...before)) },
        );
      });
    }),
  ];
  const { reduced, token } = first;
  return { hash: first.hash, reduced, token, renewals: renewals.flatMap((one) => one ?? []) };
}

const renewal = (
  { hash: name, reduced, token }: ArchiveTimeStamp & { hash: HashName | undefined },
  over: Renewal["over"],
): Renewal | undefined => name && { hash: name, reduced, token, over };

const sameSet = (one: unknown[], other: unknown[]) =>
  one.every((item) => other.includes(item)) && other.every((item) => one.includes(item));

/** The archive time-stamps of a chain. All have one hash (RFC 4998, 5.1); undefined: not one that we know. */
function readChain(chain: Der): (ArchiveTimeStamp & { hash: HashName | undefined })[] {
  if (chain.tag !== tags.sequence || chain.parts.length === 0)
    throw new MalformedDer("no archive time-stamp");
  const found = chain.parts.map(readArchiveTimeStamp);
  return found.map((one) => ({ ...one, hash: one.hash === found[0]?.hash ? one.hash : undefined }));
}

function readArchiveTimeStamp(der: Der): ArchiveTimeStamp & { hash: HashName | undefined } {
  if (der.tag !== tags.sequence) throw new MalformedDer("no archive time-stamp");
  const fields = readFields(der);
  const algorithm = fields.optional(constructedTag(0));
  const attributes = fields.optional(constructedTag(1));
  const lists = fields.optional(constructedTag(2));
  const token = fields.take(tags.sequence).bytes;
  fields.end();
  const stated = algorithm && readHashAlgorithm({ ...algorithm, tag: tags.sequence });
  // Without a field, the hash is that of the token (RFC 4998, 4.1).
  const ofToken = claimedInfo(token)?.imprint.hash ?? hash;
  const name = algorithm && stated !== ofToken ? undefined : ofToken;
  return { reduced: lists && readLists(lists, name), token, hash: attributes ? undefined : name };
}

function readLists({ parts: lists }: Der, name: HashName = hash): ReducedHashTree {
  if (lists.length === 0 || lists.length > maxLists) throw new MalformedDer("a reduced hash tree");
  return lists.map((list) => {
    const hashes = readFields(list).rest().map(readOctetString);
    const areHashes = hashes.every((one) => one.length === hashLength(name));
    if (hashes.length === 0 || hashes.length > maxHashes || !areHashes)
      throw new MalformedDer("a list of hashes");
    return hashes;
  });
}
