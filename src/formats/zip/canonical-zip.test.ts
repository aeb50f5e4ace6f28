import { expect, test } from "bun:test";
import { createHash } from "node:crypto";
import * as zlib from "node:zlib";
import { deflateSync } from "fflate";
import { readCanonicalTime } from "./canonical-zip.ts";
import { readZip } from "./read-zip.ts";
import { craftZip } from "./test-crafted-zip.ts";
import { joined } from "./test-pieces.ts";
import { fromDosTime, toDosTime, writeZip } from "./write-zip.ts";

const time = new Date("2026-11-20T19:11:08Z");
const utf8 = (text: string) => new TextEncoder().encode(text);
const files = { "a.txt": utf8("a"), "Übergabe – 合同.pdf": utf8("b"), empty: utf8("") };
const content = Object.entries(files).map(([name, data]) => ({ name, content: [data] }));
const own = joined(writeZip(content, time));

const canonicalTime = (bytes: Uint8Array) => {
  const entries = readZip(bytes);
  return "error" in entries ? undefined : readCanonicalTime(bytes, entries);
};

test("a ZIP file that we wrote is written again with the same bytes, and gives the time it was written", () => {
  expect(canonicalTime(own)).toEqual(time);
  expect(canonicalTime(joined(writeZip([], time)))).toBeUndefined();
});

test("changing any bit of it gives a different file, or one that we did not write", () => {
  for (let at = 0; at < own.length; at++) {
    for (let bit = 0; bit < 8; bit++) {
      const changed = Uint8Array.from(own);
      changed[at] = (changed[at] ?? 0) ^ (1 << bit);
      expect([at, bit, canonicalTime(changed)]).toEqual([at, bit, undefined]);
    }
  }
});

test("no byte can be inserted, removed or duplicated anywhere", () => {
  for (let at = 0; at <= own.length; at++) {
    const [head, tail] = [own.subarray(0, at), own.subarray(at)];
    const others = [Buffer.concat([head, Buffer.alloc(1), tail]), Buffer.concat([head, head, tail])];
    if (at < own.length) others.push(Buffer.concat([head, own.subarray(at + 1)]));
    for (const other of others.filter((bytes) => !bytes.equals(own)))
      expect([at, canonicalTime(other)]).toEqual([at, undefined]);
  }
});

test("an invalid date is never that of a ZIP file that we wrote", () => {
  const entries = Object.entries(files).map(([name, data]) => ({ name, data }));
  expect(canonicalTime(craftZip(entries, toDosTime(time)))).toEqual(time);
  for (const date of [0, toDosTime(time) | 31, toDosTime(new Date("2026-02-28")) | (31 << 16)])
    expect([date, canonicalTime(craftZip(entries, date))]).toEqual([date, undefined]);
  expect(fromDosTime(toDosTime(time))).toEqual(time);
});

test("a ZIP file with deflated texts is ours up to 4 MiB each, and one with a text deflated otherwise is not", () => {
  const deflated = (data: Uint8Array, packed: Uint8Array = deflateSync(data)) => {
    const facts = { method: 8, crc: zlib.crc32(data), size: data.length };
    return { name: "a.txt", data: packed, local: facts, listed: facts };
  };
  const stored = { name: "b.pdf", data: new Uint8Array(5 * 1024 * 1024).fill(1) };
  const text = new Uint8Array(4 * 1024 * 1024).fill(65);
  const canonical = (data: Uint8Array, packed?: Uint8Array) =>
    canonicalTime(craftZip([deflated(data, packed), stored], toDosTime(time)));
  expect(canonical(text)).toEqual(time);
  expect(canonical(new Uint8Array([...text, 65]))).toBeUndefined();
  expect(canonical(utf8("a text"), deflateSync(utf8("a text"), { level: 0 }))).toBeUndefined();
});

/** Early packs are checked by deflating their texts again, so every version of fflate must give the same bytes. */
test("texts are deflated to the same bytes as when early packs were written", () => {
  const numbers = Array.from({ length: 300 }, (_, index) => `${(index * 7919) % 1000} ${index}`);
  const text = `${"To check this pack, unpack it into an empty folder.\n".repeat(40)}${numbers.join("\n")}`;
  const digest = createHash("sha256")
    .update(deflateSync(utf8(text)))
    .digest("hex");
  expect(digest).toBe("aeb2a4cbc5a466f3084278e00b58f548e1854a4883fb44f1f44bbaac72b9a660");
});
