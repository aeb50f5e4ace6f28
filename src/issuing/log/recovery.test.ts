import { afterEach, beforeEach, expect, test } from "bun:test";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import Sqlite from "better-sqlite3";
import { closeDatabase } from "../../../db/client.ts";
import { openDatabaseIn } from "../../../db/open.ts";
import { checkLog } from "../../evidence/tlog/check-log.ts";
import { openCheckpoint } from "../../evidence/tlog/checkpoint.ts";
import { openLogEnd } from "../../evidence/tlog/log-end.ts";
import { type NoteVerifier, parseVerifierKey } from "../../evidence/tlog/signed-note.ts";
import { checkReceipt } from "../../evidence/tlog/tlog-proof.ts";
import { createLogger } from "../../platform/logger.ts";
import { createDeps } from "../../server/create-deps.ts";
import { makeTestFolder, startTestServer, type TestServer, testConfig } from "../../testing/test-server.ts";
import { until } from "../../testing/test-waiting.ts";
import { replaceWitnessKey } from "../witnesses/cosign-other-logs.service.ts";
import { getReceipt, readHead, readVerifierKey } from "./log.service.ts";
import { readRemoteLog } from "./remote-log.ts";
import { retireLog } from "./retirement.service.ts";
import { storeNewestCheckpoint } from "./stored-checkpoint.service.ts";
import { certify } from "./test-log.ts";

let root: string;
let dataDir: string;
beforeEach(() => {
  root = makeTestFolder();
  dataDir = join(root, "data");
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const origin = "http://localhost:4321";
const start = (folder = dataDir) => startTestServer({ config: { dataDir: folder, origin } });

function verifier(line: string): NoteVerifier {
  const key = parseVerifierKey(line.trim());
  if (!key) throw new Error("This is no verifier key.");
  return key;
}

/** A server with two certificates, whose folder has only these parts left; its key, and its last checkpoint. */
async function leaveOnly(...parts: string[]) {
  const whole = join(root, "whole");
  const { deps, stop } = await start(whole);
  const lost = await certify(deps);
  const receipt = await getReceipt(deps, lost.id);
  await certify(deps);
  await storeNewestCheckpoint(deps);
  const [key, newest] = [verifier(await readVerifierKey(deps)), (await readHead(deps)).checkpoint];
  await stop();
  mkdirSync(dataDir);
  for (const part of parts) cpSync(join(whole, part), join(dataDir, part), { recursive: true });
  return { key, newest, lost, receipt };
}

/** Does the same as the command. */
async function endIt(isOlder = false) {
  const config = testConfig({ dataDir, origin });
  const db = await openDatabaseIn(dataDir);
  try {
    return await retireLog(
      { db, config, log: createLogger("silent"), now: Date.now },
      replaceWitnessKey,
      isOlder,
    );
  } finally {
    await closeDatabase(db);
  }
}

const read = async (server: TestServer, path: string) =>
  (await fetch(`${server.origin}/evidence/log/${path}`)).text();
const names = async (server: TestServer) =>
  (await read(server, "vkeys"))
    .trim()
    .split("\n")
    .map((line) => verifier(line).name);

test("a new database with the keys of a lost one is refused, and `log end` resolves this", async () => {
  const { key, lost, receipt } = await leaveOnly("keys");
  await expect(start()).rejects.toThrow(/its keys may already have signed one: .* log end\./);
  const ended = await endIt();
  expect(ended?.ends).toMatchObject([{ name: key.name, here: { size: 0 }, signed: { size: 0 } }]);
  expect(existsSync(join(dataDir, "keys/log.jwk"))).toBe(false);
  expect(readFileSync(join(dataDir, "registry/checkpoint"), "utf8")).not.toContain(`${key.name}\n`);

  const server = await start();
  await certify(server.deps);
  const today = verifier(await read(server, "vkey"));
  expect(today.name).toMatch(/^localhost:4321\/evidence\/log\/[0-9a-f]{8}$/);
  expect(await names(server)).toEqual([today.name, key.name]);
  expect(openLogEnd(await read(server, "ended/1/end"), key)).toEqual(ended?.ends[0]);
  expect((await checkLog(await readRemoteLog(server.origin))).size).toBe(1);
  expect(checkReceipt(receipt, lost.attestation, key)?.size).toBe(1);
  await server.stop();
});

test("a lost log whose latest checkpoint survives ends with the number of entries it signed", async () => {
  const { key, newest } = await leaveOnly("keys", "registry");
  await expect(start()).rejects.toThrow(/one with 2 entries has already been signed .* log end\./);
  expect((await endIt())?.ends).toMatchObject([{ name: key.name, here: { size: 0 }, signed: { size: 2 } }]);
  const server = await start();
  expect(await read(server, "ended/1/newest-checkpoint")).toBe(newest);
  expect(openCheckpoint(await read(server, "ended/1/checkpoint"), key)?.size).toBe(0);
  await server.stop();
});

test("when only the latest checkpoint is left, another log starts under another name", async () => {
  const { key } = await leaveOnly("registry");
  await expect(start()).rejects.toThrow(/one with 2 entries has already been signed .* log end\./);
  expect((await endIt())?.ends).toEqual([]);
  const server = await start();
  const [name, ...rest] = await names(server);
  expect([name === key.name, rest]).toEqual([false, []]);
  await server.stop();
});

test("the key of a second log is retired like that of the first, if the database is lost again", async () => {
  await leaveOnly("keys");
  const [first] = (await endIt())?.ends ?? [];
  const second = verifier(first?.next ?? "");
  for (const end of ["", "-wal", "-shm"]) rmSync(join(dataDir, `attestamp.sqlite${end}`), { force: true });
  rmSync(join(dataDir, "registry"), { recursive: true });
  await expect(start()).rejects.toThrow("may already have signed one");
  expect((await endIt())?.ends).toMatchObject([{ name: second.name }]);
  const server = await start();
  expect((await names(server)).slice(1)).toEqual([second.name]);
  await server.stop();
});

test("after its database is lost, the server is also a new witness", async () => {
  await leaveOnly("keys");
  const before = readFileSync(join(dataDir, "keys/witness.jwk"), "utf8");
  await endIt();
  expect(readFileSync(join(dataDir, "keys/witness.jwk"), "utf8")).not.toBe(before);
});

test("a key created by a command before the first start has signed nothing, unless its database is an older one", async () => {
  const command = await createDeps(testConfig({ dataDir, origin }));
  await closeDatabase(command.db);
  await (await start()).stop();

  rmSync(dataDir, { recursive: true });
  const other = await createDeps(testConfig({ dataDir, origin }));
  await closeDatabase(other.db);
  expect(await endIt()).toBeUndefined();
  expect((await endIt(true))?.ends).toMatchObject([{ name: "localhost:4321/evidence/log" }]);
  await (await start()).stop();
});

const startToDie = (deadly = "") =>
  Bun.spawn([process.execPath, join(import.meta.dir, "../../testing/test-crash-start.ts"), dataDir, deadly], {
    stderr: "inherit",
  });

/** A start that is killed while it writes this file; the database then has a head of this kind. */
async function killAt(file: string, isHead: (text: string) => boolean): Promise<void> {
  const pipe = join(dataDir, `${file}.new`);
  mkdirSync(dirname(pipe), { recursive: true });
  // Nothing reads from it, so a write waits.
  expect(Bun.spawnSync(["mkfifo", pipe]).exitCode).toBe(0);
  const child = startToDie();
  await until("the database has that head", () => isHead(headText()));
  child.kill("SIGKILL");
  await child.exited;
  rmSync(pipe);
}

function headText(): string {
  try {
    const db = new Sqlite(join(dataDir, "attestamp.sqlite"), { readonly: true });
    const text = db.prepare("SELECT checkpoint FROM registry_head").pluck().get();
    db.close();
    return String(text ?? "");
  } catch {
    // The database or its table does not exist yet.
    return "";
  }
}

const deaths: Record<string, () => Promise<unknown>> = {
  "before the database knows of the key": () => startToDie("key").exited,
  "before the key is on the disk": () => killAt("keys/log.jwk", (text) => /^[\w-]+$/.test(text)),
  "before the first checkpoint is signed": () => startToDie("checkpoint").exited,
  "before the first checkpoint is kept": () => killAt("registry/checkpoint", (text) => text.includes("\n")),
};

for (const [when, die] of Object.entries(deaths)) {
  test(`a server killed ${when} during its first start starts normally the next time`, async () => {
    await die();
    expect(existsSync(join(dataDir, "keys/log.jwk"))).toBe(/checkpoint/.test(when));
    const server = await start();
    await certify(server.deps);
    expect((await checkLog(await readRemoteLog(server.origin))).size).toBe(1);
    await server.stop();
    await (await start()).stop();
  });
}
