import { afterAll, expect, test } from "bun:test";
import { seeded } from "../test-mutations.ts";
import { certificatePem, now, openssl, removeFiles, toEpoch } from "../test-pki.ts";
import { readEvidenceRecord, writeEvidenceRecord } from "./evidence-record.ts";
import { authority, collectionOf, fileContent, sha256, verifyWithBouncyCastle } from "./test-records.ts";
import { verifyEvidenceRecord } from "./verify-record.ts";

afterAll(removeFiles);

const count = 1000;
const collection = collectionOf(count);
/** Every fourth file: the paths to the root take every shape that a collection of this size has. */
const indexes = Array.from({ length: count / 4 }, (_, index) => index * 4 + (index % 4));

function flip(bytes: Uint8Array, at: number, bit: number): Uint8Array {
  const changed = bytes.slice();
  changed[at] = (changed[at] ?? 0) ^ (1 << bit);
  return changed;
}

test("Bouncy Castle accepts the evidence record of every fourth of 1,000 files", () => {
  const answers = verifyWithBouncyCastle(
    indexes.map((index) => ({ record: collection.recordOf(index), file: fileContent(index) })),
  );
  expect(answers).toEqual(indexes.map(() => "accepted"));
});

test("Bouncy Castle rejects 250 records with one flipped bit, and each file with a flipped bit", () => {
  const random = seeded(1);
  const answers = verifyWithBouncyCastle(
    indexes.flatMap((index) => {
      const record = collection.recordOf(index);
      const file = fileContent(index);
      return [
        { record: flip(record, random(record.length), random(8)), file },
        { record, file: flip(file, random(file.length), random(8)) },
      ];
    }),
  );
  expect(answers).toHaveLength(2 * indexes.length);
  expect(answers.filter((answer) => !answer.startsWith("rejected: "))).toEqual([]);
});

test("Bouncy Castle rejects a record with any flipped byte", () => {
  const record = collection.recordOf(316);
  const answers = verifyWithBouncyCastle(
    Array.from(record, (_, at) => ({ record: flip(record, at, at % 8), file: fileContent(316) })),
  );
  expect(answers.flatMap((answer, at) => (answer.startsWith("rejected: ") ? [] : [at]))).toEqual([]);
});

test("Bouncy Castle accepts records of collections of every shape", () => {
  const sizes = [1, 2, 3, 5, 127, 128, 129, 255, 256, 257, 385];
  const pairs = sizes.flatMap((size) => {
    const { recordOf } = collectionOf(size);
    return [...new Set([0, Math.floor(size / 2), size - 1])].map((index) => ({
      record: recordOf(index),
      file: fileContent(index),
    }));
  });
  expect(verifyWithBouncyCastle(pairs)).toEqual(pairs.map(() => "accepted"));
});

test("RFC 4998 lets Bouncy Castle take the bytes below any node for a file, so no nonces could prevent it; our verifiers refuse them", () => {
  const read = readEvidenceRecord(collection.recordOf(316));
  if (read === "unsupported" || !read.reduced) throw new Error("unreadable");
  const [group = [], ...levels] = read.reduced;
  // From the second level on, the bytes contain no nonce.
  let below = Buffer.concat(group);
  const forged = levels.map(([sibling = new Uint8Array()], level) => {
    const file = Uint8Array.from(below);
    const pair = [sha256(file), sibling].toSorted(Buffer.compare);
    below = Buffer.concat(pair);
    return { file, record: writeEvidenceRecord([pair, ...levels.slice(level + 1)], read.token) };
  });
  expect(forged).toHaveLength(10);
  expect(verifyWithBouncyCastle(forged)).toEqual(forged.map(() => "accepted"));
  const facts = { root: collection.tree.root, files: count };
  for (const { file, record } of forged)
    expect(
      verifyEvidenceRecord(record, { file: sha256(file), roots: authority.roots, collection: facts }),
    ).toEqual({ error: "not-this-collection" });
});

test("openssl verifies the time-stamp over the root", () => {
  const verify = (digest: Uint8Array) =>
    openssl(
      ...["ts", "-verify", "-digest", Buffer.from(digest).toString("hex"), "-token_in", "-in"],
      collection.token,
      "-CAfile",
      certificatePem(authority.root.certificate),
      "-attime",
      toEpoch(now),
    );
  expect(verify(collection.tree.root)).toEqual({
    ok: true,
    text: expect.stringContaining("Verification: OK"),
  });
  expect(verify(flip(collection.tree.root, 31, 0)).ok).toBe(false);
});
