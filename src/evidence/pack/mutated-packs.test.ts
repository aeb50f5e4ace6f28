import { expect, test } from "bun:test";
import { deflateSync } from "fflate";
import type { ZipEntry } from "../../formats/zip/read-zip.ts";
import { type CraftedEntry, craftZip } from "../../formats/zip/test-crafted-zip.ts";
import { filesIn, joined } from "../../formats/zip/test-pieces.ts";
import { layOutZip, toDosTime, type ZipRecord, zipMethods } from "../../formats/zip/write-zip.ts";
import { makeAsicS } from "../asic/asic-s.ts";
import { seeded } from "../test-mutations.ts";
import { noEvidence } from "../verifier/evidence.ts";
import { issue, now, outside, tokenOver, trust } from "../verifier/test-issued.ts";
import { verifyFile } from "../verifier/test-verify-file.ts";
import type { PackParts } from "./pack-parts.ts";
import { buildPack, buildPackParts } from "./test-packs.ts";

/** For each of the ten packs: the number of changed bytes, and of changed files in an otherwise valid ZIP file. */
const counts = { bytes: 900, files: 100 };

const [table, stream] = [await issue("table"), await issue("stream")];
const [parts, others] = [await buildPackParts(table), await buildPackParts(stream)];
const { original, originalToken, stampedToken, receipt, checker, ...least } = parts;
const token = tokenOver(new Uint8Array(32), outside.tsa);

const time = new Date(table.statement.time);
const buildContainer = (name: string) =>
  joined(makeAsicS({ name, data: table.original, token: table.originalToken }, time));

function earlyPack(pack: Uint8Array): Uint8Array {
  const texts = ["README.txt", "attestation.json", "ca.pem", "ca.crl", "verify.html"];
  const records = filesIn(pack).map(({ name, data, crc }: ZipEntry) => {
    const isText = texts.includes(name);
    const method = isText ? zipMethods.deflated : zipMethods.stored;
    return { name, method, crc, size: data.length, content: [isText ? deflateSync(data) : data] };
  });
  return joined(layOutZip(records, time));
}

const build = (changes: Partial<PackParts>) => buildPack({ ...parts, ...changes });

const packs: Record<string, Uint8Array> = {
  "a pack": await buildPack(parts),
  "a pack of a PDF with a stream of cross-references": await buildPack(others),
  "a pack without the original": await buildPack({ ...least, originalToken, stampedToken, receipt, checker }),
  "a pack with what it must have": await buildPack(least),
  "a pack with what witnesses gave": await build({ witnessed: { tokens: [token, token], proof: undefined } }),
  "a pack whose original is a ZIP file": await build({
    original: { name: "a.zip", content: table.original },
  }),
  "a pack with long names": await build({ stamped: { ...parts.stamped, name: `${"ü".repeat(100)}.pdf` } }),
  "an early pack": earlyPack(await buildPack(parts)),
  "a container": buildContainer("lease.pdf"),
  "a container with a long name": buildContainer(`${"合同".repeat(40)}.pdf`),
};

const isSound = (bytes: Uint8Array) =>
  verifyFile({ name: "pack", bytes }, noEvidence, trust, now).findings.unchanged.verdict === "passed";

type Random = (below: number) => number;

/** A range of at most this many bytes. */
function stretch(bytes: Uint8Array, random: Random, longest: number): [start: number, end: number] {
  const start = random(bytes.length);
  return [start, Math.min(bytes.length, start + 1 + random(longest))];
}

const randomBytes = (count: number, random: Random) => Uint8Array.from({ length: count }, () => random(256));

/** Every second change is outside the files: in headers, directory and end record. */
function aim(bytes: Uint8Array, random: Random): number {
  if (random(2) === 0) return random(bytes.length);
  const marks = [
    ...Buffer.from(bytes)
      .toString("latin1")
      .matchAll(/PK\W\W/g),
  ].map(({ index }) => index);
  return Math.min(bytes.length - 1, (marks[random(marks.length)] ?? 0) + random(60));
}

const byteChanges: ((bytes: Uint8Array, random: Random) => Uint8Array)[] = [
  (bytes, random) => bytes.with(aim(bytes, random), random(256)),
  (bytes, random) => {
    const at = aim(bytes, random);
    return bytes.with(at, (bytes[at] ?? 0) ^ (1 << random(8)));
  },
  (bytes, random) => {
    const at = aim(bytes, random);
    return Buffer.concat([bytes.subarray(0, at), randomBytes(1 + random(30), random), bytes.subarray(at)]);
  },
  (bytes, random) => Buffer.concat([bytes, new Uint8Array(1 + random(40))]),
  (bytes, random) => {
    const [start, end] = stretch(bytes, random, 50);
    return Buffer.concat([bytes.subarray(0, start), bytes.subarray(end)]);
  },
  (bytes, random) => bytes.subarray(0, random(bytes.length)),
  (bytes, random) => {
    const [start, end] = stretch(bytes, random, 4000);
    return Buffer.concat([bytes.subarray(0, end), bytes.subarray(start)]);
  },
  (bytes, random) => {
    const places = [aim(bytes, random), aim(bytes, random), aim(bytes, random)].toSorted((a, b) => a - b);
    const [one = 0, two = 0, three = 0] = places;
    const [first, second] = [bytes.subarray(one, two), bytes.subarray(two, three)];
    return Buffer.concat([bytes.subarray(0, one), second, first, bytes.subarray(three)]);
  },
];

const fields = ["version", "flags", "method", "date", "crc", "packed", "size"] as const;
const at = (entries: CraftedEntry[], random: Random) => random(entries.length);

/** Changes of a pack's files with correct CRCs and offsets. */
const fileChanges: ((entries: CraftedEntry[], random: Random) => CraftedEntry[])[] = [
  (entries, random) =>
    entries.with(at(entries, random), { name: `${random(9)}.txt`, data: randomBytes(9, random) }),
  (entries, random) => entries.toSpliced(at(entries, random), 1),
  (entries, random) => {
    const place = at(entries, random);
    const [entry] = entries.slice(place);
    return entry ? [...entries.toSpliced(place, 1), entry] : entries;
  },
  (entries, random) => {
    const place = at(entries, random);
    return [...entries, ...entries.slice(place, place + 1).map((one) => ({ ...one, name: `${one.name}.` }))];
  },
  (entries, random) => changed(entries, random, ({ name }) => ({ name: name.toUpperCase() })),
  (entries, random) => {
    const other = entries[at(entries, random)];
    return changed(entries, random, ({ data }) => ({ data: other?.data ?? data }));
  },
  (entries, random) =>
    changed(entries, random, ({ data }) => ({
      data: byteChanges[random(byteChanges.length)]?.(data.length > 0 ? data : Buffer.of(1), random) ?? data,
    })),
  (entries, random) => {
    const field = { [fields[random(fields.length)] ?? "flags"]: random(65_536) };
    return changed(entries, random, () => ({ local: field, listed: field }));
  },
  (entries, random) => changed(entries, random, () => ({ listed: { mode: random(65_536) } })),
  (entries, random) => changed(entries, random, () => ({ comment: randomBytes(1 + random(9), random) })),
  (entries, random) =>
    changed(entries, random, () => ({
      localExtra: Buffer.from("55740000", "hex"),
      listedExtra: Buffer.from("55740000", "hex"),
    })),
  (entries, random) =>
    changed(entries, random, () => ({
      local: { flags: 0x0808, crc: 0, packed: 0, size: 0 },
      listed: { flags: 0x0808 },
      gap: new Uint8Array(random(25)),
    })),
];

function changed(
  entries: CraftedEntry[],
  random: Random,
  change: (entry: CraftedEntry) => Partial<CraftedEntry>,
): CraftedEntry[] {
  const place = at(entries, random);
  return entries.map((entry, index) => (index === place ? { ...entry, ...change(entry) } : entry));
}

const pick = <Item>(items: Item[], random: Random): Item => {
  const item = items[random(items.length)];
  if (item === undefined) throw new RangeError("There is nothing to pick from.");
  return item;
};

test("there are ten packs and containers, and ten thousand changes of them", () => {
  expect(Object.keys(packs)).toHaveLength(10);
  expect(10 * (counts.bytes + counts.files)).toBe(10_000);
});

/** A container does not contain its own file name, so it stays valid under another name. */
function isRenamedContainer(mutant: Uint8Array, pack: Uint8Array): boolean {
  const [files, own] = [filesIn(mutant), filesIn(pack)];
  const [type, file, stamp] = files;
  if (own.length !== 3 || !type || !file || !stamp) return false;
  const isSame = files.every(
    ({ data }, index) => Buffer.compare(data, own[index]?.data ?? Buffer.of()) === 0,
  );
  return isSame && Buffer.compare(mutant, joined(layOutZip(storedRecords(files), time))) === 0;
}

const storedRecords = (entries: ZipEntry[]): ZipRecord[] =>
  entries.map(({ name, data, crc }) => {
    return { name, method: zipMethods.stored, crc, size: data.length, content: [data] };
  });

for (const [name, pack] of Object.entries(packs)) {
  test(`${name} is valid, and with any byte or file changed, added, removed or moved it is not [threat V1]`, () => {
    expect(isSound(pack)).toBe(true);
    const random = seeded(name.length * 7_919);
    const entries = filesIn(pack).map(({ name: file, data }) => ({ name: file, data }));
    const mutations = [
      ...Array.from({ length: counts.bytes }, () => () => pick(byteChanges, random)(pack, random)),
      ...Array.from(
        { length: counts.files },
        () => () => craftZip(pick(fileChanges, random)(entries, random), toDosTime(time)),
      ),
    ];
    // An early pack with all its files stored is what we would write today.
    const sound = [pack, joined(layOutZip(storedRecords(filesIn(pack)), time))];
    const missed: string[] = [];
    for (const mutate of mutations) {
      let mutant = mutate();
      // Some changes have no effect: another one is made instead.
      while (sound.some((bytes) => Buffer.compare(mutant, bytes) === 0)) mutant = mutate();
      if (isSound(mutant) && !isRenamedContainer(mutant, pack))
        missed.push(Buffer.from(mutant).toString("base64"));
    }
    expect(missed).toEqual([]);
  });
}
