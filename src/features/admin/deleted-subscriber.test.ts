import { afterAll, beforeAll, expect, test } from "bun:test";
import { sqliteOf } from "../../../db/client.ts";
import { runHousekeeping } from "../../server/housekeeping.ts";
import { auditOf, newAdmin } from "../../testing/test-admin.ts";
import {
  choose,
  getId,
  intentIn,
  newPersonOverQuota,
  openShop,
  pay,
  type Shop,
  stripeIdsOf,
} from "../../testing/test-billing.ts";
import type { TestClient } from "../../testing/test-client.ts";
import { newPerson } from "../../testing/test-documents.ts";
import { until } from "../../testing/test-waiting.ts";

let shop: Shop;
let admin: TestClient;
beforeAll(async () => {
  shop = await openShop();
  admin = await newAdmin(shop);
});
afterAll(() => shop.stop());

async function newSubscriber(): Promise<{ id: string; subscriptionId: string }> {
  const person = await newPerson(shop);
  shop.control.pay(intentIn(await choose(person, "unlimited")));
  const { subscription: subscriptionId } = await stripeIdsOf(shop, person);
  return { id: await getId(shop, person), subscriptionId };
}

const remove = (id: string) => admin.send("DELETE", `/api/admin/users/${id}`);
const subscriptionAtStripe = (id: string) => shop.deps.payments?.stripe.subscriptions.retrieve(id);
const paymentAtStripe = async (id: string) =>
  (await shop.deps.payments?.stripe.paymentIntents.retrieve(id))?.status;

test("a deleted subscriber is not charged again", async () => {
  const { id, subscriptionId } = await newSubscriber();
  expect((await subscriptionAtStripe(subscriptionId))?.cancel_at_period_end).toBe(false);
  expect((await remove(id)).status).toBe(200);
  expect((await subscriptionAtStripe(subscriptionId))?.cancel_at_period_end).toBe(true);
});

test("a subscriber whose subscription has already ended is deleted like any other user", async () => {
  const { id, subscriptionId } = await newSubscriber();
  await shop.deps.payments?.stripe.subscriptions.cancel(subscriptionId);
  expect((await remove(id)).status).toBe(200);
});

test("a bundle and a document awaiting payment cannot be paid for after their account is deleted", async () => {
  const { person, documentId } = await newPersonOverQuota(shop);
  const intents = [await choose(person, "bundle"), await pay(person, documentId)].map(intentIn);
  expect((await remove(await getId(shop, person))).status).toBe(200);
  expect(await Promise.all(intents.map(paymentAtStripe))).toEqual(["canceled", "canceled"]);
  for (const intent of intents) expect(() => shop.control.pay(intent)).toThrow();
});

test("a subscription that was started but not paid for cannot be paid for after its account is deleted", async () => {
  const person = await newPerson(shop);
  const intent = intentIn(await choose(person, "unlimited"));
  expect((await remove(await getId(shop, person))).status).toBe(200);
  expect(() => shop.control.pay(intent)).toThrow();
});

for (const [plan, path] of [
  ["unlimited", "/v1/subscriptions"],
  ["bundle", "/v1/payment_intents"],
] as const) {
  test(`${plan} is no longer sold if its account is deleted during checkout`, async () => {
    const person = await newPerson(shop);
    const id = await getId(shop, person);
    shop.control.fail({ mode: "hang", method: "POST", path });
    const choosing = choose(person, plan);
    await until("a call hangs", () => shop.control.hangingCalls() > 0);
    expect((await remove(id)).status).toBe(200);
    shop.control.clearFailures();
    expect((await choosing).status).toBe(401);
    await shop.control.deliveriesSettled();
    const made = sqliteOf(shop.deps.db).prepare("SELECT * FROM purchases WHERE user_id = ?").get(id);
    const { payment_intent: intent, subscription_id: subscription } = Object(made);
    if (plan === "bundle") expect(await paymentAtStripe(intent)).toBe("canceled");
    else expect((await subscriptionAtStripe(subscription))?.status).toBe("incomplete_expired");
  });
}

test("an account is deleted even while Stripe is down, and its payments are canceled when Stripe is back", async () => {
  const { id, subscriptionId } = await newSubscriber();
  const person = await newPerson(shop);
  const intent = intentIn(await choose(person, "bundle"));
  shop.control.fail({ mode: "not done", times: 1_000 });
  expect((await remove(id)).status).toBe(200);
  expect((await remove(await getId(shop, person))).status).toBe(200);
  await runHousekeeping(shop.deps, 0);
  shop.control.clearFailures();
  expect(await paymentAtStripe(intent)).toBe("requires_payment_method");
  await runHousekeeping(shop.deps, 0);
  expect(await paymentAtStripe(intent)).toBe("canceled");
  expect((await subscriptionAtStripe(subscriptionId))?.cancel_at_period_end).toBe(true);
  await shop.control.deliveriesSettled();
  const before = shop.control.calls().length;
  await runHousekeeping(shop.deps, 0);
  expect(shop.control.calls().length).toBe(before);
});

test("an account is deleted even after the Stripe keys are removed; the audit log warns of what may continue at Stripe", async () => {
  const { id } = await newSubscriber();
  const past = await newSubscriber();
  await shop.deps.payments?.stripe.subscriptions.cancel(past.subscriptionId);
  await shop.control.deliveriesSettled();
  const { payments } = shop.deps;
  shop.deps.payments = undefined;
  expect((await remove(id)).status).toBe(200);
  expect((await remove(past.id)).status).toBe(200);
  const detailOf = (subject: string) => auditOf(shop, subject).at(-1)?.detail;
  expect([detailOf(id), detailOf(past.id)]).toEqual([{ documents: 0, mayBeCharged: true }, { documents: 0 }]);
  shop.deps.payments = payments;
  await runHousekeeping(shop.deps, 0);
});

test("a payment in progress when its account is deleted is canceled as soon as it fails", async () => {
  const person = await newPerson(shop);
  const intent = intentIn(await choose(person, "bundle"));
  shop.control.holdSettlement(true);
  shop.control.pay(intent, { cashApp: true });
  expect((await remove(await getId(shop, person))).status).toBe(200);
  expect(await paymentAtStripe(intent)).toBe("processing");
  shop.control.holdSettlement(false);
  shop.control.settle(intent, "failed");
  await runHousekeeping(shop.deps, 0);
  expect(await paymentAtStripe(intent)).toBe("canceled");
});
