import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AppError } from "../../errors.ts";
import type { FileKey, FinishedFile } from "./object-store.ts";
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
const limit = { bytes: 10, message: { code: "too-large", text: "Too large." } };

async function* pieces(...texts: string[]) {
  for (const text of texts) yield new TextEncoder().encode(text);
}

function writeFile(text: string): FinishedFile {
  const path = files.temporaryPath();
  writeFileSync(path, text);
  return { path, bytes: text.length, sha256: new Bun.CryptoHasher("sha256").update(text).digest("hex") };
}

describe("kept files", () => {
  const text = async (key: FileKey, start: number, end: number) =>
    new Response(await files.read(key, { start, end })).text();

  test("a kept file has its bytes under its key, and can be removed twice", async () => {
    const key = await files.keep(writeFile("bytes"), "stamped", id);
    expect(key).toStartWith(`stamped/${id}.`);
    expect(await files.find(key, 5)).toEqual({ key, bytes: 5 });
    expect([await text(key, 0, 5), await text(key, 1, 3)]).toEqual(["bytes", "yt"]);
    expect(await files.hash(key)).toBe(writeFile("bytes").sha256);
    expect(readFileSync(await files.getLocalPath(key, files.temporaryFolder), "utf8")).toBe("bytes");
    await files.remove(key);
    await files.remove(key);
    expect(await files.exists(key)).toBe(false);
    expect(await files.hash(key)).toBeUndefined();
    expect((await Array.fromAsync(files.list("stamped"))).flat()).toEqual([]);
    await files.probe();
  });

  test("two files of one document never have the same key, and are listed by their document", async () => {
    const keys = [
      await files.keep(writeFile("first"), "stamped", id),
      await files.keep(writeFile("second"), "stamped", id),
    ];
    await files.keep(writeFile("other"), "stamped", crypto.randomUUID());
    expect(await Promise.all(keys.map((key) => text(key, 0, 6)))).toEqual(["first", "second"]);
    const listed = (await Array.fromAsync(files.list("stamped", id))).flat().map(({ key }) => key);
    expect(listed.toSorted()).toEqual(keys.toSorted());
  });

  test("a missing file or one with another length is an error, never an empty or truncated answer", async () => {
    const key = await files.keep(writeFile("bytes"), "stamped", id);
    await expect(files.find(key, 6)).rejects.toMatchObject({ kind: "internal" });
    await files.remove(key);
    await expect(files.find(key)).rejects.toMatchObject({ kind: "internal" });
    await expect(files.getLocalPath(key, files.temporaryFolder)).rejects.toMatchObject({ kind: "internal" });
  });

  test("every kept file of an area is listed once, with its time, and no other file", async () => {
    const before = Date.now() - 60_000;
    const ids = Array.from({ length: 30 }, () => crypto.randomUUID());
    const keys = await Promise.all(ids.map((one) => files.keep(writeFile(one), "originals", one)));
    await files.keep(writeFile("other"), "stamped", id);
    const listed = (await Array.fromAsync(files.list("originals"))).flat();
    expect(listed.map(({ key }) => key).sort()).toEqual(keys.sort());
    expect(listed.every(({ modifiedAt }) => modifiedAt > before)).toBe(true);
  });

  test("only a key can name a file [threat E1]", async () => {
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
      `stamped/${id}.`,
      `stamped/${id}./../0123456789abc`,
    ];
    for (const other of others) await expect(files.find(other)).rejects.toThrow("not the key");
  });
});

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
  await files.ensureRoomFor(1);
  await expect(files.ensureRoomFor(2 ** 60)).rejects.toMatchObject({ kind: "out_of_space" });
});

test("a user has a limit on simultaneous uploads, and can start the next when one has ended [threat F3]", () => {
  const slots = new UploadSlots(2);
  const leave = slots.take("ann");
  slots.take("ann");
  slots.take("bob");
  expect(() => slots.take("ann")).toThrow(AppError);
  leave();
  expect(() => slots.take("ann")).not.toThrow();
});

test("an unusable folder is reported to the operator in one sentence, before anything is accepted [threat R22]", () => {
  rmSync(files.temporaryFolder, { recursive: true });
  writeFileSync(files.temporaryFolder, "no folder");
  expect(() => new FileStore(dataDir)).toThrow(AppError);
  expect(() => new FileStore(dataDir)).toThrow(
    `The folder ${files.temporaryFolder} cannot be read and written`,
  );
});
