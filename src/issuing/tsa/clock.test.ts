import { afterAll, beforeAll, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { readCrl } from "../../evidence/x509/crl.ts";
import { createLogger } from "../../platform/logger.ts";
import type { TestClient } from "../../testing/test-client.ts";
import { newPerson, processFile, startWorkingServer, uploadFile } from "../../testing/test-documents.ts";
import type { TestServer } from "../../testing/test-server.ts";
import { sqlOf } from "../../testing/test-sql.ts";
import { until } from "../../testing/test-waiting.ts";
import { timeStampFiles } from "./document-time-stamps.service.ts";
import { timeStamper } from "./time-stamping.service.ts";

setDefaultTimeout(600_000);

const hour = 3_600_000;
const sentence =
  "The server's clock is not right at the moment, so nothing can be timestamped. Please try again later.";
const told: { level: number; msg: string }[] = [];
let ahead = 0;
let server: TestServer;
let person: TestClient;
beforeAll(async () => {
  const log = createLogger("error", { write: (line: string) => told.push(JSON.parse(line)) });
  server = await startWorkingServer({ deps: { log, now: () => Date.now() + ahead } });
});
beforeEach(async () => {
  person = await newPerson(server);
  told.length = 0;
});
afterAll(() => server.stop());

/** The command as the operator runs it next to the server. */
async function command(...words: string[]): Promise<string> {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, "../../main.ts"), ...words], {
    env: { PATH: "/usr/bin:/bin", DATA_DIR: server.deps.config.dataDir, LOG_LEVEL: "silent" },
    stdout: "pipe",
    stderr: "pipe",
  });
  const said = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  return said.join("").trim();
}

async function processAnother(): Promise<[number, unknown]> {
  const { id } = await uploadFile(person);
  const { status, body } = await person.post(`/api/documents/${id}/process`);
  return [status, body.message];
}

test("when the clock was set back by an hour nothing is stamped, and the operator learns why", async () => {
  const { id } = await uploadFile(person);
  expect((await processFile(person, id)).status).toBe("completed");
  ahead = -hour;
  expect(await processAnother()).toEqual([503, sentence]);
  expect(told).toMatchObject([{ level: 50, msg: expect.stringContaining("set it") }]);
  ahead = 0;
  expect((await processFile(person, (await uploadFile(person)).id)).status).toBe("completed");
});

test("when the clock goes back while a document waits for its turn, the document waits instead of getting a wrong time [threat R10]", async () => {
  expect((await processFile(person, (await uploadFile(person)).id)).status).toBe("completed");
  const { id } = await uploadFile(person);
  const { workers } = server.deps;
  const run = workers.run.bind(workers);
  workers.run = (...task) => {
    ahead = -hour;
    return run(...task);
  };
  await person.post(`/api/documents/${id}/process`);
  await until("the operator is told", () => told.length > 0);
  workers.run = run;
  ahead = 0;
  expect(told.length).toBeGreaterThan(0);
  for (const line of told) expect(line).toMatchObject({ level: 50, msg: expect.stringContaining("set it") });
  sqlOf(server.deps.db).prepare("UPDATE jobs SET available_at = ?").run(server.deps.now());
  expect((await processFile(person, id)).status).toBe("completed");
});

test("after the clock was a year ahead, a command by the operator allows stamping again [threat R10]", async () => {
  const crlTime = async () =>
    readCrl(await (await fetch(`${server.origin}/evidence/ca.crl`)).bytes()).thisUpdate.getTime();
  ahead = 365 * 24 * hour;
  person = await newPerson(server);
  const { id } = await uploadFile(person);
  expect((await processFile(person, id)).status).toBe("completed");
  expect(await crlTime()).toBeGreaterThan(Date.now() + 364 * 24 * hour);
  ahead = 0;
  person = await newPerson(server);
  expect(await processAnother()).toEqual([503, sentence]);
  expect(told).toMatchObject([{ msg: expect.stringContaining("run: bun src/main.ts clock accept") }]);
  expect(await command("clock", "accept")).toMatch(
    /^The clock \(.*Z\) is trusted from now on\. Documents that were stamped while the clock was ahead, with times up to .*Z, keep those times\.$/,
  );
  expect((await processFile(person, (await uploadFile(person)).id)).status).toBe("completed");
  expect(await crlTime()).toBeLessThan(Date.now());
  expect(await command("clock", "accept")).toContain("nothing was changed");
});

test("a stamp is not issued with a time that its time-stamps contradict", async () => {
  const digests = { original: "0".repeat(64), stamped: "1".repeat(64) };
  const issue = (statedAgo: number) =>
    timeStampFiles(timeStamper(server.deps), digests, new Date(server.deps.now() - statedAgo));
  await expect(issue(59 * 60_000)).resolves.toMatchObject({ stamped: { outside: false } });
  await expect(issue(2 * hour)).rejects.toThrow("the time on the stamp would no longer be right");
  await expect(issue(-2 * 60_000)).rejects.toThrow(sentence);
});
