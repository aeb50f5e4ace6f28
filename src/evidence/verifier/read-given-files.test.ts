import { expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { noEvidence } from "./evidence.ts";
import type { GivenFile } from "./file-context.ts";
import { type ReadableFile, readGivenFiles } from "./read-given-files.ts";
import { sentences } from "./sentences.ts";
import { issue, now, trust } from "./test-issued.ts";
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

test("a PDF, a ZIP file, a picture and any small file are verified with their bytes, other files by their fingerprint", async () => {
  const starts = [
    "%PDF-1.7",
    "words before it %PDF-1.7",
    "PK\u0003\u0004",
    "\u00ff\u00d8\u00ff",
    "\u0089PNG\r\n\u001a\n",
  ];
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
