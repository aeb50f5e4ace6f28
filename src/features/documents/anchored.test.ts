import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { readHead } from "../../issuing/log/log.service.ts";
import {
  insertCosignature,
  insertWitnessed,
  saveBlock,
  saveProof,
} from "../../issuing/witnesses/witnesses.repo.ts";
import type { TestClient } from "../../testing/test-client.ts";
import { newPerson, processFile, startWorkingServer, uploadFile } from "../../testing/test-documents.ts";
import type { TestServer } from "../../testing/test-server.ts";
import { sqlOf } from "../../testing/test-sql.ts";
import { subscribe, typesOf } from "../webhooks/test-webhooks.ts";
import { announceAnchored } from "./anchored.service.ts";

setDefaultTimeout(600_000);

let server: TestServer;
beforeAll(async () => {
  server = await startWorkingServer({ config: { webhookPrivate: true } });
});
afterAll(() => server.stop());

const look = () => announceAnchored(server.deps, new AbortController().signal);
const stampOne = async (person: TestClient) => processFile(person, (await uploadFile(person)).id);
const countDeliveries = () =>
  sqlOf(server.deps.db).prepare("SELECT count(*) FROM webhook_deliveries").pluck().get();

/** The log is shown to those who confirm it; so far no one has. */
async function showLog(): Promise<number> {
  const { size, checkpoint } = await readHead(server.deps);
  await insertWitnessed(server.deps.db, size, checkpoint, new Date());
  return size;
}

const cosign = (size: number) =>
  insertCosignature(server.deps.db, { size, witness: "witness.example", line: "line", time: new Date() });

test("a webhook is told once that a document is anchored, and nothing about others' documents or earlier ones", async () => {
  const [jane, bob] = [await newPerson(server), await newPerson(server, "Bob", "Roe")];
  await stampOne(jane);
  await cosign(await showLog());
  sqlOf(server.deps.db).exec("DELETE FROM announced_anchors");
  await look();
  const hook = await subscribe(jane, ["document.anchored"]);
  const other = await subscribe(bob, ["document.completed"]);
  const document = await stampOne(jane);
  await stampOne(bob);
  const size = await showLog();
  await saveProof(server.deps.db, size, Buffer.from("a promise"), "pending");
  await look();
  expect(await deliveriesOf(jane, hook.id)).toEqual([]);
  await saveBlock(server.deps.db, size, {
    block: 900_000,
    hasAllHeaders: true,
    proof: Buffer.from("a proof"),
  });
  await Promise.all([look(), look()]);
  await look();
  expect(await hook.untilTold(1)).toMatchObject([
    {
      type: "document.anchored",
      data: { id: document.id, kind: "document", serialNumber: document.serialNumber, status: "completed" },
    },
  ]);
  expect(await deliveriesOf(jane, hook.id)).toHaveLength(1);
  expect(typesOf(await other.untilTold(1))).toEqual(["document.completed"]);
  await hook.stop();
  await other.stop();
});

test("documents that could not be reported as anchored are reported by the next run, deleted ones never", async () => {
  const jane = await newPerson(server);
  const hook = await subscribe(jane, ["document.anchored"]);
  const [kept, deleted] = [await stampOne(jane), await stampOne(jane)];
  await cosign(await showLog());
  await jane.send("DELETE", `/api/documents/${deleted.id}`);
  const before = countDeliveries();
  const now = () => {
    throw new Error("failed in the middle of the transaction");
  };
  const failing = announceAnchored({ ...server.deps, now }, new AbortController().signal);
  await expect(failing).rejects.toThrow("in the middle");
  expect(countDeliveries()).toBe(before);
  await look();
  expect((await hook.untilTold(1)).map(({ data }) => data.id)).toEqual([kept.id]);
  expect(await deliveriesOf(jane, hook.id)).toHaveLength(1);
  await hook.stop();
});

test("a run announces at most a thousand entries, and the next run the rest", async () => {
  const jane = await newPerson(server);
  const hook = await subscribe(jane, ["document.anchored"]);
  const { id } = await stampOne(jane);
  const db = sqlOf(server.deps.db);
  const size = await showLog();
  await cosign(size);
  db.prepare("UPDATE announced_anchors SET size = ?").run(size - 1_001);
  await look();
  expect(db.prepare("SELECT size FROM announced_anchors").pluck().get()).toBe(size - 1);
  expect(await deliveriesOf(jane, hook.id)).toEqual([]);
  await look();
  expect((await hook.untilTold(1)).map(({ data }) => data.id)).toEqual([id]);
  await hook.stop();
});

async function deliveriesOf(person: TestClient, webhook: string): Promise<unknown[]> {
  return JSON.parse((await person.get(`/api/webhooks/${webhook}/deliveries`)).text);
}
