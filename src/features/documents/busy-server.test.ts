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

setDefaultTimeout(600_000);

let server: TestServer;
let others: number[];
beforeAll(async () => {
  others = childrenOf(process.pid);
  server = await startServerWithOwnChildren();
});
afterAll(() => server.stop());

/** `bun run load` measures response times while every core is busy. */
test("while every child process is stuck on a document, the server answers all requests [threat R6]", async () => {
  const person = await newPerson(server);
  const earlier = await newPerson(server);
  await processFile(earlier, (await uploadFile(earlier)).id);
  const documents = await Promise.all(
    ["one.pdf", "two.pdf", "three.pdf"].map((name) => uploadFile(person, name, smallPdf(1_500))),
  );
  const isAtWork = async ({ id }: { id: string }) =>
    (await person.get(`/api/documents/${id}`)).body.status === "processing";
  const children = () => childrenOf(process.pid).filter((pid) => !others.includes(pid));
  await until("a child is there", () => children().length > 0);
  const held = children();
  for (const child of held) process.kill(child, "SIGSTOP");
  const stamped = documents.map(async ({ id }) => {
    await person.post(`/api/documents/${id}/process`);
    return untilFinished(person, id);
  });
  await until("a document is at work", async () =>
    (await Promise.all(documents.map(isAtWork))).includes(true),
  );
  for (let call = 0; call < 50; call += 1)
    expect((await fetch(`${server.origin}/api/health`)).status).toBe(200);
  expect(await Promise.all(documents.map(isAtWork))).toContain(true);
  for (const child of held) process.kill(child, "SIGCONT");
  const statuses = (await Promise.all(stamped)).map(({ status }) => status);
  expect(statuses).toEqual(["completed", "completed", "completed"]);
});

/** `bun run load` measures the cost of such calls. */
test("two hundred clients that poll simultaneously are all answered, each with their own documents [threat R20]", async () => {
  const people = await Promise.all(
    Array.from({ length: 200 }, async () => {
      const client = await newPerson(server);
      return { client, id: (await uploadFile(client)).id };
    }),
  );
  const answers = await Promise.all(
    people.map(async ({ client, id }) => ({
      id,
      list: await client.get("/api/documents"),
      document: await client.get(`/api/documents/${id}`),
    })),
  );
  for (const { id, list, document } of answers) {
    expect([list.status, document.status, document.body.id]).toEqual([200, 200, id]);
    expect(JSON.parse(list.text)).toMatchObject([{ id }]);
  }
});

/** Everything that a user does with a document, including refused calls. */
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

/** The number of objects of each kind in this process, after a garbage collection. */
function holdings(): number[] {
  Bun.gc(true);
  const { objectTypeCounts } = heapStats();
  return [openFilesOf(process.pid), ...counted.map((type) => objectTypeCounts[type] ?? 0)];
}

/** Memory in bytes is meaningful only after hours: `bun run load --soak 2h` measures that. */
test("repeating the same work six times leaves no file, child process, open file, request or promise behind [threat R19]", async () => {
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
