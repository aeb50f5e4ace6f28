import { afterAll, beforeAll, expect, test } from "bun:test";
import { choose, idOf, intentIn, openShop, type Shop } from "../billing/test-billing.ts";
import { newPerson } from "../documents/test-documents.ts";
import type { TestClient } from "../http/test-client.ts";
import { newAdmin } from "./test-admin.ts";

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
  const id = await idOf(shop, person);
  const row = shop.deps.db.$client.prepare("SELECT stripe_subscription_id FROM users WHERE id = ?");
  return { id, subscriptionId: String(row.pluck().get(id)) };
}

const subscriptionAtStripe = (id: string) => shop.deps.payments?.stripe.subscriptions.retrieve(id);

test("a deleted subscriber is not charged again", async () => {
  const { id, subscriptionId } = await newSubscriber();
  expect((await subscriptionAtStripe(subscriptionId))?.cancel_at_period_end).toBe(false);
  expect((await admin.send("DELETE", `/api/admin/users/${id}`)).status).toBe(200);
  expect((await subscriptionAtStripe(subscriptionId))?.cancel_at_period_end).toBe(true);
});

test("a subscriber whose subscription is over already is deleted like anybody else", async () => {
  const { id, subscriptionId } = await newSubscriber();
  await shop.deps.payments?.stripe.subscriptions.cancel(subscriptionId);
  expect((await admin.send("DELETE", `/api/admin/users/${id}`)).status).toBe(200);
});
