import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { Webhook } from "standardwebhooks";
import { closeDatabase, sqliteOf } from "../../../db/client.ts";
import type { WebhookEvent } from "../../../db/columns/webhooks.ts";
import { transaction } from "../../../db/transaction.ts";
import { queueJob, takeJob } from "../../platform/jobs/jobs.repo.ts";
import { createDeps } from "../../server/create-deps.ts";
import { makeTestFolder, testConfig } from "../../testing/test-server.ts";
import type { Actor } from "../accounts/accounts.ts";
import { removeUser } from "../admin/users.service.ts";
import type { Deps } from "../deps.ts";
import { deleteOldDeliveries } from "./announce.service.ts";
import { send } from "./send.ts";
import { newWebhookSecret } from "./signature.ts";
import { announceTo, newOwner, sendDue, startReceiver } from "./test-webhooks.ts";
import { webhookJobHandler } from "./webhook.job.ts";
import {
  createWebhook,
  listWebhooks,
  readDeliveries,
  removeWebhook,
  replayDelivery,
  rotateWebhookSecret,
  updateWebhook,
} from "./webhooks.service.ts";
import { webhookJob, webhookPausesMs } from "./webhooks.ts";

const hour = 3_600_000;
const events: WebhookEvent[] = ["document.completed"];

let clock = Date.now();
let dataDir: string;
let deps: Deps;
let owner: Actor;
const receiver = startReceiver();

beforeAll(async () => {
  dataDir = makeTestFolder();
  deps = await createDeps(testConfig({ dataDir, webhookPrivate: true }), { now: () => clock });
});
afterAll(async () => {
  await closeDatabase(deps.db);
  rmSync(dataDir, { recursive: true });
  await receiver.stop();
});

beforeEach(async () => {
  clock = Date.now();
  owner = await newOwner(deps.db, "jane@example.org");
  receiver.received.length = 0;
  receiver.answer = async () => new Response("thanks");
});
afterEach(() => {
  deps.config.webhookPrivate = true;
  sqliteOf(deps.db).exec("DELETE FROM webhook_endpoints; DELETE FROM jobs");
});

const refuse = (status: number) => {
  receiver.answer = async () => new Response("x".repeat(5_000), { status });
};
const only = async (id: string) => (await readDeliveries(deps, owner, id))[0];

test("the Standard Webhooks library accepts what is sent, and refuses forged bodies [threat W4]", async () => {
  const { id, secret } = await createWebhook(deps, owner, { url: receiver.url, events });
  await announceTo(deps, owner);
  await sendDue(deps);
  const [{ headers, body } = { headers: {}, body: "" }] = receiver.received;
  const told = new Webhook(secret).verify(body, headers);
  expect(told).toMatchObject({ type: "document.completed", data: { serialNumber: "AT-1" } });
  expect(() => new Webhook(secret).verify(body.replace("AT-1", "AT-2"), headers)).toThrow();
  expect(headers["content-type"]).toBe("application/json");
  expect(await only(id)).toMatchObject({
    id: headers["webhook-id"],
    state: "delivered",
    attempts: 1,
    answerStatus: 200,
    answerText: "thanks",
    nextAttemptAt: null,
  });
});

test("only the chosen events are sent, and only to enabled webhooks", async () => {
  const failed = await createWebhook(deps, owner, { url: receiver.url, events: ["document.failed"] });
  const off = await createWebhook(deps, owner, { url: receiver.url, events });
  await updateWebhook(deps, owner, { id: off.id, isEnabled: false });
  await announceTo(deps, owner);
  await sendDue(deps);
  expect(receiver.received).toEqual([]);
  await announceTo(deps, owner, "document.failed");
  await sendDue(deps);
  expect((await readDeliveries(deps, owner, failed.id)).map(({ event }) => event)).toEqual([
    "document.failed",
  ]);
});

test("a failed delivery is sent again after each pause of the standard, the same bytes under the same id [threat W4]", async () => {
  const { id, secret } = await createWebhook(deps, owner, { url: receiver.url, events });
  refuse(503);
  await announceTo(deps, owner);
  await sendDue(deps);
  for (const [index, pauseMs] of webhookPausesMs.entries()) {
    expect(await only(id)).toMatchObject({ state: "waiting", attempts: index + 1, answerStatus: 503 });
    clock += pauseMs - 1;
    await sendDue(deps);
    expect(receiver.received).toHaveLength(index + 1);
    clock += 1;
    await sendDue(deps);
    expect(receiver.received).toHaveLength(index + 2);
  }
  const end = await only(id);
  expect(end).toMatchObject({ state: "failed", attempts: 10, nextAttemptAt: null });
  expect([end?.answerText?.length, end?.fault]).toEqual([1024, "The endpoint answered with status 503."]);
  expect(new Set(receiver.received.map(({ headers, body }) => headers["webhook-id"] + body)).size).toBe(1);
  receiver.answer = async () => new Response(null, { status: 204 });
  clock = Date.now();
  const replayed = await replayDelivery(deps, owner, { id, deliveryId: String(end?.id) });
  expect(replayed).toMatchObject({ state: "waiting", attempts: 0, answerStatus: null, fault: null });
  await sendDue(deps);
  expect(await only(id)).toMatchObject({
    state: "delivered",
    attempts: 1,
    answerStatus: 204,
    answerText: null,
  });
  const last = receiver.received.at(-1);
  expect(new Webhook(secret).verify(last?.body ?? "", last?.headers ?? {})).toBeDefined();
  expect((await listWebhooks(deps, owner))[0]?.failingSince).toBeNull();
});

test("after five days without a delivery a webhook is disabled, and its owner is informed by mail [threat W5]", async () => {
  const { id } = await createWebhook(deps, owner, { url: receiver.url, events });
  refuse(500);
  for (const days of [0, 3, 5]) {
    clock = Date.now() + days * 24 * hour;
    await announceTo(deps, owner);
    await sendDue(deps);
  }
  expect((await listWebhooks(deps, owner))[0]?.disabledFor).toBe("failures");
  const mails = sqliteOf(deps.db).prepare("SELECT recipient FROM mails WHERE user_id = ?").pluck();
  expect(mails.all(owner.id)).toEqual(["jane@example.org"]);
  clock += 24 * hour;
  await sendDue(deps);
  expect((await readDeliveries(deps, owner, id)).map(({ state }) => state)).toEqual([
    "failed",
    "failed",
    "failed",
  ]);
  await expect(replayDelivery(deps, owner, { id, deliveryId: (await only(id))?.id ?? "" })).rejects.toThrow(
    "disabled",
  );
  const enabled = await updateWebhook(deps, owner, { id, isEnabled: true });
  expect([enabled.disabledFor, enabled.failingSince]).toEqual([null, null]);
});

test("deliveries waiting for a webhook when its owner disables it are not sent, and can be resent when it is enabled [threat W5]", async () => {
  const { id } = await createWebhook(deps, owner, { url: receiver.url, events });
  await announceTo(deps, owner);
  await updateWebhook(deps, owner, { id, isEnabled: false });
  await sendDue(deps);
  expect(receiver.received).toEqual([]);
  expect(await only(id)).toMatchObject({ state: "failed", attempts: 0, fault: "The webhook was disabled." });
  await updateWebhook(deps, owner, { id, isEnabled: true });
  await replayDelivery(deps, owner, { id, deliveryId: (await only(id))?.id ?? "" });
  await sendDue(deps);
  expect((await only(id))?.state).toBe("delivered");
});

test("a delivery that was refused for hours is not given up because its result could not be stored once", async () => {
  const { id } = await createWebhook(deps, owner, { url: receiver.url, events });
  refuse(503);
  await announceTo(deps, owner);
  await sendDue(deps);
  for (const pauseMs of webhookPausesMs.slice(0, 4)) {
    clock += pauseMs;
    await sendDue(deps);
  }
  receiver.answer = async () => new Response("thanks");
  clock += webhookPausesMs[4] ?? 0;
  const failing = "BEFORE UPDATE ON webhook_deliveries BEGIN SELECT RAISE(FAIL, 'not now'); END";
  sqliteOf(deps.db).exec(`CREATE TRIGGER not_now ${failing}`);
  await sendDue(deps);
  sqliteOf(deps.db).exec("DROP TRIGGER not_now");
  expect(await only(id)).toMatchObject({ state: "waiting", attempts: 5 });
  clock += 1_000;
  await sendDue(deps);
  expect(await only(id)).toMatchObject({ state: "delivered", attempts: 6 });
});

test("after a failure the next delivery is delayed, so an endpoint that refuses thousands does not get them all at once", async () => {
  const { id } = await createWebhook(deps, owner, { url: receiver.url, events });
  refuse(500);
  await announceTo(deps, owner);
  const job = await takeJob(deps.db, {
    owner: "node",
    kind: webhookJob,
    now: clock,
    leaseUntil: clock + hour,
  });
  if (!job) throw new Error("Nothing waits.");
  const cooldown = Promise.withResolvers<void>();
  const hasFailed = Promise.withResolvers<void>();
  let isOver = false;
  const handler = webhookJobHandler(deps, () => {
    hasFailed.resolve();
    return cooldown.promise;
  });
  const run = handler.run(job).then(() => (isOver = true));
  await hasFailed.promise;
  expect([isOver, (await only(id))?.attempts]).toEqual([false, 0]);
  cooldown.resolve();
  await run;
  expect(await only(id)).toMatchObject({ state: "waiting", attempts: 1 });
});

test("at most two thousand deliveries of an account wait; the log shows the next ones as not sent", async () => {
  const { id } = await createWebhook(deps, owner, { url: receiver.url, events });
  await transaction(deps, async (deps) => {
    for (let count = 0; count < 2_000; count += 1)
      await queueJob(deps.db, {
        kind: webhookJob,
        subject: `wait-${count}`,
        userId: owner.id,
        at: deps.now(),
      });
  });
  await announceTo(deps, owner);
  expect(await readDeliveries(deps, owner, id)).toMatchObject([
    { state: "failed", attempts: 0, fault: "Too many deliveries are already waiting." },
  ]);
});

test("a captured delivery that is replayed later is refused because of its time, and both time and id are signed [threat W4]", async () => {
  const { secret } = await createWebhook(deps, owner, { url: receiver.url, events });
  clock -= 6 * 60_000;
  await announceTo(deps, owner);
  await sendDue(deps);
  const [caught = { headers: {}, body: "" }] = receiver.received;
  const verifier = new Webhook(secret);
  expect(() => verifier.verify(caught.body, caught.headers)).toThrow("timestamp too old");
  const now = String(Math.floor(Date.now() / 1000));
  const anew = { ...caught.headers, "webhook-timestamp": now };
  for (const headers of [anew, { ...anew, "webhook-id": "msg_new" }])
    expect(() => verifier.verify(caught.body, headers)).toThrow("signature");
  expect(() => new Webhook(newWebhookSecret()).verify(caught.body, caught.headers)).toThrow();
});

test("for a day after a new secret is created, the old one signs too", async () => {
  const { id, secret: old } = await createWebhook(deps, owner, { url: receiver.url, events });
  const { secret } = await rotateWebhookSecret(deps, owner, id);
  await announceTo(deps, owner);
  await sendDue(deps);
  const [both = { headers: {}, body: "" }] = receiver.received;
  for (const key of [old, secret]) expect(new Webhook(key).verify(both.body, both.headers)).toBeDefined();
  clock += 24 * hour;
  await announceTo(deps, owner);
  await sendDue(deps);
  const signature = receiver.received[1]?.headers["webhook-signature"] ?? "";
  expect(signature.split(" ")).toHaveLength(1);
  expect((await listWebhooks(deps, owner))[0]?.previousSecretUntil).toBeNull();
});

test("no webhook reaches the server's own network, whatever name it uses [threat W1]", async () => {
  deps.config.webhookPrivate = false;
  const save = (url: string) => createWebhook(deps, owner, { url, events });
  const numbers = ["127.0.0.1", "169.254.169.254", "0.0.0.0", "0x7f.1", "0177.0.0.1", "2130706433", "127.1"];
  for (const host of [...numbers, "[::1]", "[::ffff:127.0.0.1]", "[::ffff:a9fe:a9fe]", "localhost"])
    await expect(save(`https://${host}/`)).rejects.toThrow("not on the public internet");
  await expect(save("http://example.org/")).rejects.toThrow("https");
  await expect(save("https://user:password@example.org/")).rejects.toThrow("without a password");
  deps.config.webhookPrivate = true;
  const port = new URL(receiver.url).port;
  for (const host of ["localhost", "127.0.0.1", "[::ffff:127.0.0.1]"])
    await createWebhook(deps, owner, { url: `https://${host}:${port}/`, events });
  await createWebhook(deps, owner, { url: receiver.url, events });
  deps.config.webhookPrivate = false;
  await announceTo(deps, owner);
  await sendDue(deps);
  const faults = await Promise.all(
    (await listWebhooks(deps, owner)).map(async ({ id }) => (await only(id))?.fault),
  );
  expect(faults.toSorted()).toEqual([
    "The address does not begin with https.",
    ...Array(3).fill("The endpoint's host is unknown, or not on the public internet."),
  ]);
  expect(receiver.received).toEqual([]);
});

test("a webhook with an unknown or private host name is refused when it is saved, with the same message [threat W2]", async () => {
  deps.config.webhookPrivate = false;
  const names: Record<string, string[]> = {
    "inside.example": ["10.0.0.7"],
    "mixed.example": ["93.184.215.14", "127.0.0.1"],
    "public.example": ["93.184.215.14"],
    "unknown.example": [],
  };
  const lookUp = async (name: string) => names[name] ?? [];
  const save = (host: string) => createWebhook(deps, owner, { url: `https://${host}/`, events }, lookUp);
  await expect(save("inside.example")).rejects.toThrow("not on the public internet");
  await expect(save("mixed.example")).rejects.toThrow("not on the public internet");
  const refusals = await Promise.all(
    ["inside.example", "unknown.example"].map((host) => save(host).catch(String)),
  );
  expect(new Set(refusals).size).toBe(1);
  const { id } = await save("public.example");
  const moved = updateWebhook(deps, owner, { id, url: "https://inside.example/" }, lookUp);
  await expect(moved).rejects.toThrow("not on the public internet");
  expect((await listWebhooks(deps, owner)).map(({ url }) => new URL(url).host)).not.toContain(
    "inside.example",
  );
});

test("while DNS is down, a webhook can be saved; its deliveries check the address again [threat W2]", async () => {
  deps.config.webhookPrivate = false;
  const failing = async () => {
    throw new Error("getaddrinfo ECONNREFUSED");
  };
  const url = "https://later.example/";
  const { id } = await createWebhook(deps, owner, { url, events }, failing);
  expect(await updateWebhook(deps, owner, { id, url: `${url}moved` }, failing)).toMatchObject({
    url: `${url}moved`,
  });
  await expect(createWebhook(deps, owner, { url: "https://10.0.0.7/", events }, failing)).rejects.toThrow(
    "not on the public internet",
  );
  const network = { lookUp: async () => ["10.0.0.7"] };
  expect(
    await send({ url, headers: {}, body: "", allowsPrivate: false, timeoutMs: 5_000, network }),
  ).toMatchObject({ failure: { code: "webhook-host-not-public" } });
});

test("redirects are not followed, and a closed connection is reported [threat W3]", async () => {
  const { id } = await createWebhook(deps, owner, { url: receiver.url, events });
  receiver.answer = async () => Response.redirect(`${receiver.url}/elsewhere`, 307);
  await announceTo(deps, owner);
  await sendDue(deps);
  expect([receiver.received.length, (await only(id))?.fault]).toEqual([
    1,
    "The endpoint answered with status 307.",
  ]);
  await updateWebhook(deps, owner, { id, url: "http://127.0.0.1:1/" });
  clock += 5_000;
  await sendDue(deps);
  expect(await only(id)).toMatchObject({
    answerStatus: null,
    fault: expect.stringContaining("Couldn't reach the endpoint"),
  });
});

test("only the owner can see webhooks and deliveries, and there are at most five webhooks [threat W5]", async () => {
  const { id } = await createWebhook(deps, owner, { url: receiver.url, events });
  await announceTo(deps, owner);
  const deliveryId = (await only(id))?.id ?? "";
  const stranger = await newOwner(deps.db);
  const own = await createWebhook(deps, stranger, { url: receiver.url, events });
  expect(await listWebhooks(deps, stranger)).toHaveLength(1);
  for (const act of [
    async () => updateWebhook(deps, stranger, { id, isEnabled: false }),
    async () => rotateWebhookSecret(deps, stranger, id),
    async () => readDeliveries(deps, stranger, id),
    async () => replayDelivery(deps, stranger, { id, deliveryId }),
    async () => replayDelivery(deps, stranger, { id: own.id, deliveryId }),
    async () => removeWebhook(deps, stranger, id),
  ])
    await expect(act()).rejects.toThrow("does not exist");
  for (let more = 1; more < 5; more += 1) await createWebhook(deps, owner, { url: receiver.url, events });
  await expect(createWebhook(deps, owner, { url: receiver.url, events })).rejects.toThrow(
    "You have 5 webhooks",
  );
});

test("unsent deliveries are not sent after the webhook or the account is deleted [threat W5]", async () => {
  const { id } = await createWebhook(deps, owner, { url: receiver.url, events });
  await announceTo(deps, owner);
  await removeWebhook(deps, owner, id);
  const gone = await newOwner(deps.db);
  await createWebhook(deps, gone, { url: receiver.url, events });
  await announceTo(deps, gone);
  await removeUser(deps, { ...owner, isAdmin: true, hasAdminPassword: true }, gone.id);
  await sendDue(deps);
  expect(receiver.received).toEqual([]);
  const left = sqliteOf(deps.db).prepare("SELECT count(*) FROM webhook_deliveries").pluck().get();
  expect([left, await listWebhooks(deps, gone)]).toEqual([0, []]);
});

test("the delivery log covers thirty days", async () => {
  const { id } = await createWebhook(deps, owner, { url: receiver.url, events });
  await announceTo(deps, owner);
  clock += 30 * 24 * hour;
  await deleteOldDeliveries(deps);
  expect(await readDeliveries(deps, owner, id)).toHaveLength(1);
  clock += 1;
  await deleteOldDeliveries(deps);
  expect(await readDeliveries(deps, owner, id)).toEqual([]);
});
