import { expect, test } from "bun:test";
import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { withCredentials } from "../c2pa/test-credentials.ts";
import { writeEvidenceRecord } from "../ers/evidence-record.ts";
import { buildHashTree, reduceHashTree } from "../ers/hash-tree.ts";
import { renewHashTree } from "../ers/test-renewals.ts";
import { makeTimeStampToken } from "../tsp/authority.ts";
import { noEvidence } from "./evidence.ts";
import type { GivenFile } from "./file-context.ts";
import { type ReadableFile, readGivenFiles } from "./read-given-files.ts";
import { sentences } from "./sentences.ts";
import { authority, issue, now, outside, trust } from "./test-issued.ts";
import { verifyFile } from "./test-verify-file.ts";

const large = (start: string, size = 200_000) => {
  const bytes = new Uint8Array(size);
  bytes.set(Buffer.from(start, "latin1"));
  return bytes;
};
const readable = (bytes: Uint8Array, name = "file"): ReadableFile => ({
  name,
  content: new Blob([Uint8Array.from(bytes)]),
});
const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

async function readOne(file: ReadableFile): Promise<GivenFile> {
  const given = await readGivenFiles([file]);
  const [one] = "unreadable" in given ? [] : given;
  if (!one) throw new Error("The file was not read.");
  return one;
}

test("a PDF, a ZIP file and any small file are verified with their bytes, other files by their fingerprint", async () => {
  const starts = ["%PDF-1.7", "words before it %PDF-1.7", "\u00ff\u00d8\u00ff %PDF-1.7", "PK\u0003\u0004"];
  const held = [...starts.map((start) => large(start)), new Uint8Array(60_000), new Uint8Array()];
  for (const bytes of held) expect(await readOne(readable(bytes))).toEqual({ name: "file", bytes });
  const other = large("a letter");
  expect(await readOne(readable(other))).toEqual({ name: "file", sha256: sha256(other), size: other.length });
});

test("a file compared only by its fingerprint gets the same answer as with its bytes [threat V2]", async () => {
  const { record, attestation } = await issue();
  const bytes = large("a letter");
  const stated = { ...record, originalSha256: sha256(bytes) };
  for (const evidence of [noEvidence, { ...noEvidence, record }, { ...noEvidence, record: stated }]) {
    const known = { ...evidence, attestations: [attestation] };
    const given = await readOne(readable(bytes));
    expect("bytes" in given).toBe(false);
    expect(verifyFile(given, known, trust, now)).toEqual(
      verifyFile({ name: "file", bytes }, known, trust, now),
    );
  }
});

const photoStarts = ["\u00ff\u00d8\u00ff", "\u0089PNG\r\n\u001a\n"];

test("a photo without credentials is verified by its fingerprint, and its bytes are not held", async () => {
  for (const start of photoStarts) {
    const photo = large(start);
    const expected = { name: "file", sha256: sha256(photo), size: photo.length, isPicture: true };
    expect(await readOne(readable(photo))).toEqual(expected);
  }
});

test("a large picture with credentials gets the same answer as with its bytes, changed or not [threat V2]", async () => {
  const pixels = randomBytes(3 * 300 * 300);
  const plain = sharp(pixels, { raw: { width: 300, height: 300, channels: 3 } });
  for (const fileType of ["image/png", "image/jpeg"] as const) {
    const picture = await (fileType === "image/png" ? plain.png() : plain.jpeg({ quality: 95 })).toBuffer();
    const credited = await withCredentials(picture, authority, { fileType });
    expect(credited.length).toBeGreaterThan(65_536);
    const changed = [credited.length - 40, 0x2000, 300].map((at) =>
      credited.with(at, (credited[at] ?? 0) ^ 1),
    );
    for (const bytes of [credited, ...changed]) {
      const given = await readOne(readable(bytes));
      const held = "isPicture" in given ? (given.credentials?.embedded?.around.length ?? 0) : bytes.length;
      expect(held).toBeLessThan(20_000);
      expect(verifyFile(given, noEvidence, trust, now)).toEqual(
        verifyFile({ name: "file", bytes }, noEvidence, trust, now),
      );
    }
    const [first] = [credited, ...changed].map((bytes) =>
      verifyFile({ name: "file", bytes }, noEvidence, trust, now),
    );
    expect(first?.findings.unchanged.verdict).toBe("passed");
  }
});

test("photos are held whole beside a record that renews them in another hash", async () => {
  const photo = large("\u00ff\u00d8\u00ff");
  const secret = randomBytes(32);
  const hashes = Buffer.concat([Buffer.from(sha256(photo), "hex"), Buffer.alloc(32, 7)]);
  const tree = buildHashTree(secret, hashes);
  const signer = outside.tsa;
  const token = makeTimeStampToken(
    { imprint: { hash: "SHA-256", digest: tree.root }, nonce: undefined, wantsCertificate: true },
    { signer, time: now, serial: randomBytes(16), accuracyMs: 1000 },
  );
  const record = writeEvidenceRecord(reduceHashTree(secret, tree, 0, hashes), token);
  const time = new Date(now.getTime() + 3_600_000);
  const read = async (ers: Uint8Array, known: { bytes: Uint8Array }[] = []) => {
    const given = await readGivenFiles([readable(photo), readable(ers, "file.ers")], undefined, known);
    return "unreadable" in given ? [] : given.map((file) => "bytes" in file);
  };
  const renewed = renewHashTree(record, photo, { signer, time });
  expect(await read(renewed)).toEqual([true, true]);
  expect(await read(record, [{ bytes: renewed }])).toEqual([true, true]);
  expect(await read(renewHashTree(record, photo, { signer, time, hash: "SHA-256" }))).toEqual([false, true]);
});

test("a trust file is opened even if it is larger than evidence", async () => {
  const checkpoints = Object.fromEntries(Array.from({ length: 1200 }, (_, at) => [at, "ab".repeat(32)]));
  const bytes = new TextEncoder().encode(JSON.stringify({ attestampTrust: 1, bitcoin: { checkpoints } }));
  expect(bytes.length).toBeGreaterThan(65_536);
  expect(await readOne(readable(bytes))).toEqual({ name: "file", bytes });
});

test("a file on disk is read like one in a browser", async () => {
  const folder = mkdtempSync(join(tmpdir(), "given-files-"));
  try {
    const path = join(folder, "copy.pdf");
    const { stamped } = await issue();
    writeFileSync(path, stamped);
    const given = await readOne({ name: "copy.pdf", content: Bun.file(path) });
    expect(given).toEqual(await readOne(readable(stamped, "copy.pdf")));
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("a file that is too large to open is reported as such, whatever else is known", async () => {
  const content = Object.defineProperty(new Blob(["%PDF-1.7"]), "size", { value: 513 * 1024 * 1024 });
  const given = await readOne({ name: "copy.pdf", content });
  for (const evidence of [noEvidence, { ...noEvidence, record: (await issue()).record }]) {
    const { findings } = verifyFile(given, evidence, trust, now);
    expect([findings.unchanged.verdict, findings.unchanged.sentence]).toEqual([
      "indeterminate",
      sentences.unchanged.tooLarge,
    ]);
  }
});

test("progress is reported as a percentage of all files together", async () => {
  const letter = readable(new Uint8Array(4 * 1024 * 1024));
  const percents: number[] = [];
  await readGivenFiles([letter, letter], (percent) => percents.push(percent));
  expect(percents).toEqual([12, 25, 37, 50, 62, 75, 87, 100]);
});

test("a file that cannot be read is reported by name", async () => {
  const gone = { name: "gone.txt", content: Bun.file("/nowhere/gone.txt") };
  expect(await readGivenFiles([readable(new Uint8Array(), "empty.txt"), gone])).toEqual({
    unreadable: "gone.txt",
  });
});
