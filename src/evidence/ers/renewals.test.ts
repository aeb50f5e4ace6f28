import { afterAll, expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { inFolder } from "../../formats/pdf/test-tools.ts";
import { runJava } from "../../testing/java-program.ts";
import { mutated, seeded } from "../test-mutations.ts";
import { now, removeFiles, testAuthority } from "../test-pki.ts";
import { answerTimeStampRequest } from "../tsp/authority.ts";
import { readEvidenceRecord } from "./evidence-record.ts";
import { authority, collectionOf, fileContent, sha256, verifyWithBouncyCastle } from "./test-records.ts";
import { renewHashTree, renewTimeStamp } from "./test-renewals.ts";
import { verifyEvidenceRecord } from "./verify-record.ts";
import { verifyRenewals } from "./verify-renewals.ts";

afterAll(removeFiles);

const archive = testAuthority("Archive");
const collection = collectionOf(300);
const record = collection.recordOf(41);
const file = fileContent(41);
const hours = (count: number) => new Date(now.getTime() + count * 3_600_000);
const later = (count: number) => ({ signer: authority.tsa, time: hours(count) });
const beside = sha256(fileContent(7));

const renewed = {
  "a renewed time-stamp": renewTimeStamp(record, later(1)),
  "a time-stamp that was renewed in a tree": renewTimeStamp(record, { ...later(1), beside }),
  "a time-stamp that was renewed twice": renewTimeStamp(renewTimeStamp(record, later(1)), later(2)),
  "a time-stamp that was renewed twice, the second time with both before it": renewTimeStamp(
    renewTimeStamp(record, later(1)),
    { ...later(2), beside: sha256(collection.token) },
  ),
  "a renewed hash tree": renewHashTree(record, file, later(1)),
  "a hash tree that was renewed with the same hash": renewHashTree(record, file, {
    ...later(1),
    hash: "SHA-256",
  }),
  "a renewed time-stamp, then a renewed hash tree, then a time-stamp": renewTimeStamp(
    renewHashTree(renewTimeStamp(record, later(1)), file, later(2)),
    { ...later(3), hash: "SHA-512" },
  ),
};
const trusted = { roots: [...authority.roots, ...archive.roots] };
const expected = { ...trusted, file: sha256(file) };

function check(bytes: Uint8Array, roots = trusted.roots, content: Uint8Array | undefined = file) {
  const read = readEvidenceRecord(bytes);
  if (read === "unsupported") throw new Error(read);
  const known = content && { sha256: sha256(content), bytes: content };
  return verifyRenewals(read, known, { roots }).map(
    (one) => one && ("error" in one ? one.error : one.timeStamp.time),
  );
}

for (const [name, bytes] of Object.entries(renewed)) {
  test(`${name} is read, each renewal with its time, and the record proves its file as before`, () => {
    expect(check(bytes)).toEqual(check(bytes).map((_, at) => hours(at + 1)));
    expect(verifyEvidenceRecord(bytes, expected)).toMatchObject({ timeStamp: { time: now } });
    expect(verifyEvidenceRecord(bytes, { ...expected, file: beside })).toEqual({ error: "not-this-file" });
  });
}

test("Bouncy Castle accepts the same renewed records", () => {
  // RFC 4998 asks only for the last one; Bouncy Castle wants a time-stamp to cover all before it in its chain.
  const { "a time-stamp that was renewed twice": _, ...others } = renewed;
  const pairs = Object.values(others).map((bytes) => ({ record: bytes, file }));
  expect(verifyWithBouncyCastle(pairs)).toEqual(pairs.map(() => "accepted"));
});

test("records that Bouncy Castle renewed are read: a time-stamp, a hash tree, and one after the other", () => {
  const once = renewWithBouncyCastle("time-stamp", record, later(1));
  const tree = renewWithBouncyCastle("hash-tree", record, later(1));
  const both = renewWithBouncyCastle("hash-tree", once, later(2));
  expect([once, tree, both].map((bytes) => check(bytes))).toEqual([
    [hours(1)],
    [hours(1)],
    [hours(1), hours(2)],
  ]);
  for (const bytes of [once, tree, both]) {
    expect(verifyEvidenceRecord(bytes, expected)).toMatchObject({ timeStamp: { time: now } });
    expect(verifyEvidenceRecord(bytes, { ...expected, file: beside })).toEqual({ error: "not-this-file" });
  }
});

const renewer = fileURLToPath(new URL("test-renew-record.java", import.meta.url));

function renewWithBouncyCastle(
  what: "time-stamp" | "hash-tree",
  bytes: Uint8Array,
  { signer, time }: ReturnType<typeof later>,
): Uint8Array {
  return inFolder(bytes, (folder) => {
    const write = (name: string, content: Uint8Array) => {
      writeFileSync(join(folder, name), content);
      return join(folder, name);
    };
    const args = [what, write("record.ers", bytes), write("file", file)];
    const run = (...more: string[]) =>
      new Uint8Array(Buffer.from(runJava(renewer, "TestRenewRecord", [...args, ...more]), "hex"));
    const facts = { signer, time, serial: randomBytes(16), accuracyMs: 1000 };
    return run(write("response", answerTimeStampRequest(run(), facts).reply));
  });
}

test("a renewal by an authority that nobody here knows is sound but untrusted", () => {
  const bytes = renewTimeStamp(record, { signer: archive.tsa, time: hours(1) });
  expect(check(bytes)).toEqual([hours(1)]);
  expect(check(bytes, authority.roots)).toEqual(["untrusted"]);
  expect(verifyEvidenceRecord(bytes, { ...expected, roots: authority.roots })).toHaveProperty("timeStamp");
});

test("a renewal of another record, of another file, or one older than what it renews, is broken", () => {
  const others = [
    renewTimeStamp(record, later(-1)),
    renewHashTree(record, fileContent(7), later(1)),
    swapped(renewTimeStamp(collection.recordOf(7), later(1)), record),
  ];
  for (const bytes of others) {
    expect(check(bytes)).toEqual([expect.stringMatching(/malformed|wrong-imprint/)]);
  }
  expect(verifyEvidenceRecord(others[0] ?? record, expected)).toEqual({ error: "malformed" });

  /** The renewal of one record behind the first archive time-stamp of another one. */
  function swapped(one: Uint8Array, other: Uint8Array): Uint8Array {
    const token = collection.token;
    const text = Buffer.from(one);
    const changed = Buffer.from(token);
    changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
    const at = text.indexOf(token);
    expect(Buffer.from(other).indexOf(token)).toBeGreaterThan(0);
    changed.copy(text, at);
    return text;
  }
});

test("without the file's bytes, a hash tree renewed with another hash can't be checked, and nothing else changes", () => {
  const read = readEvidenceRecord(renewed["a renewed hash tree"]);
  if (read === "unsupported") throw new Error(read);
  expect(verifyRenewals(read, { sha256: sha256(file) }, trusted)).toEqual([undefined]);
  expect(verifyRenewals(read, undefined, trusted)).toEqual([undefined]);
  expect(verifyEvidenceRecord(renewed["a renewed hash tree"], expected)).toHaveProperty("timeStamp");
});

test("every changed renewed record gets an answer, and none is taken for a renewed one", () => {
  const random = seeded(17);
  const whole = renewed["a renewed time-stamp, then a renewed hash tree, then a time-stamp"];
  for (let round = 0; round < 2000; round++) {
    const changed = mutated(whole, random, () => random(256));
    const found = verifyEvidenceRecord(changed, expected);
    if ("error" in found) continue;
    const times = check(changed);
    const isWhole = times.length === 3 && times.every((time) => time instanceof Date);
    expect(isWhole && !Buffer.from(changed).equals(whole)).toBe(false);
  }
});
