import { afterEach, beforeEach, expect, test } from "bun:test";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createSigningKey } from "../../evidence/signing-key.ts";
import { checkLog } from "../../evidence/tlog/check-log.ts";
import { openCheckpoint } from "../../evidence/tlog/checkpoint.ts";
import { provesConsistency } from "../../evidence/tlog/proof-check.ts";
import { parseVerifierKey } from "../../evidence/tlog/signed-note.ts";
import { checkReceipt } from "../../evidence/tlog/tlog-proof.ts";
import type { Deps } from "../../features/deps.ts";
import { realDisk } from "../../platform/files/disk.ts";
import { FileStore } from "../../platform/files/store.ts";
import { createTestClient } from "../../testing/test-client.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";
import { sqlOf } from "../../testing/test-sql.ts";
import { countEntries } from "./log.repo.ts";
import { appendToLog, getReceipt, proveExtension, readHead } from "./log.service.ts";
import { loadLog } from "./log-state.service.ts";
import { readRemoteLog } from "./remote-log.ts";
import { noteGrownLog, storeGrownLog, storeNewestCheckpoint } from "./stored-checkpoint.service.ts";
import { certify, fillLog, isNewestCheckpointStored, testEntry } from "./test-log.ts";

let server: TestServer;
let deps: Deps;
beforeEach(async () => {
  server = await startTestServer();
  deps = server.deps;
});
afterEach(() => server.stop());

const log = (path: string) => createTestClient(server.origin).get(`/evidence/log/${path}`);
const getSize = (checkpoint: string) => Number(checkpoint.split("\n")[1]);
const change = (statement: string) => sqlOf(deps.db).exec(statement);

async function verifier() {
  const key = parseVerifierKey((await log("vkey")).text.trim());
  if (!key) throw new Error("The server publishes no verifier key.");
  return key;
}

test("if an entry cannot be written, nothing that belongs to it is written", async () => {
  const { attestation } = await certify(deps);
  const before = (await readHead(deps)).checkpoint;
  await expect(
    appendToLog(deps, async () => ({ serialNumber: "AT-NONE", attestation: "this is no attestation" })),
  ).rejects.toThrow();
  const withoutCertificate = { serialNumber: "AT-NONE", attestation };
  await expect(appendToLog(deps, async () => withoutCertificate)).rejects.toThrow("no certificate");
  await certify(deps);
  expect(getSize((await readHead(deps)).checkpoint)).toBe(2);
  const beforeCommit = () => {
    throw new Error("the machine died here");
  };
  await expect(certify(deps, { beforeCommit })).rejects.toThrow("died");
  expect([getSize(before), getSize((await readHead(deps)).checkpoint)]).toEqual([1, 2]);
  await loadLog(deps);
});

test("every checkpoint is consistent with the earlier ones", async () => {
  const key = await verifier();
  const notes: string[] = [(await readHead(deps)).checkpoint];
  for (let size = 1; size < 20; size += 1) {
    await fillLog(deps, size);
    notes.push((await readHead(deps)).checkpoint);
  }
  const [last, ...earlier] = notes.map((note) => openCheckpoint(note, key)).toReversed();
  for (const head of earlier) {
    if (!last || !head) throw new Error("A checkpoint does not open.");
    expect(provesConsistency(await proveExtension(deps, head.size, last.size), head, last)).toBe(true);
  }
});

test("the log is served as the standard requires: checkpoint uncached, tiles cached forever, nothing else", async () => {
  await fillLog(deps, 300);
  const checkpoint = await log("checkpoint");
  expect([checkpoint.status, checkpoint.text]).toEqual([200, (await readHead(deps)).checkpoint]);
  expect(checkpoint.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  expect(checkpoint.headers.get("cache-control")).toBe("no-cache");
  for (const [path, bytes] of Object.entries({
    "0/000": 8_192,
    "0/001.p/44": 44 * 32,
    "0/001.p/7": 7 * 32,
    "1/000.p/1": 32,
    "entries/000": 256 * 34,
    "entries/001.p/44": 44 * 34,
  })) {
    const answer = await fetch(`${server.origin}/evidence/log/tile/${path}`);
    expect([path, answer.status, (await answer.arrayBuffer()).byteLength]).toEqual([path, 200, bytes]);
    expect(answer.headers.get("cache-control")).toContain("immutable");
    expect(answer.headers.get("content-type")).toBe("application/octet-stream");
  }
  const missing = [
    "0/001",
    "0/001.p/45",
    "0/002.p/1",
    "1/000",
    "2/000.p/1",
    "63/000",
    "0/0",
    "entries/001",
    "x",
    "",
  ];
  for (const path of missing) expect([path, (await log(`tile/${path}`)).status]).toEqual([path, 404]);
  const posted = await createTestClient(server.origin).post("/evidence/log/checkpoint");
  expect([posted.status, posted.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
});

test("the entries are exactly the bytes that were added", async () => {
  await fillLog(deps, 3);
  const answer = await fetch(`${server.origin}/evidence/log/tile/entries/000.p/3`);
  const bundle = Buffer.from(await answer.arrayBuffer());
  expect(bundle).toEqual(Buffer.concat([0, 1, 2].flatMap((at) => [Buffer.of(0, 32), testEntry(at)])));
});

/** The state before the log was created, with the key created at the start. */
function forgetLog(): void {
  change("UPDATE certificates SET entry_index = NULL, entry_salt = NULL");
  change("DELETE FROM registry_entries; DELETE FROM registry_nodes");
  change(`UPDATE registry_head SET checkpoint = '${deps.logKey.kid}'`);
  rmSync(join(deps.config.dataDir, "registry"), { recursive: true });
}

test("a server killed while it creates its log has written nothing, and the next start creates it", async () => {
  const stamped = await Promise.all(
    [5, 4, 3, 2, 1].map(async (age) => (await certify(deps, { when: deps.now() - age * 60_000 })).id),
  );
  forgetLog();
  const program = join(import.meta.dir, "../../testing/test-crash-start.ts");
  const child = Bun.spawn([process.execPath, program, deps.config.dataDir, "third entry"], {
    stderr: "inherit",
  });
  await child.exited;
  expect(child.signalCode).toBe("SIGKILL");
  expect(await countEntries(deps.db)).toBe(0);
  await expect(readHead(deps)).rejects.toThrow("has not started yet");
  await loadLog(deps);
  const indexes = await Promise.all(
    stamped.map(async (id) => /^index (\d+)$/m.exec(await getReceipt(deps, id))?.[1]),
  );
  expect(indexes).toEqual(["0", "1", "2", "3", "4"]);
  expect((await checkLog(await readRemoteLog(server.origin))).size).toBe(5);
});

test("certificates older than the log are added at the first start, oldest first", async () => {
  const stamped = [await certify(deps, { when: deps.now() - 5_000 }), await certify(deps)];
  forgetLog();
  await loadLog(deps);
  const key = await verifier();
  const receipts = await Promise.all(stamped.map(({ id }) => getReceipt(deps, id)));
  expect(
    stamped.map(({ attestation }, at) => checkReceipt(receipts[at] ?? "", attestation, key)?.size),
  ).toEqual([2, 2]);
  expect(receipts.map((receipt) => /^index \d+$/m.exec(receipt)?.[0])).toEqual(["index 0", "index 1"]);
  const checkpoint = (await readHead(deps)).checkpoint;
  await loadLog(deps);
  expect((await readHead(deps)).checkpoint).toBe(checkpoint);
});

test("a log keeps its name when the server's address changes", async () => {
  await certify(deps);
  const { name } = await verifier();
  deps.config.origin = "https://moved.example";
  await loadLog(deps);
  await certify(deps);
  expect((await verifier()).name).toBe(name);
  expect((await readHead(deps)).checkpoint).toStartWith(`${name}\n2\n`);
});

const damages: Record<string, [damage: () => void, sentence: string]> = {
  "a certificate without an entry": [
    () => change("UPDATE certificates SET entry_index = NULL"),
    "has no entry in it",
  ],
  "an entry without a certificate": [
    () => change("DELETE FROM certificates"),
    "the certificate of its entry 0 is gone, but no document was deleted",
  ],
  "an entry that is gone": [
    () => change("PRAGMA foreign_keys = OFF; DELETE FROM registry_entries WHERE position = 2"),
    "its checkpoint covers 3 entries, but 2 exist",
  ],
  "an entry more than was signed": [
    () => change("INSERT INTO registry_entries (position, entry, is_released) VALUES (3, x'00', 1)"),
    "its checkpoint covers 3 entries, but 4 exist",
  ],
  "a changed last entry": [
    () => change("UPDATE registry_entries SET entry = x'00' WHERE position = 2"),
    "its last entry is not the one in its tree",
  ],
  "a changed hash at the right edge": [
    () => change("UPDATE registry_nodes SET hash = zeroblob(32) WHERE id = 2"),
    "does not match the checkpoint that was signed",
  ],
  "a missing hash": [
    () => change("DELETE FROM registry_nodes WHERE id = 2"),
    "a hash of its tree is missing",
  ],
  "no checkpoint": [() => change("DELETE FROM registry_head"), "it has entries but no signed checkpoint"],
  "a checkpoint that was changed": [
    () =>
      change(
        "UPDATE registry_head SET checkpoint = replace(checkpoint, char(10) || '3' || char(10), char(10) || '2' || char(10))",
      ),
    "was not signed with keys/log.jwk",
  ],
};

for (const [name, [damage, sentence]] of Object.entries(damages)) {
  test(`the server refuses to start and says why: ${name}`, async () => {
    await certify(deps);
    await fillLog(deps, 3);
    change("UPDATE registry_entries SET is_released = 0 WHERE position = 0");
    await loadLog(deps);
    damage();
    await expect(loadLog(deps)).rejects.toThrow(sentence);
    await expect(loadLog(deps)).rejects.toThrow("The log cannot be used: ");
  });
}

test("the server refuses to start with a key other than the log's, and without a key", async () => {
  await certify(deps);
  const stranger = createSigningKey((bytes) => new Uint8Array(bytes).fill(5));
  await expect(loadLog({ ...deps, logKey: stranger })).rejects.toThrow("was not signed with keys/log.jwk");
  rmSync(join(deps.config.dataDir, "keys/log.jwk"));
  const again = startTestServer({ config: { dataDir: deps.config.dataDir } });
  await expect(again).rejects.toThrow("log.jwk from a backup");
});

test("the server refuses to start with an older database, and says what to do", async () => {
  await fillLog(deps, 3);
  sqlOf(deps.db).exec("CREATE TEMP TABLE kept AS SELECT * FROM registry_head");
  await fillLog(deps, 5);
  await storeNewestCheckpoint(deps);
  const path = join(deps.config.dataDir, "registry/checkpoint");
  expect(getSize(readFileSync(path, "utf8"))).toBe(5);
  change("DELETE FROM registry_entries WHERE position >= 3");
  change("DELETE FROM registry_nodes WHERE id IN (3, 4, (1 << 40) + 1, (2 << 40))");
  change("UPDATE registry_head SET checkpoint = (SELECT checkpoint FROM kept)");
  await expect(loadLog(deps)).rejects.toThrow(
    /has 3 entries, but a log with 5 has already been signed: .* run: bun src\/main.ts log end\./,
  );
  rmSync(path);
  await loadLog(deps);
  expect(getSize(readFileSync(path, "utf8"))).toBe(3);
  writeFileSync(path, "something else");
  await expect(loadLog(deps)).rejects.toThrow("is not a checkpoint of this log");
});

test("a checkpoint that could not be stored next to the database is stored at the next attempt", async () => {
  const rename = () => Promise.reject(new Error("EIO"));
  const files = new FileStore(deps.config.dataDir, { disk: { ...realDisk, rename } });
  await fillLog(deps, 3);
  noteGrownLog(deps);
  await storeGrownLog({ ...deps, files });
  expect(await isNewestCheckpointStored(deps)).toBe(false);
  await storeGrownLog(deps);
  expect(await isNewestCheckpointStored(deps)).toBe(true);
});
