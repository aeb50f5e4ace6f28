import { afterAll, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parseSha256Sums, writeSha256Sums } from "./sha256sums.ts";

const folder = mkdtempSync(join(tmpdir(), "attestamp-sums-"));
afterAll(() => rmSync(folder, { recursive: true }));

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const names = [
  "plan.pdf",
  "2026/site A/IMG_0001 (2).jpg",
  "back\\slash.txt",
  "two\nlines",
  "carriage\rreturn",
  "-rf",
  " blank",
  "*star",
  "Größe – 写真 📷 مستند.png",
];
const files = names.map((name) => ({ name, sha256: sha256(name) }));

test("sha256sum checks the list, with names of any characters", () => {
  for (const name of names) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, name);
  }
  const check = (list: string) => {
    writeFileSync(join(folder, "SHA256SUMS"), list);
    return Bun.spawnSync(["sha256sum", "--check", "--strict", "SHA256SUMS"], { cwd: folder }).exitCode;
  };
  expect(check(writeSha256Sums(files))).toBe(0);
  const changed = files.map((file, index) => (index === 3 ? { ...file, sha256: sha256("other") } : file));
  expect(check(writeSha256Sums(changed))).toBe(1);
});

test("the list is what sha256sum itself writes", () => {
  const { stdout } = Bun.spawnSync(["sha256sum", "--", ...names], { cwd: folder });
  expect(writeSha256Sums(files)).toBe(`${stdout}`);
});

test("files whose names are private are numbered", () => {
  const list = writeSha256Sums(Array.from({ length: 12 }, () => ({ sha256: sha256("") })));
  expect(list.split("\n")[8]).toBe(`${sha256("")}  file-09`);
  expect(parseSha256Sums(list)?.[11]?.name).toBe("file-12");
});

test("a list that we wrote can be read back, and no other text can", () => {
  expect(parseSha256Sums(writeSha256Sums(files))).toEqual(files);
  const hash = sha256("");
  const refused = [
    `${hash}  a`,
    `${hash} a\n`,
    `${hash}  \n`,
    `${hash.toUpperCase()}  a\n`,
    `${hash}  a\\b\n`,
    `\\${hash}  a\n`,
    `\\${hash}  a\\q\n`,
    "\n",
  ];
  for (const text of refused) expect(parseSha256Sums(text)).toBeUndefined();
});
