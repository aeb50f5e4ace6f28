import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { sqliteOf } from "../../../db/client.ts";
import type { WebhookEvent } from "../../../db/columns/webhooks.ts";
import { signatureHeader } from "../../testing/stripe/webhooks.ts";
import {
  choose,
  complete,
  declineRenewals,
  getId,
  intentIn,
  newPersonOverQuota,
  openShop,
  pay,
  type Shop,
} from "../../testing/test-billing.ts";
import { createTestClient, type TestClient } from "../../testing/test-client.ts";
import { newPerson } from "../../testing/test-documents.ts";
import { subscribe } from "../webhooks/test-webhooks.ts";

setDefaultTimeout(600_000);
let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ config: { webhookPrivate: true, credits: "redeem" } });
});
afterAll(() => shop.stop());

const events: WebhookEvent[] = ["payment.completed", "payment.refunded"];

/** What the log of the webhook's deliveries lists, oldest first. */
async function listEvents(person: TestClient, webhook: string): Promise<string[]> {
  const log: { event: string }[] = JSON.parse((await person.get(`/api/webhooks/${webhook}/deliveries`)).text);
  return log.map(({ event }) => event).toReversed();
}

async function postToServer(event: object | undefined): Promise<number> {
  const body = JSON.stringify(event);
  const signature = signatureHeader(body, shop.stripeFake.webhookSecret, Math.floor(Date.now() / 1000));
  const headers = { "content-type": "application/json", "stripe-signature": signature };
  return (await createTestClient(shop.origin).send("POST", "/api/stripe/webhook", { body, headers })).status;
}

test("a payment that Stripe reports twenty times, and the page as well, is announced once, without an amount [threat C15] [threat H10]", async () => {
  shop.control.setDelivery({ hold: true });
  const { person, documentId } = await newPersonOverQuota(shop);
  const hook = await subscribe(person, events);
  shop.control.pay(intentIn(await pay(person, documentId)));
  await shop.control.releaseEvents({ copies: 20 });
  expect((await complete(person, documentId)).status).toBe(200);
  const [told] = await hook.untilTold(1);
  const [payment] = JSON.parse((await person.get("/api/subscription/payments")).text).payments;
  expect(told).toMatchObject({
    type: "payment.completed",
    data: { id: payment.id, plan: "payper", status: "paid", documentIds: [documentId] },
  });
  expect(JSON.stringify(told)).not.toMatch(/299|Jane|Doe|amount/);
  expect(await listEvents(person, hook.id)).toEqual(["payment.completed"]);
  shop.control.setDelivery({ hold: false });
  await hook.stop();
});

test("a refund in parts is announced for each part, the last one as refunded", async () => {
  const person = await newPerson(shop);
  const hook = await subscribe(person, events);
  const intent = intentIn(await choose(person, "smallbundle"));
  shop.control.pay(intent);
  await hook.untilTold(1);
  for (const [count, cents] of [
    [2, 100],
    [3, undefined],
  ] as const) {
    shop.control.refund(intent, cents);
    await hook.untilTold(count);
  }
  await shop.control.deliveriesSettled();
  expect(hook.told().map(({ type, data }) => [type, data.status])).toEqual([
    ["payment.completed", "paid"],
    ["payment.refunded", "paid"],
    ["payment.refunded", "refunded"],
  ]);
  expect(await listEvents(person, hook.id)).toHaveLength(3);
  await hook.stop();
});

test("the first month of a subscription is announced, and the payment that was missing after a declined one", async () => {
  const person = await newPerson(shop);
  const hook = await subscribe(person, events);
  shop.control.pay(intentIn(await choose(person, "unlimited")));
  expect(await hook.untilTold(1)).toMatchObject([
    { type: "payment.completed", data: { plan: "unlimited", status: "paid", documentIds: [] } },
  ]);
  await declineRenewals(shop, person);
  shop.control.advance(32 * 86_400);
  await shop.control.deliveriesSettled();
  shop.control.pay(intentIn(await choose(person, "unlimited")));
  expect(await hook.untilTold(2)).toMatchObject([{}, { type: "payment.completed" }]);
  await hook.stop();
});

test("a document that a free credit pays for is announced", async () => {
  const { person, documentId } = await newPersonOverQuota(shop);
  const hook = await subscribe(person, events);
  sqliteOf(shop.deps.db)
    .prepare("UPDATE users SET free_credits = 1 WHERE id = ?")
    .run(await getId(shop, person));
  expect((await person.post("/api/payment/redeem-credit", { documentId })).status).toBe(200);
  expect(await hook.untilTold(1)).toMatchObject([{ data: { documentIds: [documentId], status: "paid" } }]);
  await hook.stop();
});

test("a payment that cannot be stored is announced only when Stripe's event is repeated and stored", async () => {
  shop.control.setDelivery({ hold: true });
  const { person, documentId } = await newPersonOverQuota(shop);
  const hook = await subscribe(person, events);
  shop.control.pay(intentIn(await pay(person, documentId)));
  const event = shop.control.heldEvents().find(({ type }) => type === "payment_intent.succeeded");
  const db = sqliteOf(shop.deps.db);
  // The last write of the transaction fails, as on a full disk.
  db.exec(
    "CREATE TRIGGER refused BEFORE UPDATE OF confirmed_at ON purchases BEGIN SELECT RAISE(ABORT, 'no'); END",
  );
  expect(await postToServer(event)).toBe(500);
  db.exec("DROP TRIGGER refused");
  expect(await listEvents(person, hook.id)).toEqual([]);
  expect([await postToServer(event), await postToServer(event)]).toEqual([200, 200]);
  await hook.untilTold(1);
  expect(await listEvents(person, hook.id)).toEqual(["payment.completed"]);
  await shop.control.releaseEvents();
  shop.control.setDelivery({ hold: false });
  await hook.stop();
});
