import { expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { readZip } from "../../formats/zip/read-zip.ts";
import { verifyEvidenceRecord } from "../ers/verify-record.ts";
import { authority, issueCollection } from "../verifier/test-issued.ts";
import { buildCollectionPack, buildCollectionParts } from "./test-packs.ts";
import { follow, unpacked } from "./test-unpacked.ts";

const names = [
  "plan.pdf",
  "photos/IMG 1.jpg",
  "Größe 写真.png",
  ...Array.from({ length: 10 }, (_, at) => `${at}.txt`),
];
const issued = await issueCollection(names);
const parts = await buildCollectionParts(issued);
const pack = await buildCollectionPack(parts);

test("every command in the README of a collection works as written, and prints what the README promises", () => {
  unpacked(pack, (found) => {
    const { commands, failed, saying } = follow(found);
    expect(commands).toBeGreaterThan(20);
    expect(failed).toEqual([]);
    expect(saying("The list is the attested one.")).toBe(1);
    expect(saying("Verification: OK")).toBe(1);
    expect(saying("verify OK")).toBe(1);
    expect(saying("The record is of this file.")).toBe(1);
    expect(saying("It leads to the root.")).toBe(1);
    expect(saying("Signature Verified Successfully")).toBe(3);
    expect(saying(`"serial":"${issued.statement.serial}"`)).toBe(1);
    expect(saying("The entry is in the log.")).toBe(1);
  });
});

test("the commands detect a different list and a different record", () => {
  unpacked(pack, (found) => {
    const { folder } = found;
    follow(found);
    writeFileSync(join(folder, "SHA256SUMS"), `${readFileSync(join(folder, "SHA256SUMS"), "utf8")}\n`);
    const first = join(folder, "records/01.ers");
    const readme = found.readme.replace(/^ {4}unzip.*$/m, "");
    writeFileSync(first, readFileSync(join(folder, "records/02.ers")));
    const { saying } = follow({ ...found, readme });
    expect(saying("The list is the attested one.")).toBe(0);
    expect(saying("The record is of this file.")).toBe(0);
    expect(saying("It leads to the root.")).toBe(1);
  });
});

test("sha256sum checks the files of a collection with the list in its pack", () => {
  unpacked(pack, ({ folder, run }) => {
    for (const [index, name] of names.entries()) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), issued.contents[index] ?? "");
    }
    expect(run("sha256sum --check --strict SHA256SUMS")).toMatchObject({ code: 0 });
  });
});

test("the pack has an evidence record for each file, under its number", () => {
  unpacked(pack, ({ folder, run }) => {
    expect(run("unzip -q records.zip -d records").code).toBe(0);
    expect(readdirSync(join(folder, "records")).toSorted()).toEqual(
      names.map((_, index) => `${String(index + 1).padStart(2, "0")}.ers`),
    );
    for (const [index, content] of issued.contents.entries()) {
      const record = readFileSync(join(folder, "records", `${String(index + 1).padStart(2, "0")}.ers`));
      const check = verifyEvidenceRecord(record, {
        file: createHash("sha256").update(content).digest(),
        roots: authority.roots,
        collection: { root: issued.tree.root, files: names.length },
      });
      expect(check).toHaveProperty("timeStamp");
    }
  });
});

test("the pack of a very large collection has the list and no records, and its README works too", async () => {
  const many = await issueCollection(Array.from({ length: 2001 }, () => undefined));
  const large = await buildCollectionPack(await buildCollectionParts(many));
  unpacked(large, (found) => {
    expect(found.names).not.toContain("records.zip");
    expect(follow(found).failed).toEqual([]);
    expect(found.readme).not.toContain("unzip -o -q records.zip");
    expect(found.readme).toContain("attestamp verify PACK.zip FILE --records FOLDER");
  });
  const entries = readZip(large);
  expect(entries).toHaveLength(11);
});

test("the same parts give the same bytes", async () => {
  expect(await buildCollectionPack(parts)).toEqual(pack);
});
