import { expect, test } from "bun:test";
import { deflateSync } from "fflate";
import { writeZip as writeTestZip } from "../../formats/sniff/test-zips.ts";
import { type CraftedEntry, craftZip } from "../../formats/zip/test-crafted-zip.ts";
import { externalReaders, readExternal } from "../../formats/zip/test-external-readers.ts";
import { filesIn, joined } from "../../formats/zip/test-pieces.ts";
import { layOutZip, zipMethods } from "../../formats/zip/write-zip.ts";
import { makeAsicS } from "../asic/asic-s.ts";
import { noEvidence } from "../verifier/evidence.ts";
import { questions, type Report } from "../verifier/report.ts";
import { issue, now, plainPdf, trust } from "../verifier/test-issued.ts";
import { verifyFile } from "../verifier/test-verify-file.ts";
import { buildPack, buildPackParts } from "./test-packs.ts";

/** ZIP entries for programs that stream a file from its first byte and ignore the directory. */
const hidden = craftZip(
  ["README.txt", "verify.html"].map((name) => ({ name, data: Buffer.from("Pay to this account.") })),
  0x5b749967,
).subarray(0, -22 - 2 * 46 - 21);
/** Bytes that a streaming program takes for the end of an empty file. */
const descriptor = Buffer.from("504b0708000000000000000000000000", "hex");

const original = Buffer.concat([plainPdf.table, descriptor, hidden]);
const issued = await issue("table", original);
const pack = await buildPack(await buildPackParts(issued));
const container = joined(
  makeAsicS(
    { name: "lease.pdf", data: original, token: issued.originalToken },
    new Date(issued.statement.time),
  ),
);

const verify = (name: string, bytes: Uint8Array) => verifyFile({ name, bytes }, noEvidence, trust, now);
/** Everything is confirmed but the time, for which only the service vouches. */
const isRight = ({ findings }: Report) =>
  questions.every((question) => findings[question].verdict === (question === "when" ? "claimed" : "passed"));

const readDate = (zip: Uint8Array) => Buffer.from(zip).readUInt32LE(10);
const readEntries = (zip: Uint8Array): CraftedEntry[] =>
  filesIn(zip).map(({ name, data }) => ({ name, data }));

/** The same change in the local header and in the directory entry. */
const inBoth = (fields: NonNullable<CraftedEntry["local"]>) => (entry: CraftedEntry) => ({
  ...entry,
  local: fields,
  listed: fields,
});

/** The local header says that sizes follow the data; the directory has the sizes. */
const streamed = (entry: CraftedEntry): CraftedEntry => ({
  ...entry,
  local: { flags: 0x0808, crc: 0, packed: 0, size: 0 },
  listed: { flags: 0x0808 },
});

const lastly = (entries: CraftedEntry[], name: string) => [
  ...entries.filter((entry) => entry.name !== name),
  ...entries.filter((entry) => entry.name === name),
];

const utf8 = (text: string) => new TextEncoder().encode(text);
const old = ((2001 - 1980) << 25) | (1 << 21) | (1 << 16);

/** Changes after which programs that read the directory still find every file. */
const tricks: Record<string, (entries: CraftedEntry[], date: number) => Uint8Array> = {
  "sizes that follow behind a file": (entries, date) => craftZip(entries.map(streamed), date),
  "free bytes behind a file": (entries, date) =>
    craftZip(
      entries.map((entry) => ({ ...streamed(entry), local: { flags: 0x0808 }, gap: new Uint8Array(24) })),
      date,
    ),
  "a descriptor behind a file": (entries, date) =>
    craftZip(
      entries.map((entry) => ({ ...entry, ...inBoth({ flags: 0x0808 })(entry), gap: new Uint8Array(16) })),
      date,
    ),
  "every date in 2001": (entries) => craftZip(entries, old),
  "one date in 2001": (entries, date) =>
    craftZip(
      entries.map((entry, at) => (at === 1 ? inBoth({ date: old })(entry) : entry)),
      date,
    ),
  "names without the mark of UTF-8": (entries, date) => craftZip(entries.map(inBoth({ flags: 0 })), date),
  "another version": (entries, date) => craftZip(entries.map(inBoth({ version: 10 })), date),
  "another program": (entries, date) =>
    craftZip(
      entries.map((entry) => ({ ...entry, listed: { madeBy: 20 } })),
      date,
    ),
  "another mode": (entries, date) =>
    craftZip(
      entries.map((entry) => ({ ...entry, listed: { mode: 0o100_755 } })),
      date,
    ),
  "extra fields": (entries, date) =>
    craftZip(
      entries.map((entry) => ({
        ...entry,
        localExtra: utf8("ut\u0000\u0000"),
        listedExtra: utf8("ut\u0000\u0000"),
      })),
      date,
    ),
  "an extra field that names another path": (entries, date) => {
    const path = Buffer.concat([
      Buffer.from("7570", "hex"),
      Buffer.from([14, 0, 1, 0, 0, 0, 0]),
      utf8("README.md"),
    ]);
    return craftZip(
      entries.map((entry) => ({ ...entry, localExtra: path, listedExtra: path })),
      date,
    );
  },
  "a comment of a file": (entries, date) =>
    craftZip(
      entries.map((entry) => ({ ...entry, comment: utf8("checked") })),
      date,
    ),
  "a comment of all": (entries, date) => craftZip(entries, date, { comment: utf8("checked") }),
  "a comment that is a directory": (entries, date) =>
    craftZip(entries, date, { comment: craftZip([{ name: "README.txt", data: utf8("x") }], date) }),
  "bytes before": (entries, date) => craftZip(entries, date, { before: utf8("%PDF-1.7\n") }),
  "bytes behind": (entries, date) => craftZip(entries, date, { behind: new Uint8Array(1) }),
  "bytes before the directory": (entries, date) => craftZip(entries, date, { beforeDirectory: hidden }),
  "two of the same name": (entries, date) => craftZip([...entries, ...entries.slice(0, 1)], date),
  "a directory in another order": (entries, date) => {
    const sound = craftZip(entries, date);
    const view = Buffer.from(sound);
    const start = view.readUInt32LE(sound.length - 6);
    const first = 46 + view.readUInt16LE(start + 28);
    const list = sound.subarray(start, -22);
    return Uint8Array.from(
      Buffer.concat([
        sound.subarray(0, start),
        list.subarray(first),
        list.subarray(0, first),
        sound.subarray(-22),
      ]),
    );
  },
};

const packTricks: typeof tricks = {
  ...tricks,
  "the stamped copy last, its sizes behind it": (entries, date) =>
    craftZip(
      lastly(entries, "Stamped_Jane's lease.pdf").map((entry) =>
        entry.name.startsWith("Stamped") ? streamed(entry) : entry,
      ),
      date,
    ),
  "another order": (entries, date) => craftZip(lastly(entries, "README.txt"), date),
  "a line behind the list of files": (entries, date) =>
    craftZip(
      entries.map((entry) =>
        entry.name === "pack.jws" ? { ...entry, data: Buffer.concat([entry.data, utf8("\n")]) } : entry,
      ),
      date,
    ),
  "a mark before the list of files": (entries, date) =>
    craftZip(
      entries.map((entry) =>
        entry.name === "pack.jws" ? { ...entry, data: Buffer.concat([utf8("\ufeff"), entry.data]) } : entry,
      ),
      date,
    ),
};

test("the crafted files differ from valid ones only in the intended errors", () => {
  for (const zip of [pack, container]) expect(craftZip(readEntries(zip), readDate(zip))).toEqual(zip);
  expect(isRight(verify("pack.zip", pack))).toBe(true);
  expect(verify("a.asics", container).findings.unchanged.verdict).toBe("passed");
});

for (const [trick, craft] of Object.entries(packTricks)) {
  test(`a pack with ${trick} is not completely confirmed [threat V1]`, () => {
    const crafted = craft(readEntries(pack), readDate(pack));
    expect(verify("pack.zip", crafted).findings.unchanged.verdict).not.toBe("passed");
  });
}

for (const [trick, craft] of Object.entries(tricks)) {
  test(`a container with ${trick} is not valid [threat V1]`, () => {
    const crafted = craft(readEntries(container), readDate(container));
    expect(verify("a.asics", crafted).findings.unchanged.verdict).not.toBe("passed");
  });
}

/** A pack as written before all files were stored. */
function earlyPack(deflated: string[]): Uint8Array {
  const records = filesIn(pack).map(({ name, data, crc }) =>
    deflated.includes(name)
      ? { name, method: zipMethods.deflated, crc, size: data.length, content: [deflateSync(data)] }
      : { name, method: zipMethods.stored, crc, size: data.length, content: [data] },
  );
  return joined(layOutZip(records, new Date(issued.statement.time)));
}
const texts = ["README.txt", "attestation.json", "ca.pem", "ca.crl", "verify.html"];

test("an early pack, whose texts are deflated, is confirmed; no other file may be deflated, and no other method is accepted", () => {
  const early = earlyPack(texts);
  expect(isRight(verify("pack.zip", early))).toBe(true);
  for (const others of [texts.slice(1), [...texts, "stamped.tst"]])
    expect(verify("pack.zip", earlyPack(others)).findings.unchanged.verdict).toBe("indeterminate");
  const otherwise = writeTestZip(filesIn(pack).map(({ name, data }) => ({ name, data: Buffer.from(data) })));
  expect(verify("pack.zip", Uint8Array.from(otherwise)).findings.unchanged.verdict).toBe("indeterminate");
});

test("every other program unpacks a confirmed pack to the same files, whatever the document hides [threat V1]", async () => {
  for (const zip of [pack, container, earlyPack(texts)]) {
    const expected = Object.fromEntries(
      filesIn(zip).map(({ name, data }) => [name, new Bun.CryptoHasher("sha256").update(data).digest("hex")]),
    );
    const read = await readExternal(zip);
    for (const reader of externalReaders) expect([reader, read[reader]]).toEqual([reader, expected]);
  }
});

test("a streaming program unpacks other files from a crafted pack, which is why it is rejected", async () => {
  const crafted = packTricks["the stamped copy last, its sizes behind it"]?.(
    readEntries(pack),
    readDate(pack),
  );
  const read = await readExternal(crafted ?? pack);
  expect(read["bsdtar from a stream"]).not.toEqual(read.unzip);
});
