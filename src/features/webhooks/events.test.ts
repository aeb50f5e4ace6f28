import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sqliteOf } from "../../../db/client.ts";
import { webhookEvents } from "../../../db/columns/webhooks.ts";
import { createTestClient, type TestClient } from "../../testing/test-client.ts";
import { attestFiles, makeFiles } from "../../testing/test-collections.ts";
import {
  formWith,
  newPerson,
  processFile,
  smallPdf,
  startWorkingServer,
  untilFinished,
  uploadFile,
} from "../../testing/test-documents.ts";
import type { TestServer } from "../../testing/test-server.ts";
import { subscribe, typesOf } from "./test-webhooks.ts";

setDefaultTimeout(600_000);

let server: TestServer;
beforeAll(async () => {
  server = await startWorkingServer({ config: { webhookPrivate: true } });
});
afterAll(() => server.stop());

const queued = () => {
  const count = (table: string) =>
    Number(sqliteOf(server.deps.db).prepare(`SELECT count(*) FROM ${table}`).pluck().get());
  return [count("webhook_deliveries"), count("documents")];
};

/** Every statement of this kind fails, as on a full disk, until the returned function is called. */
function refuse(statement: "INSERT ON webhook_deliveries" | "DELETE ON documents") {
  const db = sqliteOf(server.deps.db);
  db.exec(`CREATE TRIGGER refused BEFORE ${statement} BEGIN SELECT RAISE(ABORT, 'refused'); END`);
  return () => db.exec("DROP TRIGGER refused");
}

test("a program learns that a document was uploaded, completed and deleted, in this order and without names [threat C15]", async () => {
  const jane = await newPerson(server);
  const hook = await subscribe(jane);
  const { id, sha256 } = await uploadFile(jane, "lease.pdf");
  await hook.untilTold(1);
  const { serialNumber } = await processFile(jane, id);
  await hook.untilTold(2);
  expect((await jane.send("DELETE", `/api/documents/${id}`)).status).toBe(200);
  const told = await hook.untilTold(3);
  const facts = { id, kind: "document", projectId: null, sha256 };
  expect(told).toMatchObject([
    { type: "document.uploaded", data: { ...facts, status: "uploaded", serialNumber: null } },
    { type: "document.completed", data: { ...facts, status: "completed", serialNumber } },
    { type: "document.deleted", data: { ...facts, status: "completed", serialNumber } },
  ]);
  expect(new Set(told.map(({ id }) => id)).size).toBe(3);
  expect(JSON.stringify(told)).not.toMatch(/lease|Jane|Doe/);
  await hook.stop();
});

test("a document that was deleted twice, or with others, is reported as deleted once", async () => {
  const jane = await newPerson(server);
  const documents = [await uploadFile(jane), await uploadFile(jane, "other.pdf", smallPdf(2))];
  const hook = await subscribe(jane, ["document.deleted"]);
  const ids = documents.map(({ id }) => id);
  await Promise.all([
    jane.post("/api/documents/delete", { ids }),
    jane.send("DELETE", `/api/documents/${ids[0]}`),
  ]);
  expect((await jane.post("/api/documents/delete", { ids })).body).toEqual({ deleted: 0 });
  const told = await hook.untilTold(2);
  expect(told.map(({ data }) => data.id).toSorted()).toEqual(ids.toSorted());
  expect(JSON.parse((await jane.get(`/api/webhooks/${hook.id}/deliveries`)).text)).toHaveLength(2);
  await hook.stop();
});

test("an upload or a deletion that fails is not reported, and one that cannot be reported is not done", async () => {
  const jane = await newPerson(server);
  const { id } = await uploadFile(jane);
  const hook = await subscribe(jane);
  const before = queued();
  const undoDelete = refuse("DELETE ON documents");
  expect((await jane.send("DELETE", `/api/documents/${id}`)).status).toBe(500);
  undoDelete();
  const undoInsert = refuse("INSERT ON webhook_deliveries");
  const form = formWith("lease.pdf", smallPdf());
  expect((await jane.send("POST", "/api/documents/upload", { body: form })).status).toBe(500);
  expect((await jane.send("DELETE", `/api/documents/${id}`)).status).toBe(500);
  undoInsert();
  expect(queued()).toEqual(before);
  await uploadFile(jane, "next.pdf");
  expect(typesOf(await hook.untilTold(1))).toEqual(["document.uploaded"]);
  await hook.stop();
});

test("a collection is reported as attested and a timeline as sealed, both besides document.completed", async () => {
  const jane = await newPerson(server);
  const project = (await jane.post("/api/projects", { name: "Case" })).body.id;
  const lease = await processFile(jane, (await uploadFile(jane)).id);
  await jane.post(`/api/projects/${project}/entries`, { ids: [lease.id] });
  const hook = await subscribe(jane);
  const collection = await attestFiles(jane, makeFiles(3));
  const [first, second] = await hook.untilTold(2);
  expect([first?.type, second?.type].toSorted()).toEqual(["collection.attested", "document.completed"]);
  expect([first?.data, second?.data]).toEqual(
    Array(2).fill(expect.objectContaining({ id: collection.id, kind: "collection" })),
  );
  const answer = await jane.post(`/api/projects/${project}/timeline`);
  const timeline = await untilFinished(jane, String(answer.body.id));
  const sealed = (await hook.untilTold(4)).slice(2);
  expect(typesOf(sealed).toSorted()).toEqual(["document.completed", "timeline.sealed"]);
  expect(sealed.map(({ data }) => data)).toEqual(
    Array(2).fill(expect.objectContaining({ id: timeline.id, kind: "timeline", projectId: project })),
  );
  await hook.stop();
});

test("an acknowledged project is reported to its owner once, without the name that was typed", async () => {
  const jane = await newPerson(server);
  const project = String((await jane.post("/api/projects", { name: "Roof" })).body.id);
  const lease = await processFile(jane, (await uploadFile(jane)).id);
  await jane.post(`/api/projects/${project}/entries`, { ids: [lease.id] });
  const hook = await subscribe(jane, ["project.acknowledged"]);
  const token = await ask(jane, project);
  const visitor = createTestClient(server.origin);
  const { list } = JSON.parse((await visitor.post("/api/share/open", { token })).text).project;
  const acknowledge = () => visitor.post("/api/share/acknowledge", { token, list, name: "Bob Smith" });
  const answers = await Promise.all([acknowledge(), acknowledge()]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const told = await hook.untilTold(1);
  const [share] = JSON.parse((await jane.get(`/api/projects/${project}/shares`)).text);
  const { id: shareId, acknowledgement } = share;
  const { documentId } = acknowledgement;
  expect(told).toMatchObject([
    { type: "project.acknowledged", data: { projectId: project, shareId, documentId } },
  ]);
  await untilFinished(jane, documentId);
  expect(JSON.parse((await jane.get(`/api/webhooks/${hook.id}/deliveries`)).text)).toHaveLength(1);
  expect(JSON.stringify(told)).not.toMatch(/Bob|Smith|example\.org/);
  await hook.stop();
});

test("a webhook gets no events of other accounts, and one made before knows only the events chosen for it", async () => {
  const [jane, bob] = [await newPerson(server), await newPerson(server, "Bob", "Roe")];
  const [all, old] = [
    await subscribe(jane),
    await subscribe(jane, ["document.completed", "document.failed"]),
  ];
  const ofBob = await subscribe(bob);
  const bobs = await uploadFile(bob);
  const janes = await uploadFile(jane);
  await processFile(jane, janes.id);
  await bob.send("DELETE", `/api/documents/${bobs.id}`);
  expect(typesOf(await all.untilTold(2))).toEqual(["document.uploaded", "document.completed"]);
  expect(typesOf(await old.untilTold(1))).toEqual(["document.completed"]);
  expect(typesOf(await ofBob.untilTold(2))).toEqual(["document.uploaded", "document.deleted"]);
  expect(all.told().map(({ data }) => data.id)).toEqual([janes.id, janes.id]);
  expect(ofBob.told().map(({ data }) => data.id)).toEqual([bobs.id, bobs.id]);
  for (const hook of [all, old, ofBob]) await hook.stop();
});

test("an office's webhook gets the office's events, its members' own webhooks do not, and a removed member's gets nothing [threat C32]", async () => {
  const [owner, manager] = [await newPerson(server), await newPerson(server, "Max", "Member")];
  const own = await subscribe(owner);
  const office = String((await owner.post("/api/offices", { name: "Doe LLP" })).body.id);
  await owner.post("/api/offices/switch", { id: office });
  const invitation = await owner.post("/api/office/invitations", { role: "manager" });
  const token = String(invitation.body.url).split("#")[1];
  await manager.post("/api/invitations/accept", { token });
  await manager.post("/api/offices/switch", { id: office });
  const notOfPayments = webhookEvents.filter((event) => !event.startsWith("payment."));
  const [ofOwner, ofManager] = [await subscribe(owner), await subscribe(manager, notOfPayments)];
  const first = await uploadFile(manager);
  for (const hook of [ofOwner, ofManager])
    expect(typesOf(await hook.untilTold(1))).toEqual(["document.uploaded"]);
  const members = JSON.parse((await owner.get("/api/office")).text).members;
  const max = members.find(({ role }: { role: string }) => role === "manager");
  expect((await owner.send("DELETE", `/api/office/members/${max.id}`)).status).toBe(200);
  await owner.send("DELETE", `/api/documents/${first.id}`);
  expect(typesOf(await ofOwner.untilTold(2))).toEqual(["document.uploaded", "document.deleted"]);
  expect([ofManager.told().length, own.told()]).toEqual([1, []]);
  for (const hook of [own, ofOwner, ofManager]) await hook.stop();
});

/** Asks someone to acknowledge the project, and reads the link in the email, which stays in the outbox. */
async function ask(client: TestClient, project: string): Promise<string> {
  const email = `${crypto.randomUUID()}@example.org`;
  await client.post(`/api/projects/${project}/acknowledgements`, { email });
  const outbox = join(server.deps.config.dataDir, "outbox");
  const mails = readdirSync(outbox).map((name) => readFileSync(join(outbox, name), "utf8"));
  const words = mails
    .find((text) => text.includes(email))
    ?.replace(/=\r?\n/g, "")
    .replaceAll("=3D", "=");
  return /\/share#([\w-]{43})/.exec(words ?? "")?.[1] ?? "";
}
