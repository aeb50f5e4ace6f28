import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { transaction } from "../../../db/transaction.ts";
import {
  codeOf,
  newMember,
  newOffice,
  removeMember,
  sendJson,
  setRole,
  type TestOffice,
} from "../../testing/test-offices.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";
import { announce } from "../webhooks/announce.service.ts";
import { sendDue, startReceiver } from "../webhooks/test-webhooks.ts";

setDefaultTimeout(600_000);

let server: TestServer;
const receiver = startReceiver();
beforeAll(async () => {
  server = await startTestServer({ config: { webhookPrivate: true } });
});
afterAll(async () => {
  await server.stop();
  await receiver.stop();
});

const madeByHigherRole = [403, "office-made-by-higher-role"];
const forOwners = [403, "payment-events-for-owners"];
const hook = (...events: string[]) => ({ url: receiver.url, events });

test("a manager changes, ends or deletes no webhook that an owner set up [threat C33]", async () => {
  const office = await newOffice(server);
  const manager = await newMember(server, office, "manager");
  const { id } = (await office.owner.post("/api/webhooks", hook("document.completed"))).body;
  const path = `/api/webhooks/${id}`;
  const changes = [{ url: `${receiver.url}/other` }, { events: ["document.failed"] }, { isEnabled: false }];
  for (const change of changes)
    expect(codeOf(await sendJson(manager, "PATCH", path, change))).toEqual(madeByHigherRole);
  expect(codeOf(await manager.post(`${path}/rotate`))).toEqual(madeByHigherRole);
  expect(codeOf(await manager.send("DELETE", path))).toEqual(madeByHigherRole);
  const { id: own } = (await manager.post("/api/webhooks", hook("document.completed"))).body;
  expect((await sendJson(office.owner, "PATCH", `/api/webhooks/${own}`, { isEnabled: false })).status).toBe(
    200,
  );
  expect((await manager.post(`/api/webhooks/${own}/rotate`)).status).toBe(200);
  await setRole(server, office.owner, manager, "owner");
  expect((await manager.send("DELETE", path)).status).toBe(200);
});

test("a member ends no link that a manager or an owner made, not even with its project [threat C33]", async () => {
  const office = await newOffice(server);
  const manager = await newMember(server, office, "manager");
  const member = await newMember(server, office, "member");
  const project = (await member.post("/api/projects", { name: "Case" })).body.id;
  const share = async (by: TestOffice["owner"]) =>
    (await by.post(`/api/projects/${project}/shares`, { downloads: "copies", expiresInDays: 7 })).body.id;
  const ofOwner = await share(office.owner);
  const ofManager = await share(manager);
  const ofMember = await share(member);
  for (const [by, id] of [
    [member, ofManager],
    [member, ofOwner],
    [manager, ofOwner],
  ] as const)
    expect(codeOf(await by.send("DELETE", `/api/shares/${id}`))).toEqual(madeByHigherRole);
  expect(codeOf(await manager.send("DELETE", `/api/projects/${project}`))).toEqual(madeByHigherRole);
  expect((await manager.send("DELETE", `/api/shares/${ofMember}`)).status).toBe(200);
  expect((await office.owner.send("DELETE", `/api/shares/${ofOwner}`)).status).toBe(200);
  expect((await manager.send("DELETE", `/api/projects/${project}`)).status).toBe(200);
});

test("only owners choose events about payments, and only their webhooks are told [threat C40]", async () => {
  const { deps } = server;
  const office = await newOffice(server);
  const manager = await newMember(server, office, "manager");
  const owner = await newMember(server, office, "owner");
  const ofManager = (await manager.post("/api/webhooks", hook("document.completed"))).body.id;
  expect(codeOf(await manager.post("/api/webhooks", hook("payment.completed")))).toEqual(forOwners);
  const choose = { events: ["payment.refunded"] };
  expect(codeOf(await sendJson(manager, "PATCH", `/api/webhooks/${ofManager}`, choose))).toEqual(forOwners);
  const { id } = (await owner.post("/api/webhooks", hook("payment.completed"))).body;
  const pay = () =>
    transaction(deps, async (deps) =>
      announce(deps, office.id, {
        type: "payment.completed",
        data: { id: crypto.randomUUID(), plan: "unlimited", status: "paid", documentIds: [] },
      }),
    );
  const deliveries = async () =>
    JSON.parse((await office.owner.get(`/api/webhooks/${id}/deliveries`)).text).map(
      ({ state, faultCode }: Record<string, unknown>) => [state, faultCode],
    );
  await pay();
  await sendDue(deps);
  expect(receiver.received).toHaveLength(1);
  await pay();
  await setRole(server, office.owner, owner, "manager");
  await pay();
  await sendDue(deps);
  const sentBefore = [
    ["failed", "webhook-not-for-payments"],
    ["delivered", null],
  ];
  expect(await deliveries()).toEqual(sentBefore);
  const [{ id: failed }] = JSON.parse((await owner.get(`/api/webhooks/${id}/deliveries`)).text);
  expect(codeOf(await owner.post(`/api/webhooks/${id}/deliveries/${failed}/replay`))).toEqual([
    403,
    "webhook-not-for-payments",
  ]);
  await sendJson(manager, "PATCH", `/api/webhooks/${id}`, { url: `${receiver.url}/stolen` });
  await pay();
  await sendDue(deps);
  expect(receiver.received).toHaveLength(1);
  await sendJson(office.owner, "PATCH", `/api/webhooks/${id}`, { url: receiver.url });
  await pay();
  await sendDue(deps);
  expect(receiver.received).toHaveLength(2);
});

test("a webhook of an owner who was removed is told of payments again only after an owner enables it [threat C40]", async () => {
  const office = await newOffice(server);
  const owner = await newMember(server, office, "owner");
  const manager = await newMember(server, office, "manager");
  const { id } = (await owner.post("/api/webhooks", hook("payment.completed"))).body;
  await setRole(server, office.owner, owner, "member");
  await removeMember(server, office, owner);
  const path = `/api/webhooks/${id}`;
  expect((await sendJson(manager, "PATCH", path, { isEnabled: true })).status).toBe(200);
  const pay = () =>
    transaction(server.deps, async (deps) =>
      announce(deps, office.id, {
        type: "payment.completed",
        data: { id: crypto.randomUUID(), plan: "unlimited", status: "paid", documentIds: [] },
      }),
    );
  expect(await pay()).toBe(false);
  await sendJson(office.owner, "PATCH", path, { isEnabled: false });
  await sendJson(office.owner, "PATCH", path, { isEnabled: true });
  expect(await pay()).toBe(true);
});
