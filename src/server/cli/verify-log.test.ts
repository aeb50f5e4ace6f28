import { afterAll, afterEach, beforeAll, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { chmodSync, cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { getReceipt, readHead } from "../../issuing/log/log.service.ts";
import { retireLog } from "../../issuing/log/retirement.service.ts";
import { storeNewestCheckpoint } from "../../issuing/log/stored-checkpoint.service.ts";
import { certify, fillLog } from "../../issuing/log/test-log.ts";
import { replaceWitnessKey } from "../../issuing/witnesses/cosign-other-logs.service.ts";
import {
  findFile,
  newPerson,
  processFile,
  startWorkingServer,
  uploadFile,
} from "../../testing/test-documents.ts";
import { makeTestFolder, startTestServer, type TestServer } from "../../testing/test-server.ts";
import { sqlOf } from "../../testing/test-sql.ts";

setDefaultTimeout(600_000);

const program = join(import.meta.dir, "../../main.ts");
const folders: string[] = [];

function newFolder(): string {
  const folder = makeTestFolder();
  folders.push(folder);
  return folder;
}
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

async function verifyLog(...words: string[]): Promise<{ code: number; said: string }> {
  const child = Bun.spawn([process.execPath, program, "verify-log", ...words], {
    env: { PATH: "/usr/bin:/bin", DATA_DIR: "/nowhere" },
    stdout: "pipe",
    stderr: "pipe",
  });
  const said = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  return { code: await child.exited, said: said.join("").trim() };
}

/** A folder with one stamped document, which tests copy. */
let stamped: string;
let documentId: string;
beforeAll(async () => {
  stamped = newFolder();
  const server = await startWorkingServer({ config: { dataDir: stamped } });
  const person = await newPerson(server);
  documentId = (await processFile(person, (await uploadFile(person)).id)).id;
  await server.stop();
});

let dataDir: string;
let server: TestServer;
beforeEach(async () => {
  dataDir = newFolder();
  cpSync(stamped, dataDir, { recursive: true });
  server = await startTestServer({ config: { dataDir } });
});
afterEach(() => server.stop());

test("an intact log is recomputed over the network and from its folder, even while the server runs", async () => {
  await fillLog(server.deps, 300);
  exec("UPDATE registry_entries SET is_released = 0 WHERE position = 0");
  const remote = await verifyLog(server.origin);
  expect(remote.said).toMatch(
    /^The log \S+\/evidence\/log has 300 entries, and all of them lead to the signed head: /,
  );
  expect(remote.code).toBe(0);
  const local = await verifyLog(dataDir);
  expect(local.said).toContain("has 300 entries");
  expect(local.said).toContain(
    "The files, attestations, timestamps and entries of 1 certificates agree; 299 entries belong to documents that were deleted later.",
  );
  expect(local.code).toBe(0);
});

test("a client that keeps its checkpoint can verify that the log extends it", async () => {
  const kept = join(newFolder(), "checkpoint");
  expect((await verifyLog(server.origin, "--checkpoint", kept)).code).toBe(0);
  await fillLog(server.deps, 5);
  const { code, said } = await verifyLog(server.origin, "--checkpoint", kept);
  expect([code, said]).toEqual([
    0,
    expect.stringContaining(`It starts like the checkpoint in ${kept} says.`),
  ]);
  expect(readFileSync(kept, "utf8").split("\n")[1]).toBe("5");
});

test("with only the receipt of a pack, a client can check that its entry still exists; the receipt stays unchanged", async () => {
  const receipt = join(newFolder(), "entry.tlog-proof");
  const backup = newFolder();
  await server.stop();
  cpSync(dataDir, backup, { recursive: true });
  server = await startTestServer({ config: { dataDir } });
  const text = await getReceipt(server.deps, (await certify(server.deps)).id);
  writeFileSync(receipt, text);
  const { code, said } = await verifyLog(server.origin, "--checkpoint", receipt);
  expect([code, said]).toEqual([
    0,
    expect.stringContaining(`It starts like the checkpoint in ${receipt} says.`),
  ]);
  expect(readFileSync(receipt, "utf8")).toBe(text);
  await server.stop();

  server = await startTestServer({ config: { dataDir: backup } });
  const dropped = await verifyLog(server.origin, "--checkpoint", receipt);
  expect([dropped.code, dropped.said]).toEqual([
    1,
    "The log has 1 entries, but it once signed 2: entries are gone.",
  ]);
});

test("a restored old backup is detected by a client with a newer checkpoint, even if the log has grown since", async () => {
  const kept = join(newFolder(), "checkpoint");
  const backup = newFolder();
  await server.stop();
  cpSync(dataDir, backup, { recursive: true });
  server = await startTestServer({ config: { dataDir } });
  await certify(server.deps);
  expect((await verifyLog(server.origin, "--checkpoint", kept)).code).toBe(0);
  await server.stop();

  server = await startTestServer({ config: { dataDir: backup } });
  const shorter = await verifyLog(server.origin, "--checkpoint", kept);
  expect([shorter.code, shorter.said]).toEqual([
    1,
    "The log has 1 entries, but it once signed 2: entries are gone.",
  ]);
  await certify(server.deps);
  await certify(server.deps);
  await storeNewestCheckpoint(server.deps);
  const other = await verifyLog(server.origin, "--checkpoint", kept);
  expect([other.code, other.said]).toEqual([
    1,
    expect.stringContaining("The log was changed: its first 2 entries"),
  ]);
});

test("after a log has ended, a client learns what became of its checkpoint", async () => {
  const kept = join(newFolder(), "checkpoint");
  const lost = join(newFolder(), "checkpoint");
  const backup = newFolder();
  await verifyLog(server.origin, "--checkpoint", kept);
  await server.stop();
  cpSync(dataDir, backup, { recursive: true });
  server = await startTestServer({ config: { dataDir } });
  await certify(server.deps);
  await verifyLog(server.origin, "--checkpoint", lost);
  await server.stop();

  server = await startTestServer({ config: { dataDir: backup } });
  await retireLog(server.deps, replaceWitnessKey);
  await server.stop();
  server = await startTestServer({ config: { dataDir: backup } });
  const later = await verifyLog(server.origin, "--checkpoint", kept);
  expect(later.said).toMatch(/It starts with the entries of \S+\/log, which has ended\./);
  expect([later.code, (await verifyLog(backup, "--checkpoint", kept)).code]).toEqual([0, 0]);
  const gone = await verifyLog(server.origin, "--checkpoint", lost);
  expect([gone.code, gone.said]).toEqual([
    1,
    expect.stringMatching(/was ended at \S+ with 1 entries, but it once signed 2: entries are gone\./),
  ]);
});

const damages: Record<string, [damage: () => unknown, sentence: string]> = {
  "one bit of an entry": [
    () => exec("UPDATE registry_entries SET entry = zeroblob(32) WHERE position = 0"),
    "The log's tile 0/000.p/3 does not agree with the entries.",
  ],
  "a hash inside the tree": [
    () => exec("UPDATE registry_nodes SET hash = zeroblob(32) WHERE id = 1"),
    "The log's tile 0/000.p/3 does not agree with the entries.",
  ],
  "one bit of a stamped copy": [
    () => flipBit(findFile(dataDir, "stamped", documentId)),
    "its stamped copy was changed on disk.",
  ],
  "a certificate that is gone": [
    () => rmSync(join(dataDir, findFile(dataDir, "certificates", documentId))),
    "its certificate is missing.",
  ],
  "the name in the row": [
    () => exec(`UPDATE documents SET original_name = 'other.pdf' WHERE id = '${documentId}'`),
    "its attestation is not valid (other-document).",
  ],
  "a salt that is too short": [
    () => exec("UPDATE certificates SET entry_salt = x'00'"),
    "the log's entry 0 does not match its attestation.",
  ],
  "one bit of an original": [
    () => flipBit(findFile(dataDir, "originals", documentId)),
    "its original was changed on disk.",
  ],
  "a certificate that is gone, and its entry not released": [
    () => exec("DELETE FROM certificates"),
    "The certificate of entry 0 is gone, but no document was deleted.",
  ],
  "a completed document without a certificate": [
    () => exec("DELETE FROM certificates"),
    ": it is completed but has no certificate.",
  ],
  "an entry released while its certificate is there": [
    () => exec("UPDATE registry_entries SET is_released = 1"),
    "Entry 0 is marked as belonging to a deleted document, but its certificate still exists.",
  ],
  "a time-stamp of something else": [
    () =>
      exec(
        "UPDATE time_stamps SET token = (SELECT token FROM time_stamps WHERE about = 'original') WHERE about = 'stamped'",
      ),
    "its timestamp of the stamped copy is not valid (wrong-imprint).",
  ],
  "a time-stamp under another root": [
    () => rmSync(join(dataDir, "keys/root.pem")),
    "its timestamp of the original is not valid (untrusted).",
  ],
  "a checkpoint that witnesses were shown and nobody signed": [
    () => witnessed("nobody's\n1\n"),
    "The checkpoint over 3 entries: it is not signed by a log of this server.",
  ],
  "a witness's time-stamp, cosignature and proof of something else": [
    async () => {
      witnessed((await readHead(server.deps)).checkpoint);
      exec(`INSERT INTO checkpoint_time_stamps SELECT 3, 'tsa', token, 0, 'a' FROM time_stamps LIMIT 1;
        INSERT INTO checkpoint_cosignatures VALUES (3, 'nobody+00000000+AAAA', '— nobody AAAA', 0);
        UPDATE witnessed_checkpoints SET proof = x'00', block = 900000`);
    },
    "the timestamp of tsa is not valid (wrong-imprint).\n" +
      "The checkpoint over 3 entries: the cosignature of nobody+00000000+AAAA is not valid.\n" +
      "The checkpoint over 3 entries: its OpenTimestamps proof is for something else, or cannot be read.\n" +
      "The checkpoint over 3 entries: the stored header of its Bitcoin block is not that block's.",
  ],
  "the salt": [
    () => exec("UPDATE certificates SET entry_salt = zeroblob(32)"),
    "the log's entry 0 does not match its attestation.",
  ],
};

const exec = (statement: string) => sqlOf(server.deps.db).exec(statement);

function witnessed(checkpoint: string): void {
  const insert = sqlOf(server.deps.db).prepare(
    "INSERT INTO witnessed_checkpoints (size, checkpoint, witnessed_at) VALUES (3, ?, 0)",
  );
  insert.run(checkpoint);
}

function flipBit(name: string): void {
  const path = join(dataDir, name);
  const bytes = readFileSync(path);
  bytes[100] = (bytes[100] ?? 0) ^ 1;
  chmodSync(path, 0o644);
  writeFileSync(path, bytes);
}

for (const [what, [damage, sentence]] of Object.entries(damages)) {
  test(`a change is detected: ${what}`, async () => {
    await fillLog(server.deps, 3);
    exec("UPDATE registry_entries SET is_released = 0 WHERE position = 0");
    await damage();
    expect(await verifyLog(dataDir)).toEqual({ code: 1, said: expect.stringContaining(sentence) });
  });
}

test("anything that is not a log or a data folder is reported in one sentence", async () => {
  const empty = newFolder();
  expect(await verifyLog(empty)).toEqual({
    code: 2,
    said: `${empty} is not a data folder: there is no attestamp.sqlite.`,
  });
  const nowhere = await verifyLog("http://127.0.0.1:9");
  expect([nowhere.code, nowhere.said]).toEqual([
    2,
    expect.stringContaining("/evidence/log/checkpoint cannot be read"),
  ]);
  expect(await verifyLog("one", "two")).toEqual({
    code: 2,
    said: expect.stringContaining("too many arguments for 'verify-log'"),
  });
});
