import { afterEach, beforeEach, expect, setDefaultTimeout, spyOn, test } from "bun:test";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { closeDatabase, openDatabase } from "../../../db/client.ts";
import { noSandbox } from "../../platform/jobs/child-sandbox.ts";
import { taskMessages } from "../../platform/jobs/tasks.ts";
import { WorkerPool } from "../../platform/jobs/worker-pool.ts";
import { createLogger } from "../../platform/logger.ts";
import { selfExec } from "../../platform/self-exec.ts";
import { freePort } from "../../testing/free-port.ts";
import { childrenOf, isAlive } from "../../testing/processes.ts";
import { createTestClient, type TestClient } from "../../testing/test-client.ts";
import {
  newPerson,
  processFile,
  smallPdf,
  startServerWithOwnChildren,
  untilFinished,
  uploadFile,
} from "../../testing/test-documents.ts";
import { expectIntegrity } from "../../testing/test-integrity.ts";
import { makeTestFolder, type TestServer } from "../../testing/test-server.ts";
import { sqlOf } from "../../testing/test-sql.ts";
import { until } from "../../testing/test-waiting.ts";

setDefaultTimeout(600_000);

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

/** The program as a separate process, as its operator starts it. */
async function startProgram() {
  port ||= await freePort();
  const settings = { PORT: String(port), HOST: "127.0.0.1", DATA_DIR: dataDir, CONVERTER: "off" };
  const server = Bun.spawn([process.execPath, join(import.meta.dir, "../../main.ts"), "serve"], {
    env: { ...process.env, ...settings, ANCHORS: "off", RATE_LIMIT_FACTOR: "1000", LOG_LEVEL: "silent" },
    stdout: "ignore",
    stderr: "inherit",
  });
  started.push(server);
  const origin = `http://localhost:${port}`;
  await until("the program answers", async () => {
    if (server.exitCode !== null) throw new Error(`The program ended at start with ${server.exitCode}.`);
    return (await fetch(`${origin}/api/health`).catch(() => undefined))?.ok;
  });
  return { origin, server };
}

/** Reads the database directly, so that nothing happens between this and the kill. */
async function read(statement: string, ...values: string[]): Promise<unknown> {
  const db = openDatabase(join(dataDir, "attestamp.sqlite"));
  const value = sqlOf(db)
    .prepare(statement)
    .pluck()
    .get(...values);
  await closeDatabase(db);
  return value;
}

const getStatus = async (id: string) => String(await read("SELECT status FROM documents WHERE id = ?", id));

/**
 * Stops the server's children, so that a document stays in progress; returns a function that lets the surviving ones
 * continue.
 */
async function holdChildren(server: Bun.Subprocess): Promise<() => void> {
  await until("the server has a child", () => childrenOf(server.pid).length > 0);
  const held = childrenOf(server.pid);
  for (const child of held) process.kill(child, "SIGSTOP");
  return () => {
    for (const child of held.filter(isAlive)) process.kill(child, "SIGCONT");
  };
}

/** `bun run kills` tests many more moments. A document whose child continues may be completed by then. */
for (const [moment, childStops] of [
  ["while a child stamps", true],
  ["as soon as there is a serial number", false],
] as const) {
  test(`a server killed ${moment} finishes the document after the next start, with the same serial number [threat R1]`, async () => {
    const first = await startProgram();
    const person = createTestClient(first.origin);
    await person.register();
    const { id } = await uploadFile(person, "lease.pdf", smallPdf(2_000));
    const goOn = childStops ? await holdChildren(first.server) : undefined;
    const calling = person.post(`/api/documents/${id}/process`).catch(() => "the server is gone");
    let serialNumber: unknown = null;
    while (serialNumber === null) serialNumber = (await person.get(`/api/documents/${id}`)).body.serialNumber;
    expect(childStops ? ["processing"] : ["processing", "completed"]).toContain(await getStatus(id));
    first.server.kill("SIGKILL");
    await Promise.all([first.server.exited, calling]);
    goOn?.();
    await startProgram();
    const document = await untilFinished(person, id);
    expect([document.status, document.serialNumber as unknown]).toEqual(["completed", serialNumber]);
    await expectIntegrity(dataDir);
  });
}

test("a server asked to stop shuts down cleanly with its child processes, and the next server does its work once [threat R3]", async () => {
  const { origin, server } = await startProgram();
  const person = createTestClient(origin);
  await person.register();
  const { id } = await uploadFile(person, "long.pdf", smallPdf(2_000));
  const calling = person.post(`/api/documents/${id}/process`).catch(() => "the server is gone");
  let serialNumber: unknown = null;
  while (serialNumber === null) serialNumber = (await person.get(`/api/documents/${id}`)).body.serialNumber;
  const children = childrenOf(server.pid);
  server.kill("SIGTERM");
  expect(await server.exited).toBe(0);
  await calling;
  expect(children.length).toBeGreaterThan(0);
  expect(children.filter(isAlive)).toEqual([]);
  await startProgram();
  const document = await untilFinished(person, id);
  expect([document.status, document.serialNumber as unknown]).toEqual(["completed", serialNumber]);
  expect(await read("SELECT count(*) FROM stamp_usage WHERE returned_at IS NULL")).toBe(1);
  await expectIntegrity(dataDir);
});

test("child processes do not outlive a server that is killed", async () => {
  const { origin, server } = await startProgram();
  const person = createTestClient(origin);
  await person.register();
  await uploadFile(person);
  await until("the server has a child", () => childrenOf(server.pid).length > 0);
  const children = childrenOf(server.pid);
  server.kill("SIGKILL");
  await server.exited;
  await until("no child lives", () => !children.some(isAlive));
});

/** A server with one child: otherwise, the document could go to a second one that warms up while the first is slow. */
function startServerWithOneChild(): Promise<TestServer> {
  const folders = {
    temporaryFolder: dataDir,
    childrenFolder: join(dataDir, "children"),
    cacheFolder: join(dataDir, "cache"),
  };
  const command = [...selfExec, "work"];
  const workers = new WorkerPool({
    size: 1,
    command,
    ...folders,
    log: createLogger("silent"),
    sandbox: () => noSandbox,
  });
  return startServerWithOwnChildren({ deps: { workers } });
}

/** A second document of `person`; its child process gets these signals while it works on it. */
async function processUnder({ deps }: TestServer, person: TestClient, signals: NodeJS.Signals[]) {
  const others = childrenOf(process.pid);
  await processFile(person, (await uploadFile(person)).id);
  const { id } = await uploadFile(person);
  const own = () => childrenOf(process.pid).filter((pid) => !others.includes(pid));
  await until("there is one child", () => own().length === 1);
  const [child = 0] = own();
  process.kill(child, "SIGSTOP");
  const given = spyOn(deps.workers, "run");
  const calling = person.post(`/api/documents/${id}/process`);
  await until("the child has the document", () => given.mock.calls.length > 0);
  for (const signal of signals) process.kill(child, signal);
  await calling;
  return untilFinished(person, id);
}

test("a child process that crashes over a document fails only that document, and its stamp is given back [threat G6] [threat H3] [threat R4]", async () => {
  const server = await startServerWithOneChild();
  const person = await newPerson(server);
  expect(await processUnder(server, person, ["SIGSEGV", "SIGCONT"])).toMatchObject({
    status: "error",
    errorMessage: taskMessages.crashed.text,
  });
  for (let stamp = 2; stamp <= 3; stamp += 1) {
    const { id } = await uploadFile(person);
    expect((await processFile(person, id)).status).toBe("completed");
  }
  await server.stop();
});

test("when a child process is killed from outside, its document is retried and uses no second stamp", async () => {
  const server = await startServerWithOneChild();
  const person = await newPerson(server);
  expect((await processUnder(server, person, ["SIGKILL"])).status).toBe("completed");
  const used = sqlOf(server.deps.db).prepare("SELECT count(*) FROM stamp_usage").pluck().get();
  expect(used).toBe(2);
  await server.stop();
});
