import { afterAll, afterEach, expect, spyOn, test } from "bun:test";
import { randomBytes } from "node:crypto";
import * as zlib from "node:zlib";
import { Inflate } from "fflate";
import { overlapParts, writeZip } from "../sniff/test-zips.ts";
import { crc32 } from "./crc32.ts";
import { inflate } from "./inflate.ts";
import { readZip } from "./read-zip.ts";
import { filesIn } from "./test-pieces.ts";

const parts = [
  { name: "a.txt", data: "a".repeat(1000) },
  { name: "b.txt", data: "b" },
];
const zip = writeZip(parts);

/** Each call unpacks at most 16 KiB of deflated bytes. */
const unpacking = spyOn(Inflate.prototype, "push");
afterEach(() => {
  unpacking.mockClear();
});
afterAll(() => {
  unpacking.mockRestore();
});

test("a ZIP file is read into its files", () => {
  const texts = filesIn(zip).map(({ name, data }) => [name, new TextDecoder().decode(data)]);
  expect(texts).toEqual(parts.map(({ name, data }) => [name, data]));
});

test("a file that two programs could read in two ways is rejected", () => {
  const refused = {
    "bytes before it": Buffer.concat([Buffer.from("PK"), zip]),
    "bytes behind it": Buffer.concat([zip, Buffer.from("x")]),
    "entries over each other": overlapParts(parts),
    "a wrong size": writeZip([{ name: "a.txt", data: "abc", declaredSize: 4 }]),
    "a cut off end": zip.subarray(0, -1),
    nothing: new Uint8Array(),
  };
  for (const [what, bytes] of Object.entries(refused))
    expect([what, readZip(bytes)]).toEqual([what, { error: "malformed" }]);
});

test("names that could be extracted elsewhere, or collide on some system, are rejected", () => {
  const refused: [what: string, ...names: string[]][] = [
    ["up", "../a.txt"],
    ["up from within", "b/../../a.txt"],
    ["absolute", "/a.txt"],
    ["of a drive", "C:/a.txt"],
    ["with a backslash", "b\\a.txt"],
    ["empty", ""],
    ["this folder", "./a.txt"],
    ["nothing between slashes", "b//a.txt"],
    ["a control character", "a\u0007.txt"],
    ["a line break", "a\n.txt"],
    ["turned round", "a\u202etxt.exe"],
    ["only differing in case", "a.txt", "A.TXT"],
    ["only differing in composition", "\u00fcber", "u\u0308ber"],
    ["only differing in a dot at the end", "a.txt", "a.txt."],
    ["only differing in a blank at the end", "a.txt", "a.txt "],
    ["file and folder", "a.txt", "a.txt/"],
  ];
  for (const [what, ...names] of refused) {
    const bytes = writeZip(names.map((name) => ({ name, data: "" })));
    expect([what, readZip(bytes)]).toEqual([what, { error: "names" }]);
  }
  const plain = ["Übergabe – 合同.pdf", "a b.txt", "META-INF/a.tst", "b/", "..a", "क्‍ष.pdf"];
  expect(filesIn(writeZip(plain.map((name) => ({ name, data: "" }))))).toHaveLength(plain.length);
});

test("a bomb is not unpacked: neither one that declares twentyfold growth nor one that declares more than 256 MiB", () => {
  const bomb = writeZip([{ name: "a", data: Buffer.alloc(50_000_000) }]);
  expect(readZip(bomb)).toEqual({ error: "too-much" });
  const many = Array.from({ length: 190 }, (_, at) => ({ name: `${at}`, data: Buffer.alloc(100_000) }));
  expect(readZip(writeZip(many))).toEqual({ error: "too-much" });
  const huge = writeZip([{ name: "a", data: "x", declaredSize: 600 * 1024 * 1024 }]);
  expect(readZip(huge)).toEqual({ error: "too-much" });
  expect(unpacking).not.toHaveBeenCalled();
});

test("a bomb with a false size is stopped at the first excess byte", () => {
  const bomb = writeZip([{ name: "a", data: Buffer.alloc(200_000_000), declaredSize: 1000 }]);
  expect(bomb.length).toBeGreaterThan(10 * 16 * 1024);
  expect(readZip(bomb)).toEqual({ error: "malformed" });
  expect(unpacking).toHaveBeenCalledTimes(1);
  expect(inflate(Uint8Array.of(1, 2, 3), 10)).toBeUndefined();
});

test("the CRC matches that of other programs for every length", () => {
  const bytes = randomBytes(70);
  for (let length = 0; length <= 70; length++) {
    const part = bytes.subarray(length % 7, length);
    expect(crc32(part)).toBe(zlib.crc32(part));
  }
});
