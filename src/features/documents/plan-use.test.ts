import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { readConfig } from "../../server/read-config.ts";
import type { TestClient } from "../../testing/test-client.ts";
import {
  filesIn,
  newPerson,
  processFile,
  readDocument,
  smallPdf,
  startWorkingServer,
  untilFinished,
  uploadFile,
} from "../../testing/test-documents.ts";
import type { TestServer } from "../../testing/test-server.ts";
import { sqlOf } from "../../testing/test-sql.ts";
import { until } from "../../testing/test-waiting.ts";
import { rowChecks } from "../integrity/integrity-checks.ts";

setDefaultTimeout(600_000);

let server: TestServer;
beforeAll(async () => {
  server = await startWorkingServer();
});
afterAll(() => server.stop());

const broken = new TextEncoder().encode("%PDF-1.7\nthis is not the rest of a PDF");

const process = (client: TestClient, id: string) => client.post(`/api/documents/${id}/process`);

async function spendTrial(client: TestClient): Promise<string[]> {
  const ids: string[] = [];
  for (let stamp = 1; stamp <= 3; stamp += 1) ids.push((await uploadFile(client)).id);
  for (const id of ids) expect((await processFile(client, id)).status).toBe("completed");
  return ids;
}

function usedStamps(): number {
  const count = "SELECT count(*) FROM stamp_usage WHERE returned_at IS NULL";
  return Number(sqlOf(server.deps.db).prepare(count).pluck().get());
}

/** A child may still be writing when its document is deleted; its result is deleted as well. */
async function untilNoFileOf(id: string): Promise<void> {
  const left = () =>
    filesIn(server.deps.config.dataDir).filter((name) => name.endsWith(id) || name.startsWith("tmp/"));
  await until("no file is left", () => left().length === 0);
}

test("the trial is three documents; the fourth has to be paid for [spec 1 free-uploads] [threat H1]", async () => {
  const person = await newPerson(server);
  await spendTrial(person);
  const fourth = await uploadFile(person);
  const answer = await process(person, fourth.id);
  expect([answer.status, answer.body.requiresPayment]).toEqual([402, true]);
  expect(answer.body.message).toMatch(/^[A-Z].*\.$/);
  expect((await readDocument(person, fourth.id)).status).toBe("uploaded");
});

test("where nobody can pay, the refusal names the administrator as the person to ask, with advice that a program reads", async () => {
  const person = await newPerson(server);
  await spendTrial(person);
  const { status, body } = await process(person, (await uploadFile(person)).id);
  expect([status, body.code]).toEqual([402, "plan-used-up-ask-administrator"]);
  expect(body.message).toEndWith(
    "this site doesn't take payments. To stamp more, please ask its administrator.",
  );
});

test("with TRIAL_DOCUMENTS=unlimited, nobody runs out of documents or waits for them, and the data folder stays sound", async () => {
  const { plans } = readConfig({ TRIAL_DOCUMENTS: "unlimited" });
  const own = await startWorkingServer({ config: { plans } });
  const person = await newPerson(own);
  sqlOf(own.deps.db)
    .prepare("UPDATE users SET free_stamps_from = ?")
    .run(Date.now() + 86_400_000);
  for (let stamp = 1; stamp <= 5; stamp += 1)
    expect((await processFile(person, (await uploadFile(person)).id)).status).toBe("completed");
  expect((await person.get("/api/subscription/status")).body).toMatchObject({
    plan: "trial",
    documentCount: 5,
    documentLimit: null,
    stampsLeft: null,
    freeStampsFrom: null,
  });
  const issues = await Promise.all(rowChecks.map((check) => check.findIssues(own.deps)));
  expect(issues.flat()).toEqual([]);
  await own.stop();
});

test("a hundred simultaneous calls get exactly the three free documents [threat H1]", async () => {
  const person = await newPerson(server);
  const ids = [];
  for (let i = 0; i < 100; i += 1) ids.push((await uploadFile(person, `${i}.pdf`)).id);
  const before = usedStamps();
  const answers = await Promise.all(ids.map((id) => process(person, id)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
  const refused = answers.filter(({ status, body }) => status === 402 && body.requiresPayment === true);
  expect(refused).toHaveLength(97);
  const documents = await Promise.all(ids.map((id) => untilFinished(person, id)));
  const completed = documents.filter(({ status }) => status === "completed");
  expect(new Set(completed.map(({ serialNumber }) => serialNumber)).size).toBe(3);
  expect(documents.filter(({ status }) => status === "uploaded")).toHaveLength(97);
  expect(usedStamps() - before).toBe(3);
  const { body } = await person.get("/api/subscription/status");
  expect(body).toMatchObject({ documentCount: 3, documentLimit: 3 });
});

test("fifty calls for one document create one stamp and use one from the plan [threat H2]", async () => {
  const person = await newPerson(server);
  const before = usedStamps();
  const { id } = await uploadFile(person);
  const answers = await Promise.all(Array.from({ length: 50 }, () => process(person, id)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(answers.map(({ body }) => body.serialNumber)).size).toBe(1);
  const finished = await untilFinished(person, id);
  const again = await process(person, id);
  expect(again.body).toMatchObject({ serialNumber: finished.serialNumber, status: "completed" });
  expect(usedStamps() - before).toBe(1);
});

test("the stamp of a failed document is returned once, and the document can be retried [threat H3]", async () => {
  const person = await newPerson(server);
  const before = usedStamps();
  const { id } = await uploadFile(person, "broken.pdf", broken);
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    await process(person, id);
    expect((await untilFinished(person, id)).status).toBe("error");
    expect(usedStamps()).toBe(before);
  }
  await spendTrial(person);
  expect(usedStamps()).toBe(before + 3);
});

test("deleting documents returns no stamps [threat H4]", async () => {
  const person = await newPerson(server);
  for (const id of await spendTrial(person)) await person.send("DELETE", `/api/documents/${id}`);
  expect((await process(person, (await uploadFile(person)).id)).status).toBe(402);
});

test("a document deleted during processing leaves nothing behind, and uses nothing from the plan", async () => {
  const person = await newPerson(server);
  const before = usedStamps();
  const { id } = await uploadFile(person, "long.pdf", smallPdf(2_000));
  const processing = process(person, id);
  await until("it is under way", async () => (await readDocument(person, id)).status === "processing");
  expect((await person.send("DELETE", `/api/documents/${id}`)).status).toBe(200);
  const { status, body } = await processing;
  expect(status === 404 || body.status === "processing").toBe(true);
  expect((await process(person, id)).status).toBe(404);
  await untilNoFileOf(id);
  expect(usedStamps()).toBe(before);
  await spendTrial(person);
});

test("a document that was paid for is processed even when the plan is used up", async () => {
  const person = await newPerson(server);
  await spendTrial(person);
  const { id } = await uploadFile(person);
  sqlOf(server.deps.db).prepare("UPDATE documents SET payment_completed = 'true' WHERE id = ?").run(id);
  expect((await processFile(person, id)).status).toBe("completed");
});
