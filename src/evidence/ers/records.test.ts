import { afterAll, expect, test } from "bun:test";
import { createHmac } from "node:crypto";
import { integer, octetString, sequence, tagged } from "../../formats/der/write.ts";
import { hashAlgorithm } from "../hash.ts";
import { mutated, seeded } from "../test-mutations.ts";
import { removeFiles, testAuthority } from "../test-pki.ts";
import { readEvidenceRecord, writeEvidenceRecord } from "./evidence-record.ts";
import { hashNatively } from "./hash-natively.ts";
import {
  buildHashTree,
  computeRoot,
  deriveListSalt,
  findBlock,
  maxFiles,
  reduceForEach,
  reduceHashTree,
  treeDepth,
} from "./hash-tree.ts";
import { authority, collectionOf, fileContent, secret, sha256, stamp } from "./test-records.ts";
import { type RecordExpectation, verifyEvidenceRecord } from "./verify-record.ts";

afterAll(removeFiles);

const sizes = [1, 2, 3, 4, 5, 127, 128, 129, 130, 255, 256, 257, 300, 1000];
const collection = collectionOf(300);
const record = collection.recordOf(41);
const expected: RecordExpectation = { file: collection.hashOf(41), roots: authority.roots };
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");

test("the record of each file leads to the root of its collection, whatever the number of files", () => {
  for (const size of sizes) {
    const { tree, recordOf, hashOf } = collectionOf(size);
    for (let index = 0; index < size; index += size > 300 ? 37 : 1) {
      const read = readEvidenceRecord(recordOf(index));
      if (read === "unsupported") throw new Error(read);
      expect(read.reduced?.[0]?.map(hex)).toContain(hex(hashOf(index)));
      expect(read.reduced).toHaveLength(treeDepth(size) + 1);
      expect(hex(computeRoot(read.reduced ?? []) ?? new Uint8Array())).toBe(hex(tree.root));
    }
  }
});

test("a server's own SHA-256 makes the same tree and the same records", () => {
  for (const size of sizes) {
    const hashes = Buffer.concat(Array.from({ length: size }, (_, index) => sha256(fileContent(index))));
    expect(buildHashTree(secret, hashes, hashNatively)).toEqual(buildHashTree(secret, hashes));
    const [own, plain] = [reduceForEach(secret, hashes, hashNatively), reduceForEach(secret, hashes)];
    expect(own.flat(2).map(hex)).toEqual(plain.flat(2).map(hex));
  }
});

test("nonces are the HMAC-SHA-256 of the file's position, with the secret as the key", () => {
  const read = readEvidenceRecord(record);
  const [group = []] = read === "unsupported" ? [] : (read.reduced ?? []);
  const message = Buffer.from([0, 0, 0, 0, 41]);
  const nonce = createHmac("sha256", secret).update(message).digest("hex");
  expect(group.map(hex).toSorted()).toEqual([nonce, hex(collection.hashOf(41))].toSorted());
});

test("records made for all files together are the same as those made one by one", () => {
  for (const size of sizes) {
    const { recordOf, hashOf, token } = collectionOf(size);
    const hashes = Buffer.concat(Array.from({ length: size }, (_, index) => hashOf(index)));
    const all = reduceForEach(secret, hashes).map((reduced) => hex(writeEvidenceRecord(reduced, token)));
    expect(all).toHaveLength(size);
    for (const index of [0, Math.floor(size / 2), size - 1]) expect(all[index]).toBe(hex(recordOf(index)));
  }
});

test("a record proves its own file, and the time of the token", () => {
  for (const size of [1, 2, 300]) {
    const { tree, recordOf, hashOf } = collectionOf(size);
    for (const index of [0, size - 1]) {
      const check = verifyEvidenceRecord(recordOf(index), {
        file: hashOf(index),
        roots: authority.roots,
        collection: { root: tree.root, files: size },
      });
      expect(check).toMatchObject({ root: tree.root, timeStamp: { authority: "Test TSA, Test" } });
    }
  }
});

test("a record proves no other file, no other collection, and nothing to those who trust another authority", () => {
  const { tree } = collection;
  const check = (own: Partial<RecordExpectation>) => verifyEvidenceRecord(record, { ...expected, ...own });
  expect(check({ file: collection.hashOf(40) })).toEqual({ error: "not-this-file" });
  expect(check({ file: tree.root })).toEqual({ error: "not-this-file" });
  expect(check({ roots: testAuthority("Other").roots })).toHaveProperty("error");
  expect(check({ collection: { root: sha256(fileContent(0)), files: 300 } })).toEqual({
    error: "not-this-collection",
  });
  expect(check({ collection: { root: tree.root, files: 513 } })).toEqual({ error: "not-this-collection" });
});

test("a node of the tree is not accepted as a file of the collection", () => {
  const read = readEvidenceRecord(record);
  if (read === "unsupported" || !read.reduced) throw new Error("unreadable");
  const [group = [], [sibling = new Uint8Array()] = [], ...above] = read.reduced;
  const node = computeRoot([group]) ?? new Uint8Array();
  const forged = writeEvidenceRecord([[node, sibling], ...above], read.token);
  const collectionFacts = { root: collection.tree.root, files: 300 };
  expect(
    verifyEvidenceRecord(forged, { file: node, roots: authority.roots, collection: collectionFacts }),
  ).toEqual({ error: "not-this-collection" });
});

test("no record contains the fingerprint of another file, or anything that a guess of it could be tested with", () => {
  const fingerprints = Array.from({ length: 300 }, (_, index) => hex(collection.hashOf(index)));
  const text = hex(record);
  const shown = fingerprints.flatMap((fingerprint, index) => (text.includes(fingerprint) ? [index] : []));
  expect(shown).toEqual([41]);
  const pairs = [fileContent(40), fileContent(42)].flatMap((content) => {
    const hash = sha256(content);
    return [sha256(hash), sha256(Buffer.concat([hash, hash]))];
  });
  expect(pairs.filter((guess) => text.includes(hex(guess)))).toEqual([]);
});

test("no two records of a collection contain the same nonce, and equal files have different records", () => {
  const same = new Uint8Array(256 * 32).fill(9);
  const tree = buildHashTree(secret, same);
  const nonces = Array.from({ length: 256 }, (_, index) => {
    const { start, end } = findBlock(index, 256);
    const [group = []] = reduceHashTree(secret, tree, index, same.subarray(start * 32, end * 32));
    return group.map(hex).find((hash) => hash !== "09".repeat(32));
  });
  expect(new Set(nonces).size).toBe(256);
  expect(nonces).not.toContain(hex(deriveListSalt(secret)));
});

test("the root depends on the secret, on every file, and on their order", () => {
  const hashes = new Uint8Array(5 * 32).map((_, at) => at);
  const swapped = hashes.slice();
  swapped.set(hashes.subarray(0, 32), 32);
  swapped.set(hashes.subarray(32, 64), 0);
  const changed = hashes.map((byte, at) => (at === 159 ? byte ^ 1 : byte));
  const roots = [hashes, swapped, changed, hashes.subarray(0, 128)].map((given) =>
    hex(buildHashTree(secret, given).root),
  );
  expect(new Set([...roots, hex(buildHashTree(new Uint8Array(32), hashes).root)]).size).toBe(5);
});

test("a tree of no files, of too many, or of half a hash is refused", () => {
  for (const length of [0, 31, 33, (maxFiles + 1) * 32])
    expect(() => buildHashTree(secret, new Uint8Array(length))).toThrow(RangeError);
  const { tree } = collection;
  const block = new Uint8Array(128 * 32);
  for (const index of [-1, 300, 1.5])
    expect(() => reduceHashTree(secret, tree, index, block)).toThrow(RangeError);
  expect(() => reduceHashTree(secret, tree, 299, block)).toThrow(RangeError);
});

test("every record gets a finding, whatever its bytes are", () => {
  const random = seeded(7);
  for (let round = 0; round < 3000; round++) {
    const changed = mutated(record, random, () => random(256));
    const check = verifyEvidenceRecord(changed, expected);
    if ("root" in check) expect(changed).toEqual(record);
  }
});

test("records that are encrypted, of another hash, or read in several ways are not supported", () => {
  const read = readEvidenceRecord(record);
  if (read === "unsupported") throw new Error(read);
  const algorithm = hashAlgorithm("SHA-256");
  const stamped = sequence(read.token);
  const evidence = (...fields: Uint8Array[]) => sequence(integer(1), ...fields);
  const whole = sequence(sequence(stamped));
  const single = stamp(sha256(fileContent(41)));
  const refused = [
    evidence(sequence(hashAlgorithm("SHA-512")), whole),
    evidence(sequence(algorithm), tagged(1), whole),
    sequence(integer(2), sequence(algorithm), whole),
    writeEvidenceRecord([[expected.file]], single),
    writeEvidenceRecord(
      [
        [expected.file, expected.file],
        [expected.file, expected.file],
      ],
      single,
    ),
  ];
  for (const bytes of refused)
    expect(verifyEvidenceRecord(bytes, expected)).toEqual({ error: "unsupported" });
});

test("a record without a tree proves the file that its time-stamp is over", () => {
  const token = stamp(expected.file);
  const bytes = sequence(integer(1), sequence(hashAlgorithm("SHA-256")), sequence(sequence(sequence(token))));
  expect(verifyEvidenceRecord(bytes, expected)).toHaveProperty("timeStamp");
  expect(verifyEvidenceRecord(bytes, { ...expected, file: collection.hashOf(1) })).toEqual({
    error: "wrong-imprint",
  });
});

test("records with too many lists or hashes, or hashes of another length, are malformed", () => {
  const { token } = collection;
  const hash = expected.file;
  const refused = [
    writeEvidenceRecord([], token),
    writeEvidenceRecord([[]], token),
    writeEvidenceRecord(
      Array.from({ length: 65 }, () => [hash, hash]),
      token,
    ),
    writeEvidenceRecord([Array.from({ length: 65 }, () => hash)], token),
    writeEvidenceRecord([[hash, hash.subarray(1)]], token),
    Uint8Array.of(...record, 0),
    octetString(record),
  ];
  for (const bytes of refused) expect(verifyEvidenceRecord(bytes, expected)).toEqual({ error: "malformed" });
});
