import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { unzipSync, type Zippable, zipSync } from "fflate";
import { attestFiles, makeFiles } from "../../testing/test-collections.ts";
import {
  newPerson,
  processFile,
  smallPdf,
  startWorkingServer,
  uploadFile,
} from "../../testing/test-documents.ts";
import type { TestServer } from "../../testing/test-server.ts";

setDefaultTimeout(600_000);
let server: TestServer;
let folder: string;
let files: Zippable;
const serialNumbers: string[] = [];

beforeAll(async () => {
  server = await startWorkingServer();
  folder = mkdtempSync(join(tmpdir(), "account-export-"));
  const person = await newPerson(server);
  for (const name of ["lease.pdf", "letter.pdf"]) {
    const { id } = await uploadFile(person, name, smallPdf());
    serialNumbers.push(String((await processFile(person, id)).serialNumber));
  }
  serialNumbers.push(String((await attestFiles(person, makeFiles(5))).serialNumber));
  await uploadFile(person, "draft.pdf");
  const headers = { cookie: person.cookie() };
  files = unzipSync(await (await fetch(`${server.origin}/api/account/export`, { headers })).bytes());
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

/** What a program that knows only docs/leaving.md says about these files as an export. */
function check(exported: Zippable): { exitCode: number; lines: string[] } {
  const path = join(folder, "export.zip");
  writeFileSync(path, zipSync(exported, { level: 0 }));
  const child = Bun.spawnSync(["python3", join(import.meta.dir, "check-export.py"), path]);
  return { exitCode: child.exitCode, lines: `${child.stdout}${child.stderr}`.trim().split("\n") };
}

/** The same files, of which one has another last byte. */
function withChanged(ending: string): Zippable {
  const name = Object.keys(files).find((one) => one.endsWith(ending)) ?? "";
  const bytes = Uint8Array.from(files[name] as Uint8Array);
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
  return { ...files, [name]: bytes };
}

test("another program reads an export and checks every hash, signature, timestamp and receipt in it", () => {
  const { exitCode, lines } = check(files);
  expect([exitCode, lines]).toEqual([
    0,
    expect.arrayContaining(
      serialNumbers.map((serial) => expect.stringMatching(new RegExp(`^${serial}: ok, \\d+ files$`))),
    ),
  ]);
  expect(lines).toHaveLength(4);
});

for (const [ending, said] of [
  ["/stamped.pdf", "stamped has another SHA-256 than account.json says"],
  ["/certificate.pdf", "certificate has another SHA-256 than account.json says"],
  ["/original.tst", "openssl refuses original.tst"],
  ["/root.tst", "openssl refuses root.tst"],
])
  test(`it finds a file ${ending} in which one bit was changed`, () => {
    const { exitCode, lines } = check(withChanged(String(ending)));
    expect([exitCode, lines.filter((line) => !/: ok, \d+ files$/.test(line))]).toEqual([
      1,
      [expect.stringMatching(new RegExp(`: ${said}$`))],
    ]);
  });
