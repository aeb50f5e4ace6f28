import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { openDatabase } from "../../db/client.ts";
import { createTestClient } from "../http/test-client.ts";
import { makeTestFolder } from "../http/test-server.ts";
import { taskMessages } from "../jobs/tasks.ts";
import {
  filesIn,
  newPerson,
  processFile,
  smallPdf,
  startWorkingServer,
  untilFinished,
  uploadFile,
} from "./test-documents.ts";

setDefaultTimeout(30_000);

let dataDir: string;
let port: number;
const started: Bun.Subprocess[] = [];

beforeEach(() => {
  dataDir = makeTestFolder();
  port = 0;
});
afterEach(async () => {
  for (const server of started.splice(0)) {
    server.kill("SIGKILL");
    await server.exited;
  }
  rmSync(dataDir, { recursive: true, force: true });
});

/** The program as its operator starts it, in a process of its own. */
async function startProgram() {
  port ||= await freePort();
  const settings = { PORT: String(port), HOST: "127.0.0.1", DATA_DIR: dataDir, CONVERTER: "off" };
  const server = Bun.spawn([process.execPath, join(import.meta.dir, "../main.ts"), "serve"], {
    env: { ...process.env, ...settings, RATE_LIMIT_FACTOR: "1000", LOG_LEVEL: "silent" },
    stdout: "ignore",
    stderr: "inherit",
  });
  started.push(server);
  const origin = `http://localhost:${port}`;
  for (let waited = 0; waited < 20_000; waited += 20) {
    if ((await fetch(`${origin}/api/health`).catch(() => undefined))?.ok) return { origin, server };
    if (server.exitCode !== null) throw new Error(`The program ended at start with ${server.exitCode}.`);
    await Bun.sleep(20);
  }
  throw new Error("The program did not answer within 20 seconds.");
}

async function freePort(): Promise<number> {
  const probe = Bun.serve({ port: 0, fetch: () => new Response() });
  const { port: free } = probe;
  await probe.stop(true);
  return free ?? 0;
}

/** Process ids of the children of a process. */
function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean).map(Number);
}

/** What must hold in every data folder in which nothing is under way. */
async function expectSound(): Promise<void> {
  const db = openDatabase(join(dataDir, "attestamp.sqlite"));
  const rows = (sql: string) => db.$client.prepare(sql).all() as Record<string, string>[];
  const documents = rows("SELECT * FROM documents");
  for (const row of documents) {
    expect(row.status).toBe("completed");
    for (const [path, hash] of [
      [row.processed_path, row.stamped_sha256],
      [row.certificate_path, row.certificate_sha256],
      [row.original_path, row.sha256],
    ]) {
      const bytes = readFileSync(join(dataDir, path ?? ""));
      expect(createHash("sha256").update(bytes).digest("hex")).toBe(hash ?? "");
    }
  }
  expect(rows("SELECT * FROM jobs")).toEqual([]);
  expect(rows("SELECT * FROM stamp_usage WHERE returned_at IS NULL")).toHaveLength(documents.length);
  expect(rows("SELECT * FROM certificates")).toHaveLength(documents.length);
  expect(rows("PRAGMA integrity_check")).toEqual([{ integrity_check: "ok" }]);
  db.$client.close();
  await untilFilesAre(documents.length * 3);
}

/** The server tidies up behind the answer that a document is completed. */
async function untilFilesAre(count: number): Promise<void> {
  for (let waited = 0; waited < 5_000 && filesIn(dataDir).length !== count; waited += 20) await Bun.sleep(20);
  expect(filesIn(dataDir)).toHaveLength(count);
}

for (const killAfterMs of [0, 15, 40, 90]) {
  test(`a server killed ${killAfterMs} ms into a job finishes it after the next start, with the same serial number`, async () => {
    const first = await startProgram();
    const person = createTestClient(first.origin);
    await person.register();
    const { id } = await uploadFile(person, "lease.pdf", smallPdf(500));
    const calling = person.post(`/api/documents/${id}/process`).catch(() => "the server is gone");
    let serialNumber: unknown = null;
    while (serialNumber === null) serialNumber = (await person.get(`/api/documents/${id}`)).body.serialNumber;
    await Bun.sleep(killAfterMs);
    first.server.kill("SIGKILL");
    await Promise.all([first.server.exited, calling]);

    await startProgram();
    const document = await untilFinished(person, id);
    expect([document.status, document.serialNumber as unknown]).toEqual(["completed", serialNumber]);
    await expectSound();
  });
}

test("a server that is asked to stop ends in order, and its children with it", async () => {
  const { origin, server } = await startProgram();
  const person = createTestClient(origin);
  await person.register();
  const { id } = await uploadFile(person, "long.pdf", smallPdf(2_000));
  const calling = person.post(`/api/documents/${id}/process`).catch(() => "the server is gone");
  await Bun.sleep(50);
  const children = childrenOf(server.pid);
  server.kill("SIGTERM");
  expect(await server.exited).toBe(0);
  await calling;
  expect(children.length).toBeGreaterThan(0);
  expect(children.filter(isAlive)).toEqual([]);
  await startProgram();
  await untilFinished(person, id);
  await expectSound();
});

test("children do not outlive a server that was killed", async () => {
  const { server } = await startProgram();
  const children = childrenOf(server.pid);
  expect(children.length).toBeGreaterThan(0);
  server.kill("SIGKILL");
  await server.exited;
  for (let waited = 0; waited < 2_000 && children.some(isAlive); waited += 20) await Bun.sleep(20);
  expect(children.filter(isAlive)).toEqual([]);
});

/** A process that has ended but was not fetched by anybody yet (state Z) is not alive. */
function isAlive(pid: number): boolean {
  return existsSync(`/proc/${pid}/stat`) && !readFileSync(`/proc/${pid}/stat`, "utf8").includes(") Z ");
}

test("a child that is killed over a document costs that document alone, and its stamp is given back", async () => {
  const server = await startWorkingServer();
  const person = await newPerson(server);
  await processFile(person, (await uploadFile(person)).id);
  const doomed = await uploadFile(person);
  const [child = 0] = childrenOf(process.pid).filter((pid) => readCommand(pid).includes("work"));
  process.kill(child, "SIGSTOP");
  const calling = person.post(`/api/documents/${doomed.id}/process`);
  await Bun.sleep(100);
  process.kill(child, "SIGKILL");
  await calling;
  expect(await untilFinished(person, doomed.id)).toMatchObject({
    status: "error",
    errorMessage: taskMessages.crashed,
  });
  for (let stamp = 2; stamp <= 3; stamp += 1) {
    const { id } = await uploadFile(person);
    expect((await processFile(person, id)).status).toBe("completed");
  }
  await server.stop();
});

function readCommand(pid: number): string {
  return readFileSync(`/proc/${pid}/cmdline`, "utf8");
}
