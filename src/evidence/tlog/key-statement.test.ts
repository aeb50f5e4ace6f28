import { expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { createSigningKey } from "../signing-key.ts";
import { digestRecords, openKeyStatement, printKeyStatement } from "./key-statement.ts";
import { buildVerifier, signNote } from "./sign-note.ts";

const hashOf = (text: string) => createHash("sha256").update(text).digest("hex");
const [first, second] = [
  { serialNumber: "AT-1", sha256: hashOf("one") },
  { serialNumber: "AT-2", sha256: hashOf("two") },
];

test("the digests of records are those that sha256sum and sort give, in whatever order they come", () => {
  const lines = [`${first.sha256}  AT-1\n`, `${second.sha256}  AT-2\n`].toSorted();
  const digests = { serialNumbers: hashOf("AT-1\nAT-2\n"), recordFiles: hashOf(lines.join("")) };
  expect(digestRecords([first, second])).toEqual(digests);
  expect(digestRecords([second, first])).toEqual(digests);
  expect(digestRecords([])).toEqual({ serialNumbers: hashOf(""), recordFiles: hashOf("") });
});

test("a statement is read as it was signed, with digests of records or, from an earlier version, without", () => {
  const key = createSigningKey((size) => new Uint8Array(size).fill(1));
  const facts = {
    log: "log.example",
    site: "https://log.example",
    service: "Example",
    records: 2,
    files: [{ path: "evidence/ca.pem", sha256: hashOf("root") }],
  };
  for (const digests of [digestRecords([first, second]), undefined]) {
    const statement = { ...facts, digests };
    const note = signNote(printKeyStatement(statement), facts.log, key);
    expect(openKeyStatement(note, buildVerifier(facts.log, key))).toEqual(statement);
    const other = note.replace(/^record-files ./m, "record-files x").replace("records 2", "records 3");
    expect(openKeyStatement(other, buildVerifier(facts.log, key))).toBeUndefined();
  }
});
