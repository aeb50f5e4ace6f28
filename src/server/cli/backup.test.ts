import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { createHash } from "node:crypto";
import { existsSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { lockDataFolder } from "../../../db/data-folder.ts";
import type { DocumentView } from "../../features/documents/documents.output.schema.ts";
import { createTestClient, type TestClient } from "../../testing/test-client.ts";
import {
  newPerson,
  newSender,
  processFile,
  startWorkingServer,
  uploadFile,
} from "../../testing/test-documents.ts";
import { expectIntegrity } from "../../testing/test-integrity.ts";
import { makeTestFolder, startTestServer, type TestServer } from "../../testing/test-server.ts";
import { until } from "../../testing/test-waiting.ts";

setDefaultTimeout(600_000);

const program = join(import.meta.dir, "../../main.ts");
let root: string;
let server: TestServer;
const place = (name: string) => join(root, name);
beforeEach(async () => {
  root = makeTestFolder();
  server = await startWorkingServer({ config: { dataDir: place("data") } });
});
afterEach(async () => {
  await server.stop();
  rmSync(root, { recursive: true, force: true });
});

function start(words: string[], dataDir = place("data")) {
  return Bun.spawn([process.execPath, program, ...words], {
    env: { PATH: "/usr/bin:/bin", DATA_DIR: dataDir, LOG_LEVEL: "silent" },
    stdout: "pipe",
    stderr: "pipe",
  });
}

async function run(words: string[], dataDir?: string): Promise<{ code: number; said: string }> {
  const child = start(words, dataDir);
  const said = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  return { code: await child.exited, said: said.join("").trim() };
}

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

/** Uploads, stamps and deletes until the returned function is called. Every third document is deleted. */
function keepBusy(): () => Promise<number> {
  let isOver = false;
  const work = (async () => {
    let stamped = 0;
    let person = await newPerson(server);
    while (!isOver) {
      const { id } = await processFile(person, (await uploadFile(person)).id);
      stamped += 1;
      if (stamped % 3 > 0) continue;
      await person.send("DELETE", `/api/documents/${id}`);
      // This account has used up its free documents.
      person = await newPerson(server);
    }
    return stamped;
  })();
  return () => {
    isOver = true;
    return work;
  };
}

/** Checks that its owner downloads what was attested, and that the public page confirms it. */
async function expectDownloads(client: TestClient, origin: string, document: DocumentView): Promise<void> {
  for (const [path, expected] of [
    ["download", document.stampedSha256],
    ["certificate", document.certificateSha256],
  ]) {
    const headers = { Cookie: client.cookie() };
    const answer = await fetch(`${origin}/api/documents/${document.id}/${path}`, { headers });
    expect(sha256(new Uint8Array(await answer.arrayBuffer()))).toBe(expected ?? "");
  }
  const verified = await client.get(`/api/verify/${document.serialNumber}`);
  expect([verified.status, verified.body.stampedSha256]).toEqual([200, document.stampedSha256]);
}

test("a backup made while people upload, stamp and delete is restored elsewhere: they sign in, download and verify, all is intact, and a client with a newer checkpoint learns what is missing [threat R13]", async () => {
  server.deps.config.rateLimitFactor = 1_000;
  const owner = await newPerson(server);
  const { username } = (await owner.get("/api/auth/me")).body;
  const before = await processFile(owner, (await uploadFile(owner)).id);
  const stopWork = keepBusy();
  const made = await run(["backup", place("backup")]);
  expect(await stopWork()).toBeGreaterThan(0);
  expect([made.code, made.said]).toEqual([
    0,
    expect.stringContaining("It contains this server's secret keys."),
  ]);

  await processFile(owner, (await uploadFile(owner)).id);
  const kept = ["verify-log", server.origin, "--checkpoint", place("checkpoint")];
  expect(await run(kept)).toMatchObject({ code: 0 });

  const restored = await run(["restore", place("backup")], place("restored"));
  expect([restored.code, restored.said]).toEqual([0, expect.stringMatching(/ has ended with \d+ entries\./)]);
  const second = await startWorkingServer({ config: { dataDir: place("restored") } });
  const client = createTestClient(second.origin);
  expect((await createTestClient(second.origin, owner.cookie()).get("/api/auth/me")).status).toBe(401);
  expect((await client.login(String(username))).status).toBe(200);
  await expectDownloads(client, second.origin, before);
  const after = await processFile(client, (await uploadFile(client)).id);
  await expectDownloads(client, second.origin, after);
  const told = await run(["verify-log", second.origin, "--checkpoint", place("checkpoint")]);
  expect([told.code, told.said]).toEqual([
    1,
    expect.stringMatching(/ was ended at \S+ with \d+ entries, but it once signed \d+: entries are gone\.$/),
  ]);
  expect(await run(["verify-log", place("restored")])).toMatchObject({ code: 0 });
  await second.stop();
});

test("a server that did nothing after its backup continues from it as if it had merely been moved, with the address that a certificate states", async () => {
  const owner = await newSender(server, "ana@example.org");
  const document = await processFile(owner, (await uploadFile(owner)).id, { showEmail: true });
  const record = (await owner.get(`/api/verify/${document.serialNumber}`)).body;
  expect(record.email).toEqual({ address: "ana@example.org", on: "1970-01-01" });
  const checkpoint = await (await fetch(`${server.origin}/evidence/log/checkpoint`)).text();
  await server.stop();
  expect((await run(["backup", place("backup")])).code).toBe(0);
  expect(await run(["restore", place("backup"), "--nothing-since"], place("restored"))).toMatchObject({
    code: 0,
  });
  server = await startTestServer({ config: { dataDir: place("restored") } });
  const client = createTestClient(server.origin, owner.cookie());
  await expectDownloads(client, server.origin, document);
  const { email, attestation } = (await client.get(`/api/verify/${document.serialNumber}`)).body;
  expect({ email, attestation }).toEqual({ email: record.email, attestation: record.attestation });
  expect(await (await fetch(`${server.origin}/evidence/log/checkpoint`)).text()).toBe(checkpoint);
  await expectIntegrity(place("restored"));
});

/** Starts a command and kills it as soon as it creates `path`; true if it had already finished. */
async function runUntilKilled(words: string[], path: string, dataDir?: string): Promise<boolean> {
  const createdAt = () => statSync(path, { throwIfNoEntry: false })?.birthtimeMs;
  const before = createdAt();
  const child = start(words, dataDir);
  await until(
    "the command creates it",
    () => child.exitCode !== null || ![before, undefined].includes(createdAt()),
  );
  const isThrough = child.exitCode !== null;
  child.kill("SIGKILL");
  await child.exited;
  return isThrough;
}

test("a killed backup or restore leaves nothing that counts as one, and the next one succeeds [threat R13]", async () => {
  const owner = await newPerson(server);
  await processFile(owner, (await uploadFile(owner)).id);
  const isBackup = () => existsSync(place("killed"));
  for (const created of ["killed.unfinished", "killed.unfinished/attestamp.sqlite"])
    if (!isBackup()) await runUntilKilled(["backup", place("killed")], place(created));
  if (!isBackup()) expect((await run(["backup", place("killed")])).code).toBe(0);
  const words = ["restore", place("killed")];
  let isThrough = false;
  for (const created of ["restore.unfinished", "attestamp.sqlite"])
    isThrough ||= await runUntilKilled(words, place(`restored/${created}`), place("restored"));
  if (!isThrough) {
    const { code, said } = await run(words, place("restored"));
    const wasWhole = said.includes("is not empty");
    expect(wasWhole ? 0 : code).toBe(0);
  }
  await expectIntegrity(place("restored"));
});

test("backup and restore report what they cannot do in one sentence", async () => {
  for (const command of ["backup", "restore"]) {
    expect(await run([command])).toMatchObject({
      code: 2,
      said: expect.stringContaining("missing required argument 'path'"),
    });
  }
  expect(await run(["backup", place("data/backup")])).toMatchObject({
    code: 1,
    said: expect.stringContaining("is inside the data folder"),
  });
  await run(["backup", place("backup")]);
  expect(await run(["restore", place("backup")])).toMatchObject({
    code: 1,
    said: expect.stringMatching(/is not empty: it contains .* Nothing was changed\./),
  });
  expect(await run(["log", "end"])).toMatchObject({
    code: 2,
    said: expect.stringContaining("required option '--yes' not specified"),
  });
  const unlock = lockDataFolder(place("data"));
  expect(await run(["log", "end", "--yes"])).toMatchObject({
    code: 1,
    said: expect.stringContaining("Another server is already running"),
  });
  unlock();
});
