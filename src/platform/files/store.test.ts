import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AppError } from "../../errors.ts";
import { receiveFile } from "./receive.ts";
import { FileStore } from "./store.ts";
import { UploadSlots } from "./upload-slots.ts";

let dataDir: string;
let files: FileStore;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "attestamp-files-"));
  files = new FileStore(dataDir);
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const id = "0b1e6a52-6f0e-4b8e-9f36-6f5f0c1d2e3a";
const limit = { bytes: 10, message: "Too large." };

async function* pieces(...texts: string[]) {
  for (const text of texts) yield new TextEncoder().encode(text);
}

test("a kept file has its bytes under its key, and can be removed twice", async () => {
  const temporary = files.temporaryPath();
  writeFileSync(temporary, "bytes");
  const key = await files.keep(temporary, "stamped", id);
  expect(key).toBe(`stamped/${id}`);
  expect(readFileSync(files.getPath(key), "utf8")).toBe("bytes");
  await files.remove(key);
  await files.remove(key);
  expect(await Array.fromAsync(files.list("stamped"))).toEqual([]);
});

test("nothing but a key names a file [threat E1]", () => {
  const others = [
    "",
    "stamped/",
    `../stamped/${id}`,
    `keys/${id}`,
    "stamped/../attestamp.sqlite",
    `stamped/${id}/..`,
    `stamped/${id}\n`,
    `/etc/passwd`,
    `stamped/${id.toUpperCase()}`,
  ];
  for (const other of others) expect(() => files.getPath(other)).toThrow("not the key");
});

test("a stream becomes a file with its length and hash", async () => {
  const received = await receiveFile(files, pieces("hello ", "you"), limit);
  expect(received).toMatchObject({
    bytes: 9,
    sha256: new Bun.CryptoHasher("sha256").update("hello you").digest("hex"),
  });
  expect(readFileSync(received.path, "utf8")).toBe("hello you");
});

test("a stream that is too long, or breaks off, leaves nothing [threat F4]", async () => {
  await expect(receiveFile(files, pieces("hello ", "world"), limit)).rejects.toThrow("Too large.");
  async function* broken() {
    yield new TextEncoder().encode("hello");
    throw new Error("gone");
  }
  await expect(receiveFile(files, broken(), limit)).rejects.toThrow("gone");
  expect(readdirSync(files.temporaryFolder)).toEqual([]);
});

test("a disk without room takes no more documents [threat F13] [threat R8]", async () => {
  await files.ensureRoomFor(1);
  await expect(files.ensureRoomFor(2 ** 60)).rejects.toMatchObject({ kind: "out_of_space" });
});

test("a person may have so many uploads under way, and the next when one has ended [threat F3]", () => {
  const slots = new UploadSlots(2);
  const leave = slots.take("ann");
  slots.take("ann");
  slots.take("bob");
  expect(() => slots.take("ann")).toThrow(AppError);
  leave();
  expect(() => slots.take("ann")).not.toThrow();
});

test("a folder that cannot be used is told to the operator in one sentence, before anything is taken in [threat R22]", () => {
  rmSync(files.temporaryFolder, { recursive: true });
  writeFileSync(files.temporaryFolder, "no folder");
  expect(() => new FileStore(dataDir)).toThrow(AppError);
  expect(() => new FileStore(dataDir)).toThrow(
    `The folder ${files.temporaryFolder} cannot be read and written`,
  );
});
