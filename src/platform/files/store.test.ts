import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AppError } from "../../errors.ts";
import { receiveFile } from "./receive.ts";
import { FileStore } from "./store.ts";
import { describeFileStore } from "./test-file-store.ts";
import { UploadSlots } from "./upload-slots.ts";

let dataDir: string;
let files: FileStore;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "attestamp-files-"));
  files = new FileStore(dataDir);
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const limit = { bytes: 10, message: { code: "too-large", text: "Too large." } };

async function* pieces(...texts: string[]) {
  for (const text of texts) yield new TextEncoder().encode(text);
}

describeFileStore("folders of this machine", async (folder) => new FileStore(folder));

test("a stream becomes a file with its length and hash", async () => {
  const received = await receiveFile(files, pieces("hello ", "you"), limit);
  expect(received).toMatchObject({
    bytes: 9,
    sha256: new Bun.CryptoHasher("sha256").update("hello you").digest("hex"),
  });
  expect(readFileSync(received.path, "utf8")).toBe("hello you");
});

test("a stream that is too long or interrupted leaves nothing [threat F4]", async () => {
  await expect(receiveFile(files, pieces("hello ", "world"), limit)).rejects.toThrow("Too large.");
  async function* broken() {
    yield new TextEncoder().encode("hello");
    throw new Error("gone");
  }
  await expect(receiveFile(files, broken(), limit)).rejects.toThrow("gone");
  expect(readdirSync(files.temporaryFolder)).toEqual([]);
});

test("a full disk accepts no more documents [threat F13] [threat R8]", async () => {
  await files.ensureSpaceFor({ bytes: 1, isFree: false });
  await expect(files.ensureSpaceFor({ bytes: 2 ** 60, isFree: false })).rejects.toMatchObject({
    kind: "out_of_space",
  });
});

test("a user has a limit on simultaneous uploads, and can start the next when one has ended [threat F3]", () => {
  const slots = new UploadSlots(2);
  const leave = slots.take("ann", 1);
  slots.take("ann", 2);
  slots.take("bob", 4);
  expect(() => slots.take("ann", 8)).toThrow(AppError);
  expect(slots.bytes).toBe(7);
  leave();
  expect(slots.bytes).toBe(6);
  expect(() => slots.take("ann", 8)).not.toThrow();
});

test("an unusable folder is reported to the operator in one message, before anything is accepted [threat R22]", () => {
  rmSync(files.temporaryFolder, { recursive: true });
  writeFileSync(files.temporaryFolder, "no folder");
  expect(() => new FileStore(dataDir)).toThrow(AppError);
  expect(() => new FileStore(dataDir)).toThrow(
    `The folder ${files.temporaryFolder} cannot be read and written`,
  );
});
