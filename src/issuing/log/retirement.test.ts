import { afterEach, beforeEach, expect, test } from "bun:test";
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { sqliteOf } from "../../../db/client.ts";
import { checkLog } from "../../evidence/tlog/check-log.ts";
import { openCheckpoint } from "../../evidence/tlog/checkpoint.ts";
import { openLogEnd } from "../../evidence/tlog/log-end.ts";
import { type NoteVerifier, parseVerifierKey } from "../../evidence/tlog/signed-note.ts";
import { checkReceipt } from "../../evidence/tlog/tlog-proof.ts";
import { makeTestFolder, startTestServer, type TestServer } from "../../testing/test-server.ts";
import { readWitnessKey, replaceWitnessKey } from "../witnesses/cosign-other-logs.service.ts";
import { getReceipt, readHead, readVerifierKey } from "./log.service.ts";
import { readRemoteLog } from "./remote-log.ts";
import { retireLog } from "./retirement.service.ts";
import { storeNewestCheckpoint } from "./stored-checkpoint.service.ts";
import { certify } from "./test-log.ts";

let dataDir: string;
let server: TestServer;
beforeEach(async () => {
  dataDir = makeTestFolder();
  server = await startTestServer({ config: { dataDir } });
});
afterEach(async () => {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const start = async () => {
  server = await startTestServer({ config: { dataDir } });
};
const checkpointPath = () => join(dataDir, "registry/checkpoint");
const read = async (path: string) => (await fetch(`${server.origin}/evidence/log/${path}`)).text();

function verifier(line: string): NoteVerifier {
  const key = parseVerifierKey(line.trim());
  if (!key) throw new Error("This is no verifier key.");
  return key;
}

/** One certificate is in the restored database; a second one is only in the signed checkpoint. */
async function putOldDatabaseBack() {
  const { deps } = server;
  const kept = await certify(deps);
  const receipt = await getReceipt(deps, kept.id);
  const database = join(dataDir, "attestamp.sqlite");
  sqliteOf(deps.db).prepare("VACUUM INTO ?").run(`${database}.old`);
  await certify(deps);
  await storeNewestCheckpoint(deps);
  const [key, newest] = [verifier(await readVerifierKey(deps)), (await readHead(deps)).checkpoint];
  await server.stop();
  for (const end of ["-wal", "-shm"]) rmSync(`${database}${end}`, { force: true });
  renameSync(`${database}.old`, database);
  return { kept, receipt, key, newest };
}

/** Does the same as the command: without a server, and without opening the log. */
async function endIt() {
  const { deps, stop } = await startClosed();
  const [end] = (await retireLog(deps, replaceWitnessKey))?.ends ?? [];
  await stop();
  if (!end) throw new Error("No log was retired.");
  return end;
}

/** A server whose log cannot be opened, with the dependencies that the command creates. */
async function startClosed() {
  const kept = `${checkpointPath()}.away`;
  renameSync(checkpointPath(), kept);
  const closed = await startTestServer({ config: { dataDir } });
  renameSync(kept, checkpointPath());
  return closed;
}

test("after an older backup is restored, the log ends with a statement, a new one starts, and both can be checked", async () => {
  const { kept, receipt, key, newest } = await putOldDatabaseBack();
  await expect(startTestServer({ config: { dataDir } })).rejects.toThrow("run: bun src/main.ts log end.");
  const end = await endIt();
  expect([end.here.size, end.signed.size]).toEqual([1, 2]);

  await start();
  const later = await certify(server.deps);
  const today = verifier(await read("vkey"));
  expect(today.name).toMatch(/^localhost:\d+\/evidence\/log\/[0-9a-f]{8}$/);
  expect((await checkLog(await readRemoteLog(server.origin))).size).toBe(2);
  const receiptNow = await getReceipt(server.deps, kept.id);
  expect(checkReceipt(receiptNow, kept.attestation, today)?.size).toBe(2);
  expect(checkReceipt(receiptNow, kept.attestation, key)).toBeUndefined();
  expect(checkReceipt(await getReceipt(server.deps, later.id), later.attestation, today)?.size).toBe(2);

  expect(
    (await read("vkeys"))
      .trim()
      .split("\n")
      .map((line) => verifier(line).name),
  ).toEqual([today.name, key.name]);
  expect(checkReceipt(receipt, kept.attestation, key)?.size).toBe(1);
  const ended = await readRemoteLog(`${server.origin}/evidence/log/ended/1`);
  expect(await checkLog(ended)).toMatchObject({ origin: key.name, size: 1 });
  expect(openLogEnd(await read("ended/1/end"), key)).toEqual(end);
  expect(await read("ended/1/newest-checkpoint")).toBe(newest);
  expect(openCheckpoint(newest, key)?.size).toBe(2);
  const list = JSON.parse(await read("ended"));
  expect(list).toMatchObject({ log: today.name, ended: [{ log: key.name, size: 1 }] });
  expect((await fetch(`${server.origin}${list.ended[0].statement}`)).status).toBe(200);
  for (const path of ["ended/2/end", "ended/1/other", "ended/1/tile/0/000.p/2", "ended/x/end"])
    expect([path, (await fetch(`${server.origin}/evidence/log/${path}`)).status]).toEqual([path, 404]);
});

test("a log can be ended as often as necessary, and no name or key is used again", async () => {
  await certify(server.deps);
  const names = [verifier(await read("vkey")).name];
  for (let ends = 1; ends <= 3; ends += 1) {
    await server.stop();
    await endIt();
    await start();
    await certify(server.deps);
    names.push(verifier(await read("vkey")).name);
  }
  expect(new Set(names).size).toBe(4);
  expect((await read("vkeys")).trim().split("\n")).toHaveLength(4);
  expect(JSON.parse(await read("ended")).ended.map(({ size }: { size: number }) => size)).toEqual([1, 2, 3]);

  const log = await readRemoteLog(server.origin);
  const withoutTheLast = { ...log, ended: log.ended?.slice(0, -1) ?? [] };
  expect((await checkLog(log)).size).toBe(4);
  await expect(checkLog(withoutTheLast)).rejects.toThrow("another one is in its place");
});

test("the key of an ended log is deleted, and the server becomes a new witness", async () => {
  const before = await readWitnessKey(server.deps);
  await server.stop();
  await endIt();
  expect(existsSync(join(dataDir, "keys/log.jwk"))).toBe(false);
  await start();
  const [name, , key] = (await readWitnessKey(server.deps)).split("+");
  expect(key).not.toBe(before.split("+")[2]);
  expect(name).toMatch(/\/evidence\/witness\/[0-9a-f]{8}$/);
});

test("a crash while a log is being retired leaves it unchanged", async () => {
  await certify(server.deps);
  const before = (await readHead(server.deps)).checkpoint;
  await server.stop();
  const program = join(import.meta.dir, "../../testing/test-crash-retirement.ts");
  const child = Bun.spawn([process.execPath, program, dataDir], { stderr: "inherit" });
  await child.exited;
  expect(child.signalCode).toBe("SIGKILL");
  await start();
  expect([(await readHead(server.deps)).checkpoint, JSON.parse(await read("ended")).ended]).toEqual([
    before,
    [],
  ]);
});

test("after a crash right after a log ended, the next start finishes the work", async () => {
  const { key } = await putOldDatabaseBack();
  const aside = join(dataDir, "aside");
  mkdirSync(aside);
  copyFileSync(checkpointPath(), join(aside, "checkpoint"));
  copyFileSync(join(dataDir, "keys/log.jwk"), join(aside, "log.jwk"));
  await endIt();
  copyFileSync(join(aside, "checkpoint"), checkpointPath());
  copyFileSync(join(aside, "log.jwk"), join(dataDir, "keys/log.jwk"));
  await start();
  expect(existsSync(join(dataDir, "keys/log.jwk"))).toBe(false);
  expect(readFileSync(checkpointPath(), "utf8")).toBe((await readHead(server.deps)).checkpoint);
  expect(openCheckpoint((await readHead(server.deps)).checkpoint, key)).toBeUndefined();
});

test("a corrupt log is not ended", async () => {
  await certify(server.deps);
  sqliteOf(server.deps.db).exec("UPDATE registry_entries SET entry = zeroblob(32)");
  await expect(retireLog(server.deps, replaceWitnessKey)).rejects.toThrow(
    "its last entry is not the one in its tree",
  );
  sqliteOf(server.deps.db).exec("DELETE FROM registry_head");
  await expect(retireLog(server.deps, replaceWitnessKey)).rejects.toThrow("The log cannot be used: ");
});
