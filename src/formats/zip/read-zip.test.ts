import { afterAll, afterEach, expect, spyOn, test } from "bun:test";
import { randomBytes } from "node:crypto";
import * as zlib from "node:zlib";
import { Inflate } from "fflate";
import { overlapParts, writeZip } from "../sniff/test-zips.ts";
import { crc32 } from "./crc32.ts";
import { inflate } from "./inflate.ts";
import { readZip } from "./read-zip.ts";
import { type CraftedEntry, craftZip } from "./test-crafted-zip.ts";
import { filesIn } from "./test-pieces.ts";
import { isZip } from "./zip-directory.ts";

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
    ["up, next to a plain one", "a.txt", "../b.txt"],
    ["of a drive", "C:/a.txt"],
    ["in the current folder of a drive", "c:a.txt"],
    ["a drive", "C:"],
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

const date = 0x5b74_9964;
const bytesOf = (text: string) => new TextEncoder().encode(text);
const first = { name: "a.txt", data: bytesOf("first") };
const second = { name: "b.txt", data: bytesOf("second") };
/** What is said of a ZIP file with these two files, of which the second is changed. */
const withSecond = (change: Partial<CraftedEntry>, around = {}) =>
  readZip(craftZip([first, { ...second, ...change }], date, around));
const malformed = { error: "malformed" } as const;

test("a local header says of its file what the directory says, or the ZIP file is malformed", () => {
  expect(withSecond({})).toMatchObject([
    { name: "a.txt", data: first.data, isStored: true },
    { name: "b.txt", data: second.data, isStored: true },
  ]);
  const changes = { version: 21, flags: 0, method: 8, date: date + 1, crc: 1, packed: 7, size: 7 };
  for (const [field, value] of Object.entries(changes)) {
    expect([field, withSecond({ local: { [field]: value } })]).toEqual([field, malformed]);
    expect([field, withSecond({ listed: { [field]: value } })]).toEqual([field, malformed]);
  }
  // The same wrong value in both is wrong, too.
  for (const wrong of [
    { method: 8 },
    { method: 9 },
    { crc: 1 },
    { packed: 7 },
    { packed: 5 },
    { size: 7 },
    { size: 5 },
  ])
    expect([wrong, withSecond({ local: wrong, listed: wrong })]).toEqual([wrong, malformed]);
  const renamed = craftZip([first, second], date);
  renamed[renamed.indexOf("b".charCodeAt(0))] = "c".charCodeAt(0);
  expect(readZip(renamed)).toEqual(malformed);
});

test("extra fields and comments are skipped, and a file is what follows them", () => {
  const extra = Uint8Array.of(1, 2, 3, 4, 5);
  for (const change of [
    { localExtra: extra },
    { listedExtra: extra },
    { comment: extra },
    { localExtra: extra, listedExtra: extra },
  ])
    expect([change, withSecond(change)]).toMatchObject([
      change,
      [{ data: first.data }, { data: second.data }],
    ]);
  expect(withSecond({}, { comment: extra })).toMatchObject([{ name: "a.txt" }, { name: "b.txt" }]);
  expect(withSecond({}, { comment: extra, behind: extra })).toEqual(malformed);
});

test("a ZIP file begins with the four bytes of its first entry", () => {
  const start = [0x50, 0x4b, 3, 4];
  expect(isZip(Uint8Array.from(start))).toBe(true);
  for (const at of start.keys())
    expect([at, isZip(Uint8Array.from(start, (byte, index) => (index === at ? byte + 1 : byte)))]).toEqual([
      at,
      false,
    ]);
  expect(isZip(new Uint8Array())).toBe(false);
});

test("bytes before the first entry, between entries, or at the end of the directory make it malformed", () => {
  const bytes = bytesOf("more");
  expect(readZip(craftZip([first, second], date, { before: bytes }))).toEqual(malformed);
  expect(readZip(craftZip([first, second], date, { beforeDirectory: bytes }))).toEqual(malformed);
  expect(readZip(craftZip([{ ...first, gap: bytes }, second], date))).toEqual(malformed);
  // The last entry of the directory seems to have no comment, which leaves its bytes over.
  const signature = Uint8Array.of(0x50, 0x4b, 1, 2);
  const leftOver = craftZip([first, { ...second, comment: signature }], date);
  const end = leftOver.length - 22;
  leftOver[end - signature.length - "b.txt".length - 46 + 32] = 0;
  expect(readZip(leftOver)).toEqual(malformed);
  // They begin like a third entry, which the file is too short for.
  [leftOver[end + 8], leftOver[end + 10]] = [3, 3];
  expect(readZip(leftOver)).toEqual(malformed);
});

test("an entry that the directory places behind the end, or where no header fits, is malformed", () => {
  const whole = craftZip([first, second], date);
  const offsetAt = whole.length - 22 - "b.txt".length - 4;
  const view = new DataView(whole.buffer);
  for (const offset of [0, 1, whole.length - 1, whole.length, 0xffff_fff0, 0xffff_ffff]) {
    view.setUint32(offsetAt, offset, true);
    expect([offset, readZip(whole)]).toEqual([offset, malformed]);
  }
  expect(readZip(craftZip([{ name: "", data: new Uint8Array() }], date))).toEqual({ error: "names" });
});

test("a ZIP file without files is one", () => {
  expect(readZip(craftZip([], date))).toEqual([]);
});

test("the directory may list the files in another order, and the comment of the file may be as long as can be", () => {
  const whole = craftZip([first, second], date);
  const [entry, end] = [46 + "a.txt".length, whole.length - 22];
  const listed = [whole.slice(end - entry, end), whole.slice(end - 2 * entry, end - entry)];
  const turned = Buffer.concat([whole.slice(0, end - 2 * entry), ...listed, whole.slice(end)]);
  const comment = new Uint8Array(0xffff);
  for (const bytes of [turned, craftZip([first, second], date, { comment })])
    expect(readZip(bytes)).toMatchObject([
      { name: "a.txt", data: first.data },
      { name: "b.txt", data: second.data },
    ]);
});

/** A deflated file whose sizes follow it, in a descriptor with or without a mark. */
function streamed(
  text: string,
  { isMarked = true, facts = {}, repeats = false, method = 8 } = {},
): CraftedEntry {
  const content = bytesOf(text);
  const data = method === 8 ? zlib.deflateRawSync(content) : content;
  const said = { crc: zlib.crc32(content), packed: data.length, size: content.length, ...facts };
  const gap = Buffer.alloc(isMarked ? 16 : 12);
  if (isMarked) gap.writeUInt32LE(0x08074b50);
  for (const [at, value] of [said.crc, said.packed, said.size].entries())
    gap.writeUInt32LE(value, gap.length - 12 + 4 * at);
  const right = {
    method,
    flags: 0x0808,
    crc: zlib.crc32(content),
    packed: data.length,
    size: content.length,
  };
  const empty = { crc: 0, packed: 0, size: 0 };
  return { name: "b.txt", data, local: { ...right, ...(repeats ? {} : empty) }, listed: right, gap };
}

test("a deflated file may have its sizes behind it, if they are the directory's", () => {
  for (const isMarked of [true, false])
    for (const repeats of [true, false]) {
      const found = readZip(craftZip([first, streamed("streamed", { isMarked, repeats })], date));
      expect([isMarked, repeats, found]).toMatchObject([
        isMarked,
        repeats,
        [{ isStored: true }, { data: bytesOf("streamed"), isStored: false }],
      ]);
    }
  const wrong: CraftedEntry[] = [
    streamed("streamed", { facts: { crc: 1 } }),
    streamed("streamed", { facts: { packed: 1 } }),
    streamed("streamed", { facts: { size: 1 } }),
    streamed("streamed", { method: 0 }),
    { ...streamed("streamed"), gap: new Uint8Array() },
    { ...streamed("streamed"), gap: new Uint8Array(16) },
    { ...streamed("streamed"), gap: new Uint8Array(13) },
  ];
  for (const [number, entry] of wrong.entries())
    expect([number, readZip(craftZip([first, entry], date))]).toEqual([number, malformed]);
  // Only what the descriptor repeats may be missing from the local header.
  const { local, ...rest } = streamed("streamed");
  for (const field of ["crc", "packed", "size", "date", "version"] as const)
    expect([field, readZip(craftZip([first, { ...rest, local: { ...local, [field]: 1 } }], date))]).toEqual([
      field,
      malformed,
    ]);
});

test("the limits of what is unpacked are exact: 16 MiB or twentyfold, 256 MiB, and 200 files", () => {
  const mebi = 1024 * 1024;
  const declared = (size: number, method: number, around: CraftedEntry[] = []) => {
    const facts = { size, method };
    return readZip(craftZip([...around, { ...second, local: facts, listed: facts }], date));
  };
  const tooMuch = { error: "too-much" } as const;
  expect(declared(16 * mebi, 8)).toEqual(malformed);
  expect(declared(16 * mebi + 1, 8)).toEqual(tooMuch);
  const stored = { name: "stored", data: new Uint8Array(mebi) };
  const length = craftZip([stored, second], date).length;
  expect(declared(20 * length, 8, [stored])).toEqual(malformed);
  expect(declared(20 * length + 1, 8, [stored])).toEqual(tooMuch);
  expect(declared(256 * mebi, 0)).toEqual(malformed);
  expect(declared(256 * mebi + 1, 0)).toEqual(tooMuch);
  const files = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ name: `${at}`, data: new Uint8Array() }));
  expect(filesIn(craftZip(files(200), date))).toHaveLength(200);
  expect(readZip(craftZip(files(201), date))).toEqual(malformed);
});

test("an end record that counts otherwise, or speaks of other disks, and an encrypted file are malformed", () => {
  const whole = craftZip([first, second], date);
  const end = whole.length - 22;
  for (const at of [4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19]) {
    const changed = Uint8Array.from(whole);
    changed[end + at] = (changed[end + at] ?? 0) + 1;
    expect([at, readZip(changed)]).toEqual([at, malformed]);
  }
  const encrypted = { flags: 0x0801 };
  expect(withSecond({ local: encrypted, listed: encrypted })).toEqual(malformed);
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

test("a deflated file that declares another compression is rejected", () => {
  const packed = Uint8Array.from(zlib.deflateRawSync(second.data));
  const sizes = { crc: zlib.crc32(second.data), size: second.data.length, packed: packed.length };
  const fields = (method: number) => ({ method, ...sizes });
  const read = (method: number) =>
    withSecond({ data: packed, local: fields(method), listed: fields(method) });
  expect(read(8)).not.toHaveProperty("error");
  for (const method of [1, 9, 12]) expect(read(method)).toEqual(malformed);
});
