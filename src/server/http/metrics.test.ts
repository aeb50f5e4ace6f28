import { afterAll, beforeAll, expect, test } from "bun:test";
import { programCommit, programVersion } from "../../program-info.ts";
import { createTestClient, type TestClient } from "../../testing/test-client.ts";
import { newPerson, processFile, startWorkingServer, uploadFile } from "../../testing/test-documents.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

const token = "sixteen characters and more";
let server: TestServer;
let visitor: TestClient;
beforeAll(async () => {
  server = await startWorkingServer({ config: { metricsToken: token } });
  visitor = createTestClient(server.origin);
});
afterAll(() => server.stop());

const read = (given: string) => visitor.send("GET", "/metrics", { headers: { authorization: given } });

test("an operator with the token sees the number of documents and the durations of answers and jobs, but no names", async () => {
  const jane = await newPerson(server, "Jane", "Doe");
  const { serialNumber } = await processFile(jane, (await uploadFile(jane, "lease.pdf")).id);
  const answer = await read(`Bearer ${token}`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
  const text: string = await answer.text;
  const line =
    /^(# (HELP|TYPE) attestamp_\w+ .+|attestamp_\w+(\{(\w+="([^"\\\n]|\\.)*",?)+\})? \d+(\.\d+)?(e[+-]?\d+)?)$/;
  expect(
    text
      .trimEnd()
      .split("\n")
      .filter((one) => !line.test(one)),
  ).toEqual([]);
  expect(text).toContain('attestamp_documents{status="completed"} 1\n');
  expect(text).toContain(`attestamp_build_info{version="${programVersion}",commit="${programCommit()}"} 1\n`);
  expect(text).toMatch(/attestamp_kept_bytes\{files="stamped"\} [1-9]\d+\n/);
  expect(text).toMatch(/attestamp_http_answer_seconds_count\{method="POST",status="20\d"\} [1-9]/);
  expect(text).toContain("attestamp_accounts 1\n");
  expect(text).not.toMatch(/jane|doe|lease/i);
  expect(text).not.toContain(String(serialNumber));
});

test("lookups are counted, including cached ones", async () => {
  const jane = await newPerson(server, "Ann", "Doe");
  const { serialNumber } = await processFile(jane, (await uploadFile(jane, "lease.pdf")).id);
  const answersTold = async () => {
    const text: string = await (await read(`Bearer ${token}`)).text;
    return Number(/answer_seconds_count\{method="GET",status="200"\} (\d+)/.exec(text)?.[1] ?? 0);
  };
  await answersTold();
  const before = await answersTold();
  for (let lookup = 0; lookup < 3; lookup += 1) await visitor.get(`/api/verify/${serialNumber}`);
  expect((await answersTold()) - before).toBe(4);
});

test("without the token there are no metrics", async () => {
  for (const given of ["", "Bearer ", `Bearer ${token}x`, `Basic ${token}`]) {
    expect((await read(given)).status).toBe(401);
  }
  await using stack = new AsyncDisposableStack();
  const without = await startTestServer();
  stack.defer(() => without.stop());
  expect((await createTestClient(without.origin).get("/metrics")).status).toBe(404);
});
