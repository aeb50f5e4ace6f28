import { afterAll, beforeAll, expect, test } from "bun:test";
import { newAdmin } from "../../testing/test-admin.ts";
import { choose, getId, intentIn, openShop, type Shop, stripeIdsOf } from "../../testing/test-billing.ts";
import type { TestClient } from "../../testing/test-client.ts";
import { newPerson } from "../../testing/test-documents.ts";
import type { AdminUserView } from "./admin.output.schema.ts";

let shop: Shop;
let admin: TestClient;
beforeAll(async () => {
  shop = await openShop();
  admin = await newAdmin(shop);
});
afterAll(() => shop.stop());

async function planOf(person: TestClient): Promise<unknown> {
  const id = await getId(shop, person);
  const users: AdminUserView[] = JSON.parse((await admin.get("/api/admin/users")).text);
  const user = users.find((one) => one.id === id);
  return [user?.subscriptionPlan, user?.subscriptionStatus];
}

test("admins see a user's current plan: an ended subscription as canceled, a refunded bundle not at all", async () => {
  const person = await newPerson(shop);
  expect(await planOf(person)).toEqual(["trial", "none"]);
  shop.control.pay(intentIn(await choose(person, "unlimited")));
  await shop.control.deliveriesSettled();
  expect(await planOf(person)).toEqual(["unlimited", "active"]);
  const { subscription } = await stripeIdsOf(shop, person);
  await shop.deps.payments?.stripe.subscriptions.cancel(subscription);
  await shop.control.deliveriesSettled();
  expect(await planOf(person)).toEqual(["unlimited", "canceled"]);

  const buyer = await newPerson(shop);
  const bundle = intentIn(await choose(buyer, "bundle"));
  shop.control.pay(bundle);
  await shop.control.deliveriesSettled();
  expect(await planOf(buyer)).toEqual(["bundle", "active"]);
  shop.control.refund(bundle);
  await shop.control.deliveriesSettled();
  expect(await planOf(buyer)).toEqual(["trial", "none"]);
});
