/** Test support: renews evidence records as an archive does (RFC 4998, section 5). */
import { createHash, randomBytes } from "node:crypto";
import { readDer } from "../../formats/der/read.ts";
import { integer, octetString, sequence, tagged } from "../../formats/der/write.ts";
import { type HashName, hashAlgorithm } from "../hash.ts";
import { makeTimeStampToken } from "../tsp/authority.ts";
import type { Signer } from "../x509/key-pair.ts";

const nodeNames = { "SHA-256": "sha256", "SHA-384": "sha384", "SHA-512": "sha512" } as const;
const hashed = (hash: HashName, ...parts: Uint8Array[]) =>
  new Uint8Array(createHash(nodeNames[hash]).update(Buffer.concat(parts)).digest());

/** `beside`: the hash of another archive's object in the same tree. */
export type RenewalOptions = { signer: Signer; time: Date; hash?: HashName; beside?: Uint8Array };

/** A record renewed with a time-stamp over its last token. */
export function renewTimeStamp(record: Uint8Array, options: RenewalOptions): Uint8Array {
  const { algorithms, chains } = parts(record);
  const last = readDer(chains.at(-1) ?? new Uint8Array()).parts.map(({ bytes }) => bytes);
  const token = readDer(last.at(-1) ?? new Uint8Array()).parts.at(-1)?.bytes ?? new Uint8Array();
  const hash = options.hash ?? "SHA-256";
  const renewed = sequence(...last, archiveTimeStamp(hashed(hash, token), hash, options));
  return sequence(integer(1), sequence(...algorithms), sequence(...chains.slice(0, -1), renewed));
}

/** A record renewed with a chain of its own over the file and all chains before. */
export function renewHashTree(record: Uint8Array, file: Uint8Array, options: RenewalOptions): Uint8Array {
  const { algorithms, chains } = parts(record);
  const hash = options.hash ?? "SHA-512";
  const over = hashed(hash, hashed(hash, file), hashed(hash, sequence(...chains)));
  const named = [...algorithms, hashAlgorithm(hash)].map((one) => Buffer.from(one).toString("hex"));
  return sequence(
    integer(1),
    sequence(...[...new Set(named)].map((one) => Uint8Array.from(Buffer.from(one, "hex")))),
    sequence(...chains, sequence(archiveTimeStamp(over, hash, options))),
  );
}

function archiveTimeStamp(over: Uint8Array, hash: HashName, { signer, time, beside }: RenewalOptions) {
  const group = beside && [over, beside].toSorted(Buffer.compare);
  const digest = group ? hashed(hash, ...group) : over;
  const token = makeTimeStampToken(
    { imprint: { hash, digest }, nonce: undefined, wantsCertificate: true },
    { signer, time, serial: randomBytes(16), accuracyMs: 1000 },
  );
  return group ? sequence(tagged(2, sequence(...group.map(octetString))), token) : sequence(token);
}

function parts(record: Uint8Array) {
  const [, algorithms, chains] = readDer(record).parts;
  const bytesIn = (der: typeof chains) => der?.parts.map(({ bytes }) => bytes) ?? [];
  return { algorithms: bytesIn(algorithms), chains: bytesIn(chains) };
}
