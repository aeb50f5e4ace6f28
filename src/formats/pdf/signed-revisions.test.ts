import { expect, test } from "bun:test";
import type { TestObjects } from "./test-documents.ts";
import { countPagesInReaders, samePages } from "./test-page-counts.ts";
import { type Revisions, signedRevisions } from "./test-revisions.ts";
import { readSignatures } from "./test-signing.ts";
import { stamped } from "./test-stamping.ts";

const signatures = 5;

const replaceIn =
  (revision: number, from: string | RegExp, to: string) =>
  (section: string, current: number): string =>
    current === revision ? section.replace(from, to) : section;

const replaceInAll = (from: string | RegExp, to: string) => (section: string) => section.replaceAll(from, to);

const addTo =
  (revision: number, added: TestObjects) =>
  (objects: TestObjects, current: number): TestObjects =>
    current === revision ? { ...objects, ...added } : objects;

type Variation = Omit<Revisions, "signatures">;

const readable: Record<string, Variation> = {
  "in tables": { kind: "table" },
  "in cross-reference streams": { kind: "stream" },
  "in hybrid sections": { kind: "hybrid" },
  "in tables with entries of 19 bytes": { kind: "table", change: replaceInAll(/ ([nf]) \n/g, " $1\n") },
  "in tables with entries of 21 bytes": { kind: "table", change: replaceInAll(/ ([nf]) \n/g, " $1 \r\n") },
  "in tables with blank lines and wide gaps": {
    kind: "table",
    change: replaceInAll(/^(xref|trailer|\d+ \d+)$/gm, " $1  \n"),
  },
  "whose positions have leading zeros": {
    kind: "table",
    change: replaceInAll(/\/Prev (\d+)/g, "/Prev 000$1"),
  },
  "without /Size": { kind: "table", change: replaceInAll("/Size 120", "") },
  "with too small a /Size": { kind: "stream", change: replaceInAll("/Size 120", "/Size 7") },
  "with bytes behind the end": { kind: "table", change: replaceIn(signatures, /$/, "\0\0\0\0 junk") },
};

for (const [name, variation] of Object.entries(readable)) {
  test(`a document with five signatures ${name} is stamped, and all five stay valid`, () => {
    const original = signedRevisions({ signatures, ...variation });
    const { file, originalKept, notes } = stamped(original);
    expect(originalKept).toBe(true);
    expect(notes).toEqual([
      "This document was already signed; the stamp was added as a separate layer and the signature stays valid.",
    ]);
    expectAllValid(original, file);
  });
}

const damaged: Record<string, Variation> = {
  "whose older section is not where the newer one says": {
    kind: "table",
    change: replaceIn(2, /\/Prev \d/, "/Prev 9"),
  },
  "whose first section names one before it": {
    kind: "table",
    change: replaceIn(0, "/Root", "/Prev 0 /Root"),
  },
  "whose sections are not where startxref says": {
    kind: "table",
    change: (section) =>
      section.replace(/startxref\n(\d+)/, (_, start: string) => `startxref\n${Number(start) + 3}`),
  },
  "whose last startxref is 0": {
    kind: "table",
    change: replaceIn(signatures, /startxref\n\d+/, "startxref\n0"),
  },
  "whose subsections start one number too high": {
    kind: "table",
    change: (section) =>
      section.replace(/xref\n(\d+) 1\n/, (_, first: string) => `xref\n${Number(first) + 1} 1\n`),
  },
  "whose first table lists too few objects": { kind: "table", change: replaceIn(0, "\n0 7\n", "\n0 5\n") },
  "with an entry that is no number": {
    kind: "table",
    change: replaceIn(0, /\d{10} 00000 n/, "00000000xx 00000 n"),
  },
  "with an entry that leads to no object": {
    kind: "table",
    change: replaceIn(0, /\d{10} 00000 n \ntrailer/, "0000000013 00000 n \ntrailer"),
  },
  "whose cross-reference streams do not say what they are": {
    kind: "stream",
    change: replaceInAll("/Type /XRef", "           "),
  },
  "with a stream beside a table that is not there": {
    kind: "hybrid",
    change: replaceIn(3, /\/XRefStm \d+/, "/XRefStm 9"),
  },
  "with an object that has no end": { kind: "table", objects: addTo(2, { 50: "<< /Note (never closed >>" }) },
  "with an object that is no value": { kind: "stream", objects: addTo(2, { 50: "<< /Note ) /More ] >>" }) },
};

for (const [name, variation] of Object.entries(damaged)) {
  test(`a damaged document with five signatures ${name} keeps its bytes, and all five stay valid`, () => {
    const original = signedRevisions({ signatures, ...variation });
    const { file, originalKept, notes } = stamped(original);
    expect(originalKept).toBe(true);
    expect(notes).toEqual([
      "This signed PDF was damaged. Its bytes are unchanged at the beginning of the stamped copy; a new list of its objects follows them.",
      "This document was already signed; the stamp was added as a separate layer and the signature stays valid.",
    ]);
    expectAllValid(original, file);
    expect(countPagesInReaders(file)).toEqual(samePages(2));
  });
}

test("a signed document that can only be rewritten is refused: its signature would be lost", () => {
  const original = signedRevisions({ signatures: 1, kind: "table" });
  const archive = "PK\x03\x04evil.js PK\x05\x06\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0";
  const behind = Buffer.concat([original, Buffer.from(archive, "latin1")]);
  expect(() => stamped(behind)).toThrow(
    "repairing it would break its signature. Please upload an undamaged copy",
  );
});

function expectAllValid(original: Buffer, file: Buffer): void {
  expect(file.subarray(0, original.length).equals(original)).toBe(true);
  expect(readSignatures(file).match(/Signature is Valid/g)).toHaveLength(signatures);
}
