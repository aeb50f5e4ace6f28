import { expect, test } from "bun:test";
import { overlapParts, writeZip } from "../../files/test-zips.ts";
import { inflate } from "./inflate.ts";
import { readZip } from "./read-zip.ts";

const parts = [
  { name: "a.txt", data: "a".repeat(1000) },
  { name: "b.txt", data: "b" },
];
const zip = writeZip(parts);

test("a ZIP file gives its files", () => {
  const texts = readZip(zip)?.map(({ name, data }) => [name, new TextDecoder().decode(data)]);
  expect(texts).toEqual(parts.map(({ name, data }) => [name, data]));
});

test("what two programs could read in two ways is not read", () => {
  const refused = {
    "bytes before it": Buffer.concat([Buffer.from("PK"), zip]),
    "bytes behind it": Buffer.concat([zip, Buffer.from("x")]),
    "entries over each other": overlapParts(parts),
    "a name twice": writeZip([...parts, { name: "A.TXT", data: "c" }]),
    "a name outside": writeZip([{ name: "../a.txt", data: "c" }]),
    "a wrong size": writeZip([{ name: "a.txt", data: "abc", declaredSize: 4 }]),
    "a cut off end": zip.subarray(0, -1),
    nothing: new Uint8Array(),
  };
  for (const [what, bytes] of Object.entries(refused))
    expect([what, readZip(bytes)]).toEqual([what, undefined]);
});

test("a bomb costs no more than it says it is, and more than 256 MiB is not begun", () => {
  const started = performance.now();
  const bomb = Buffer.alloc(200_000_000);
  expect(readZip(writeZip([{ name: "a", data: bomb, declaredSize: 1000 }]))).toBeUndefined();
  expect(readZip(writeZip([{ name: "a", data: "x", declaredSize: 600 * 1024 * 1024 }]))).toBeUndefined();
  expect(inflate(Uint8Array.of(1, 2, 3), 10)).toBeUndefined();
  expect(performance.now() - started).toBeLessThan(20_000);
});
