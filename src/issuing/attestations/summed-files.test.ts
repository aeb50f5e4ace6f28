import { expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { rmSync, writeFileSync } from "node:fs";
import { writeSha256Sums } from "../../formats/sha256sums.ts";
import { FileStore } from "../../platform/files/store.ts";
import { makeFiles } from "../../testing/test-collections.ts";
import { makeTestFolder } from "../../testing/test-server.ts";
import { readSummedFiles } from "./summed-files.service.ts";

const id = "0b1e6a52-6f0e-4b8e-9f36-6f5f0c1d2e3a";

async function keepList(files: FileStore, text: string) {
  const path = files.temporaryPath();
  writeFileSync(path, text);
  const sha256 = createHash("sha256").update(text).digest("hex");
  return files.keep({ path, bytes: Buffer.byteLength(text), sha256 }, "stamped", id);
}

test("a long list is read in slices, and others are served in between [threat B13]", async () => {
  const folder = makeTestFolder();
  const files = new FileStore(folder);
  const listed = makeFiles(20_000).map(({ name, sha256 }) => ({ name, sha256 }));
  const key = await keepList(files, writeSha256Sums(listed));
  let isRead = false;
  let turns = 0;
  const reading = readSummedFiles(files, key).finally(() => (isRead = true));
  while (!isRead) {
    await new Promise((resolve) => setImmediate(resolve));
    turns += 1;
  }
  expect(await reading).toEqual(listed);
  expect(turns).toBeGreaterThan(6);
  const damaged = await keepList(files, `${writeSha256Sums(listed).slice(0, -1)}x`);
  await expect(readSummedFiles(files, damaged)).rejects.toMatchObject({ code: "stored-file-damaged" });
  rmSync(folder, { recursive: true });
});
