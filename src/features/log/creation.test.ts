import { afterEach, beforeEach, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { checkLog } from "../../evidence/tlog/check-log.ts";
import { makeTestFolder, startTestServer, type TestServer } from "../../testing/test-server.ts";
import { beginLog } from "./creation.service.ts";
import { countEntries } from "./log.repo.ts";
import { readHead, receiptOf } from "./log.service.ts";
import { readRemoteLog } from "./remote-log.ts";
import { loadLog } from "./startup-check.service.ts";
import { certify } from "./test-log.ts";

let dataDir: string;
let server: TestServer;
let documents: string[];
/** A server of before there was a log, with five certificates. */
beforeEach(async () => {
  dataDir = makeTestFolder();
  server = await startTestServer({ config: { dataDir } });
  documents = [1, 2, 3, 4, 5].map((age) => certify(server.deps, Date.now() - age * 60_000).id).toReversed();
  server.deps.db.$client.exec(`
    UPDATE certificates SET entry_index = NULL, entry_salt = NULL;
    DELETE FROM registry_entries; DELETE FROM registry_nodes; DELETE FROM registry_head`);
  rmSync(join(dataDir, "registry"), { recursive: true });
});
afterEach(async () => {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function beginAndDieAt(position: number): Promise<void> {
  const program = join(import.meta.dir, "../../testing/test-crash-creation.ts");
  const child = Bun.spawn([process.execPath, program, dataDir, String(position)], { stderr: "inherit" });
  await child.exited;
  expect(child.signalCode).toBe("SIGKILL");
}

async function restart(): Promise<void> {
  await server.stop();
  server = await startTestServer({ config: { dataDir } });
}

const indexes = () => documents.map((id) => /^index (\d+)$/m.exec(receiptOf(server.deps, id))?.[1]);

test("a log that is begun in several pieces has every certificate once, oldest first", async () => {
  beginLog(server.deps, 2);
  expect(indexes()).toEqual(["0", "1", "2", "3", "4"]);
  expect((await checkLog(await readRemoteLog(server.origin))).size).toBe(5);
});

test("a server killed while it begins its log has signed nothing, and goes on with the next start", async () => {
  await beginAndDieAt(3);
  expect(countEntries(server.deps.db)).toBe(2);
  expect(() => readHead(server.deps).checkpoint).toThrow("has not begun yet");
  await beginAndDieAt(4);
  expect(countEntries(server.deps.db)).toBe(4);
  await restart();
  expect(indexes()).toEqual(["0", "1", "2", "3", "4"]);
  expect((await checkLog(await readRemoteLog(server.origin))).size).toBe(5);
  const checkpoint = readHead(server.deps).checkpoint;
  loadLog(server.deps);
  expect(readHead(server.deps).checkpoint).toBe(checkpoint);
});
