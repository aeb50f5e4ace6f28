import { heapStats } from "bun:jsc";
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { childrenOf, openFilesOf } from "../../testing/processes.ts";
import {
  filesIn,
  newPerson,
  processFile,
  smallPdf,
  startServerWithOwnChildren,
  untilFinished,
  uploadFile,
} from "../../testing/test-documents.ts";
import type { TestServer } from "../../testing/test-server.ts";
import { until } from "../../testing/test-waiting.ts";

setDefaultTimeout(60_000);

let server: TestServer;
let others: number[];
beforeAll(async () => {
  others = childrenOf(process.pid);
  server = await startServerWithOwnChildren();
});
afterAll(() => server.stop());

/** `bun run load` measures how fast the answers are while every core is busy. */
test("while long documents are stamped on every core, the server answers all the time [threat R6]", async () => {
  const person = await newPerson(server);
  const documents = await Promise.all(
    ["one.pdf", "two.pdf", "three.pdf"].map((name) => uploadFile(person, name, smallPdf(1_500))),
  );
  const stamped = documents.map(async ({ id }) => {
    await person.post(`/api/documents/${id}/process`);
    return untilFinished(person, id);
  });
  const begun = performance.now();
  let isDone = false;
  const all = Promise.all(stamped).finally(() => {
    isDone = true;
  });
  const waits: number[] = [];
  while (!isDone) {
    const asked = performance.now();
    expect((await fetch(`${server.origin}/api/health`)).status).toBe(200);
    waits.push(performance.now() - asked);
    await Bun.sleep(10);
  }
  expect((await all).map(({ status }) => status)).toEqual(["completed", "completed", "completed"]);
  waits.sort((one, other) => one - other);
  expect(waits.length).toBeGreaterThan(10);
  expect(waits[Math.floor(waits.length / 2)]).toBeLessThan((performance.now() - begun) / 10);
});

/**
 * Each asks for the list every ten seconds and for the document every two: 120 calls a second. What they cost is
 * counted in processor time, of this test as well, since a busy machine lets calls wait. `bun run load` has the rest.
 */
test("two hundred people who poll at once are all answered, each with their own, for less than half of one core [threat R20]", async () => {
  const people = await Promise.all(
    Array.from({ length: 200 }, async () => {
      const client = await newPerson(server);
      return { client, id: (await uploadFile(client)).id };
    }),
  );
  const before = process.cpuUsage();
  const answers = await Promise.all(
    people.map(async ({ client, id }) => ({
      id,
      list: await client.get("/api/documents"),
      document: await client.get(`/api/documents/${id}`),
    })),
  );
  const { user, system } = process.cpuUsage(before);
  for (const { id, list, document } of answers) {
    expect([list.status, document.status, document.body.id]).toEqual([200, 200, id]);
    expect(JSON.parse(list.text)).toMatchObject([{ id }]);
  }
  const secondsPerCall = (user + system) / 1e6 / (2 * people.length);
  expect(secondsPerCall * 120).toBeLessThan(0.5);
});

/** Everything one person does with a document, and what is refused on the way. */
async function tryEverything(): Promise<void> {
  const person = await newPerson(server);
  const { id } = await uploadFile(person);
  const broken = new TextEncoder().encode("%PDF-1.7\nthis is not the rest of a PDF");
  const { id: other } = await uploadFile(person, "broken.pdf", broken);
  expect((await processFile(person, id)).status).toBe("completed");
  expect((await processFile(person, other)).status).toBe("error");
  for (const what of ["download", "certificate", "preview"]) {
    expect((await person.get(`/api/documents/${id}/${what}`)).status).toBe(200);
  }
  expect((await person.get(`/api/documents/${crypto.randomUUID()}`)).status).toBe(404);
  expect((await person.post("/api/documents/upload")).status).toBe(400);
  for (const one of [id, other]) await person.send("DELETE", `/api/documents/${one}`);
}

const counted = ["Request", "Response", "Promise", "AbortSignal", "FileHandle", "Statement"];

/** What this process holds of each, after everything that nobody can reach any more was thrown away. */
function holdings(): number[] {
  Bun.gc(true);
  const { objectTypeCounts } = heapStats();
  return [openFilesOf(process.pid), ...counted.map((type) => objectTypeCounts[type] ?? 0)];
}

/** Memory in bytes takes hours to say anything: `bun run load --soak 2h` watches that. */
test("the same work six times over leaves no file, child, open file, request or promise behind [threat R19]", async () => {
  const rounds = 6;
  await tryEverything();
  const { dataDir } = server.deps.config;
  const files = filesIn(dataDir).length;
  const before = holdings();
  for (let round = 0; round < rounds; round += 1) await tryEverything();
  await until("no file is left behind", () => filesIn(dataDir).length <= files);
  await until("less than one thing a round is left behind", () =>
    holdings().every((count, at) => count - (before[at] ?? 0) < rounds),
  );
  const children = () => childrenOf(process.pid).filter((pid) => !others.includes(pid));
  await until("no child is left behind", () => children().length <= server.deps.workers.size + 1);
});
