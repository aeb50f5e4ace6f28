import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FileKey, FinishedFile } from "./object-store.ts";
import type { FileStore } from "./store.ts";

const id = "0b1e6a52-6f0e-4b8e-9f36-6f5f0c1d2e3a";

/** The tests that every file store passes. `open` returns an empty store that has its temporary files in a folder. */
export function describeFileStore(place: string, open: (folder: string) => Promise<FileStore>): void {
  describe(`kept files in ${place}`, () => {
    let folder: string;
    let files: FileStore;
    beforeEach(async () => {
      folder = mkdtempSync(join(tmpdir(), "attestamp-files-"));
      files = await open(folder);
    });
    afterEach(() => rmSync(folder, { recursive: true, force: true }));

    const writeFile = (text: string) => writeTemporaryFile(files, text);
    const text = async (key: FileKey, start: number, end: number) =>
      new Response(await files.read(key, { start, end })).text();

    test("a kept file has its bytes under its key, and can be removed twice", async () => {
      const key = await files.keep(writeFile("bytes"), "stamped", id);
      expect(key).toStartWith(`stamped/${id}.`);
      expect(await files.find(key, 5)).toEqual({ key, bytes: 5 });
      expect([await text(key, 0, 5), await text(key, 1, 3)]).toEqual(["bytes", "yt"]);
      expect(await files.hash(key)).toBe(writeFile("bytes").sha256);
      expect(readFileSync(await files.getLocalPath(key, files.temporaryPath()), "utf8")).toBe("bytes");
      await files.remove(key);
      await files.remove(key);
      expect(await files.exists(key)).toBe(false);
      expect(await files.hash(key)).toBeUndefined();
      expect((await Array.fromAsync(files.list("stamped"))).flat()).toEqual([]);
      await files.probe();
    });

    test("two files of one document never have the same key, and can be listed by document", async () => {
      const keys = [
        await files.keep(writeFile("file 1"), "stamped", id),
        await files.keep(writeFile("file 2"), "stamped", id),
      ];
      await files.keep(writeFile("other"), "stamped", crypto.randomUUID());
      expect(await Promise.all(keys.map((key) => text(key, 0, 6)))).toEqual(["file 1", "file 2"]);
      const listed = (await Array.fromAsync(files.list("stamped", id))).flat().map(({ key }) => key);
      expect(listed.toSorted()).toEqual(keys.toSorted());
    });

    test("a missing file or one with a different length causes an error, never an empty or truncated response", async () => {
      const key = await files.keep(writeFile("bytes"), "stamped", id);
      await expect(files.find(key, 6)).rejects.toMatchObject({ kind: "internal" });
      await files.remove(key);
      await expect(files.find(key)).rejects.toMatchObject({ kind: "internal" });
      await expect(files.getLocalPath(key, files.temporaryPath())).rejects.toMatchObject({
        kind: "internal",
      });
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

    test("files can be accessed only by key [threat E1]", async () => {
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
}

/** A file that was received, with its length and hash. */
export function writeTemporaryFile(files: FileStore, text: string): FinishedFile {
  const path = files.temporaryPath();
  writeFileSync(path, text);
  return { path, bytes: text.length, sha256: new Bun.CryptoHasher("sha256").update(text).digest("hex") };
}
