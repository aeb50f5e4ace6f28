import { afterAll, afterEach, beforeAll, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { closeDatabase } from "../../../db/client.ts";
import { lockDataFolder } from "../../../db/data-folder.ts";
import { readDatabaseIn } from "../../../db/open.ts";
import { fileAreas } from "../../platform/files/object-store.ts";
import {
  findFile,
  newPerson,
  processFile,
  startWorkingServer,
  uploadFile,
} from "../../testing/test-documents.ts";
import { makeTestFolder, startTestServer } from "../../testing/test-server.ts";
import { sqlOf } from "../../testing/test-sql.ts";
import { makeBackup } from "./make-backup.service.ts";
import { readManifest } from "./manifest.ts";
import { restoreBackup } from "./restore-backup.service.ts";
import { takeSnapshot } from "./snapshot.ts";

setDefaultTimeout(600_000);

/** A data folder with two stamped documents, which tests copy. */
let stamped: string;
let documentIds: string[];
beforeAll(async () => {
  stamped = makeTestFolder();
  const server = await startWorkingServer({ config: { dataDir: stamped } });
  const person = await newPerson(server);
  documentIds = [];
  for (const name of ["lease.pdf", "will.pdf"])
    documentIds.push((await processFile(person, (await uploadFile(person, name)).id)).id);
  await server.stop();
});
afterAll(() => rmSync(stamped, { recursive: true, force: true }));

let folder: string;
let dataDir: string;
beforeEach(() => {
  folder = makeTestFolder();
  dataDir = join(folder, "data");
  cpSync(stamped, dataDir, { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const place = (name: string) => join(folder, name);
const back = (name = "backup", more: { like?: string; now?: () => number } = {}) =>
  makeBackup({ dataDir, path: place(name), now: Date.now, ...more });
const putBack = (name = "backup", target = place("restored")) =>
  restoreBackup({ path: place(name), dataDir: target, finish: async () => {} });
const filesBelow = (path: string) =>
  readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(path.length + 1))
    .toSorted();

function change(path: string): void {
  const bytes = readFileSync(path);
  bytes[5] = (bytes[5] ?? 0) ^ 1;
  chmodSync(path, 0o644);
  writeFileSync(path, bytes);
}

test("commits that a running server has not synced yet are synced before they are in a backup", async () => {
  const server = await startTestServer({ config: { dataDir } });
  const live = await readDatabaseIn(dataDir);
  const synced: string[] = [];
  const copy = await takeSnapshot(live, folder, async (path) => {
    synced.push(path);
  });
  expect(synced).toEqual([join(dataDir, "attestamp.sqlite-wal")]);
  for (const db of [copy, live]) await closeDatabase(db);
  await server.stop();
});

test("a backup contains the database, every stored file and the keys, with the hash of each", async () => {
  writeFileSync(join(dataDir, "notes.txt"), "the operator's own");
  writeFileSync(join(dataDir, "tmp/half"), "half a file");
  writeFileSync(join(dataDir, "originals/stray"), "no document's");
  const made = await back();
  const { files } = readManifest(place("backup"));
  expect([...files.map(({ path }) => path), "manifest.json"].toSorted()).toEqual(filesBelow(place("backup")));
  const paths = files.map(({ path }) => path);
  for (const id of documentIds)
    expect(paths).toEqual(expect.arrayContaining(fileAreas.map((area) => findFile(dataDir, area, id))));
  expect(paths).toEqual(
    expect.arrayContaining([
      "attestamp.sqlite",
      "keys/attestation.jwk",
      "keys/counters.jwk",
      "keys/root.pem",
      "notes.txt",
    ]),
  );
  expect(paths.filter((path) => /^(tmp|cache|registry)\/|lock|wal|stray/.test(path))).toEqual([]);
  expect([made.missing, made.damaged]).toEqual([[], []]);
});

test("only its owner can read a backup [threat R13]", async () => {
  await back();
  const mode = (path: string) => statSync(join(place("backup"), path)).mode & 0o777;
  expect(["", "keys", "keys/log.jwk", "attestamp.sqlite", "manifest.json"].map(mode)).toEqual([
    0o700, 0o700, 0o600, 0o600, 0o600,
  ]);
});

test("a restore brings back exactly what was backed up, file by file", async () => {
  await back();
  await putBack();
  const { files } = readManifest(place("backup"));
  for (const { path } of files)
    expect(
      readFileSync(join(place("restored"), path)).equals(readFileSync(join(place("backup"), path))),
    ).toBe(true);
  const kept = join(place("restored"), findFile(dataDir, "stamped", documentIds[0] ?? ""));
  expect([
    statSync(kept).mode & 0o777,
    statSync(join(place("restored"), "keys/log.jwk")).mode & 0o777,
  ]).toEqual([0o444, 0o600]);
  expect(existsSync(join(place("restored"), "restore.unfinished"))).toBe(false);
});

test("a second backup shares unchanged files with the first, and is complete on its own", async () => {
  await back("first");
  const second = await back("second", { like: place("first") });
  expect(second.linked).toBe(6);
  const key = findFile(dataDir, "stamped", documentIds[0] ?? "");
  const inode = (name: string) => statSync(join(place(name), key)).ino;
  expect(inode("second")).toBe(inode("first"));
  rmSync(place("first"), { recursive: true });
  await putBack("second");
  expect(filesBelow(place("restored"))).toContain(key);
});

test("a document deleted while the backup runs is also deleted in the backup, and so is an expired original", async () => {
  const server = await startTestServer({ config: { dataDir } });
  const [gone = "", due = ""] = documentIds;
  const made = await back("backup", {
    now: () => {
      sqlOf(server.deps.db).exec(`
        UPDATE documents SET withdrawn_at = 5, user_id = NULL, client_name = NULL, original_name = 'name-removed.pdf',
          original_path = NULL, processed_path = NULL, certificate_path = NULL, original_deleted_at = 5
          WHERE id = '${gone}';
        UPDATE documents SET original_path = NULL, original_deleted_at = 1 WHERE id = '${due}'`);
      for (const area of fileAreas) rmSync(join(dataDir, findFile(dataDir, area, gone)));
      rmSync(join(dataDir, findFile(dataDir, "originals", due)));
      return Date.now();
    },
  });
  await server.stop();
  expect([made.missing, made.damaged]).toEqual([[], []]);
  await putBack();
  const db = await readDatabaseIn(place("restored"));
  const left = "SELECT user_id, original_name, processed_path, withdrawn_at FROM documents WHERE id = ?";
  expect(sqlOf(db).prepare(left).get(gone)).toEqual({
    user_id: null,
    original_name: "name-removed.pdf",
    processed_path: null,
    withdrawn_at: 5,
  });
  expect(sqlOf(db).prepare("SELECT original_path FROM documents WHERE id = ?").pluck().get(due)).toBeNull();
  await closeDatabase(db);
});

test("files that are missing from the data folder or were changed are listed, and the rest is backed up [threat R13]", async () => {
  const [lost = "", changed = ""] = documentIds.map((id) => findFile(dataDir, "stamped", id));
  rmSync(join(dataDir, lost));
  change(join(dataDir, changed));
  const made = await back();
  expect([made.missing, made.damaged]).toEqual([[lost], [changed]]);
  expect(await putBack()).toMatchObject({ missing: [lost] });
});

test("a backup is refused if the target exists, if it is inside the data folder, and without a data folder", async () => {
  mkdirSync(place("taken"));
  await expect(back("taken")).rejects.toThrow("already exists");
  await expect(back("data/backup")).rejects.toThrow("is inside the data folder");
  symlinkSync(dataDir, place("link"));
  await expect(back("link/deep/backup")).rejects.toThrow("is inside the data folder");
  await expect(makeBackup({ dataDir: place("nowhere"), path: place("b"), now: Date.now })).rejects.toThrow(
    "There is no data folder",
  );
  expect(readdirSync(folder).toSorted()).toEqual(["data", "link", "taken"]);
});

test("a corrupt database is not backed up as if it were intact", async () => {
  const path = join(dataDir, "attestamp.sqlite");
  const bytes = readFileSync(path);
  bytes.fill(0x5a, 4096 * 3, 4096 * 6);
  writeFileSync(path, bytes);
  await expect(back()).rejects.toThrow();
  expect(existsSync(place("backup"))).toBe(false);
});

test("a damaged backup, or a folder that is not a backup, is refused before anything is written [threat R14]", async () => {
  await back();
  change(join(place("backup"), findFile(dataDir, "certificates", documentIds[0] ?? "")));
  rmSync(join(place("backup"), findFile(dataDir, "stamped", documentIds[1] ?? "")));
  await expect(putBack()).rejects.toThrow(
    /is damaged\. Nothing was changed\.\n {2}.*(is missing|was changed)\n {2}.*(is missing|was changed)$/,
  );
  await expect(putBack("data")).rejects.toThrow("is not a backup");
  const manifest = join(place("backup"), "manifest.json");
  writeFileSync(manifest, readFileSync(manifest, "utf8").replaceAll("stamped/", "../stamped/"));
  await expect(putBack()).rejects.toThrow("is not a backup");
  expect(existsSync(place("restored"))).toBe(false);
});

test("a restore never overwrites anything, and never runs while a server does [threat R14]", async () => {
  await back();
  await expect(putBack("backup", dataDir)).rejects.toThrow(
    /is not empty: it contains .*\. Nothing was changed\./,
  );
  // The folder for the executable's libraries.
  mkdirSync(place("restored/cache"), { recursive: true });
  const unlock = lockDataFolder(place("restored"));
  await expect(putBack()).rejects.toThrow("Another server is already running");
  unlock();
  await putBack();
});

test("a backup is restored into the data folder of a checkout, whose README stays as it is", async () => {
  writeFileSync(join(dataDir, "README.md"), "of the first machine");
  await back();
  mkdirSync(place("restored"));
  writeFileSync(join(place("restored"), "README.md"), "of the checkout");
  await putBack();
  expect(readFileSync(join(place("restored"), "README.md"), "utf8")).toBe("of the checkout");
  await (await startTestServer({ config: { dataDir: place("restored") } })).stop();
});

test("no server starts on an interrupted restore, and the next restore starts from the beginning [threat R14]", async () => {
  await back();
  const interrupted = restoreBackup({
    path: place("backup"),
    dataDir: place("restored"),
    finish: () => {
      throw new Error("the machine died here");
    },
  });
  await expect(interrupted).rejects.toThrow("died here");
  const start = startTestServer({ config: { dataDir: place("restored") } });
  await expect(start).rejects.toThrow("is unfinished. If none is running, run it again");
  await expect(readDatabaseIn(place("restored"))).rejects.toThrow("is unfinished");
  writeFileSync(join(place("restored"), "stamped/half"), "half a file");
  await putBack();
  expect(filesBelow(place("restored")).filter((path) => /half|unfinished/.test(path))).toEqual([]);
  await (await startTestServer({ config: { dataDir: place("restored") } })).stop();
});

test("the remains of a killed backup do not count as a backup, and the next backup replaces them", async () => {
  mkdirSync(join(folder, "backup.unfinished/stamped"), { recursive: true });
  writeFileSync(join(folder, "backup.unfinished/stamped/half"), "half a file");
  await expect(putBack("backup.unfinished")).rejects.toThrow("is not a backup");
  await back();
  expect(readdirSync(folder).toSorted()).toEqual(["backup", "data"]);
  expect(existsSync(join(place("backup"), "stamped/half"))).toBe(false);
});
