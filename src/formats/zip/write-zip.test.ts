import { expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as zlib from "node:zlib";
import { unzipSync } from "fflate";
import { joinedCrc32 } from "./crc32.ts";
import { computeCrc, getSize, type LargePiece } from "./pieces.ts";
import { filesIn, joined, readJoined } from "./test-pieces.ts";
import {
  fitsInZip,
  fromDosTime,
  layOutZip,
  type PendingFile,
  streamZip,
  toDosTime,
  writeZip,
  zipMethods,
} from "./write-zip.ts";

const time = new Date("2026-11-20T19:11:08Z");
const text = new TextEncoder().encode("the same words again and again ".repeat(50));

function large(parts: Uint8Array[]): LargePiece {
  const whole = Buffer.concat(parts);
  return {
    size: whole.length,
    crc: zlib.crc32(whole),
    async *read() {
      yield* parts;
    },
  };
}

test("the combined CRC of two parts is that of the whole, whatever their lengths", () => {
  for (const [first, second] of [
    [0, 0],
    [0, 5],
    [5, 0],
    [1, 1],
    [70_000, 3],
    [3, 131_072],
    [1000, 99_999],
  ] as const) {
    const [one, other] = [randomBytes(first), randomBytes(second)];
    const whole = zlib.crc32(Buffer.concat([one, other]));
    expect(joinedCrc32(zlib.crc32(one), zlib.crc32(other), second)).toBe(whole);
  }
});

test("unzip and our own reader read what was written, from memory and streamed", async () => {
  const content = [randomBytes(5000), randomBytes(1), randomBytes(70_000)];
  const pieces = writeZip(
    [
      { name: "Übergabe – 合同.pdf", content: [large(content)] },
      { name: "README.txt", content: [text] },
      { name: "empty", content: [] },
    ],
    time,
  );
  const bytes = await readJoined(pieces);
  expect([bytes.length, zlib.crc32(bytes)]).toEqual([getSize(pieces), computeCrc(pieces)]);
  expect(filesIn(bytes).map(({ name, data, isStored }) => [name, Buffer.from(data), isStored])).toEqual([
    ["Übergabe – 合同.pdf", Buffer.concat(content), true],
    ["README.txt", Buffer.from(text), true],
    ["empty", Buffer.alloc(0), true],
  ]);
  const folder = mkdtempSync(join(tmpdir(), "write-zip-"));
  try {
    writeFileSync(join(folder, "a.zip"), bytes);
    for (const tool of ["unzip", "zipinfo"]) {
      if (!Bun.which(tool))
        throw new Error(`This test needs ${tool}; please install the Debian package unzip.`);
    }
    const run = (command: string) => Bun.spawnSync(["sh", "-c", command], { cwd: folder });
    expect(run("unzip -tq a.zip").exitCode).toBe(0);
    expect(run("unzip -q a.zip").exitCode).toBe(0);
    expect(readFileSync(join(folder, "README.txt"))).toEqual(Buffer.from(text));
    expect(readFileSync(join(folder, "Übergabe – 合同.pdf"))).toEqual(Buffer.concat(content));
    expect(run("zipinfo -T a.zip README.txt").stdout.toString()).toContain("20261120.191108");
    expect(run("zipinfo a.zip README.txt").stdout.toString()).toStartWith("-rw-r--r--  2.0 unx ");
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("a deflated file is unpacked by unzip, and names are marked as UTF-8", async () => {
  const content = [Uint8Array.from(zlib.deflateRawSync(text))];
  const record = {
    name: "Übergabe.txt",
    method: zipMethods.deflated,
    crc: zlib.crc32(text),
    size: text.length,
  };
  const bytes = await readJoined(layOutZip([{ ...record, content }], time));
  const folder = mkdtempSync(join(tmpdir(), "write-zip-"));
  const path = join(folder, "a.zip");
  writeFileSync(path, bytes);
  expect(Bun.spawnSync(["unzip", "-p", path]).stdout).toEqual(Buffer.from(text));
  rmSync(folder, { recursive: true });
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const listedAt = 30 + Buffer.byteLength(record.name) + (content[0]?.length ?? 0);
  expect([view.getUint16(6, true), view.getUint16(listedAt + 8, true)]).toEqual([0x0800, 0x0800]);
});

test("a date is kept to two seconds from 1980 on, where earlier ones become the second day of 1980", () => {
  for (const date of [
    "1980-01-02T00:00:00Z",
    "1999-12-31T23:59:58Z",
    "2024-02-29T12:30:02Z",
    "2107-11-30T01:02:04Z",
  ])
    expect(fromDosTime(toDosTime(new Date(date)))).toEqual(new Date(date));
  expect(fromDosTime(toDosTime(new Date("2026-11-20T19:11:09Z")))).toEqual(time);
  for (const early of [0, Date.UTC(1980, 0, 1), Date.UTC(1980, 0, 2) - 1])
    expect(fromDosTime(toDosTime(new Date(early)))).toEqual(new Date("1980-01-02T00:00:00Z"));
});

test("a streamed file that has another size than was said, or 4 GiB, ends the ZIP file with an error", async () => {
  const write = (size: number, content: LargePiece) =>
    Array.fromAsync(streamZip([{ name: "a", size, open: async () => content }], time));
  expect((await write(5, large([randomBytes(5)]))).length).toBeGreaterThan(0);
  await expect(write(4, large([randomBytes(5)]))).rejects.toThrow("changed its size");
  const huge = { size: 2 ** 32 - 1, crc: 0, read: large([]).read };
  await expect(write(huge.size, huge)).rejects.toThrow("too large");
});

test("files fit into a ZIP file up to its last byte, and up to 65,534 files", async () => {
  const names = ["Übergabe.txt", "b"];
  const chunks = streamZip(
    names.map((name) => pending(name, large([text]))),
    time,
  );
  const written = getSize(await Array.fromAsync(chunks));
  const room = 0xffff_ffff - written;
  const fits = (more: number) =>
    fitsInZip([
      { name: names[0] ?? "", size: text.length + more },
      { name: names[1] ?? "", size: text.length },
    ]);
  expect([fits(0), fits(room), fits(room + 1)]).toEqual([true, true, false]);
  const many = (count: number) => Array.from({ length: count }, (_, at) => ({ name: `${at}` }));
  expect([fitsInZip(many(65_534)), fitsInZip(many(65_535))]).toEqual([true, false]);
});

test("the same files give the same bytes, and 4 GiB are refused", () => {
  const files = [{ name: "README.txt", content: [text] }];
  expect(joined(writeZip(files, time))).toEqual(joined(writeZip(files, time)));
  const huge = { size: 2 ** 32, crc: 0, read: large([]).read };
  expect(() => writeZip([{ name: "huge", content: [huge] }], time)).toThrow("too much for a ZIP file");
});

/** Count, first and last name, and the last content, as Python reads them. */
async function readWithPython(path: string): Promise<string[]> {
  const script = `import sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as z:
    names = z.namelist()
    print(len(names), names[0], names[-1], z.read(names[-1]).decode())`;
  const { stdout, stderr, exitCode } = Bun.spawnSync(["python3", "-c", script, path]);
  expect([exitCode, stderr.toString()]).toEqual([0, ""]);
  return stdout.toString().trim().split(" ");
}

function pending(name: string, content: LargePiece): PendingFile {
  return { name, size: content.size, open: async () => content };
}

test("a streamed ZIP file with 70,000 files is read by unzip and by Python", async () => {
  const folder = mkdtempSync(join(tmpdir(), "write-zip-"));
  const path = join(folder, "many.zip");
  try {
    const files = Array.from({ length: 70_000 }, (_, at) =>
      pending(`${at}.txt`, large([Buffer.from(`${at}`)])),
    );
    const sink = Bun.file(path).writer();
    for await (const chunk of streamZip(files, time)) sink.write(chunk);
    await sink.end();
    expect(await readWithPython(path)).toEqual(["70000", "0.txt", "69999.txt", "69999"]);
    expect(Bun.spawnSync(["unzip", "-p", path, "69999.txt"]).stdout.toString()).toBe("69999");
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("a file of a streamed ZIP file is made only when the bytes before it were read", async () => {
  const made: string[] = [];
  const files = ["first", "second", "third"].map((name) => ({
    name,
    open: async () => {
      made.push(name);
      return large([Buffer.from(`the content of ${name}`)]);
    },
  }));
  const chunks: Uint8Array[] = [];
  const seen: string[][] = [];
  for await (const chunk of streamZip(files, time)) {
    chunks.push(chunk);
    if (Buffer.from(chunk).includes("the content of")) seen.push([...made]);
  }
  expect(seen).toEqual([["first"], ["first", "second"], ["first", "second", "third"]]);
  expect(Object.keys(unzipSync(Buffer.concat(chunks)))).toEqual(["first", "second", "third"]);
});

test("a streamed ZIP file of more than 4 GiB is read by unzip and by Python", async () => {
  const folder = mkdtempSync(join(tmpdir(), "write-zip-"));
  const path = join(folder, "large.zip");
  const megabyte = new Uint8Array(1024 * 1024);
  const megabytes = 2_100;
  let crc = 0;
  for (let at = 0; at < megabytes; at += 1) crc = joinedCrc32(crc, zlib.crc32(megabyte), megabyte.length);
  const zeros: LargePiece = {
    size: megabytes * megabyte.length,
    crc,
    async *read() {
      for (let at = 0; at < megabytes; at += 1) yield megabyte;
    },
  };
  const file = openSync(path, "w");
  try {
    const files = [
      pending("a", zeros),
      pending("b", zeros),
      pending("last.txt", large([Buffer.from("end")])),
    ];
    let offset = 0;
    for await (const chunk of streamZip(files, time)) {
      // Zeros are skipped, which makes a sparse file with the same content.
      if (chunk !== megabyte) writeSync(file, chunk, 0, chunk.length, offset);
      offset += chunk.length;
    }
    expect(offset).toBeGreaterThan(2 ** 32);
    expect(await readWithPython(path)).toEqual(["3", "a", "last.txt", "end"]);
    expect(Bun.spawnSync(["unzip", "-p", path, "last.txt"]).stdout.toString()).toBe("end");
  } finally {
    closeSync(file);
    rmSync(folder, { recursive: true });
  }
});
