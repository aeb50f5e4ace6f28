import { afterAll, beforeAll, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import {
  choose,
  complete,
  getStatus,
  intentIn,
  newPersonOverQuota,
  openShop,
  pay,
  type Shop,
  stampsUntilRefused,
  stripeIdsOf,
} from "../../testing/test-billing.ts";
import { newPerson } from "../../testing/test-documents.ts";
import { requirePayments } from "./payments.ts";
import { changePlans, type PlanChanges } from "./plan-changes.ts";
import { plans } from "./plans.ts";

setDefaultTimeout(600_000);
let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.stop());
beforeEach(() => restartWith({}));

/** Changes site.json as the operator would, and restarts the server. */
function restartWith(changes: PlanChanges): void {
  shop.deps.config.plans = changePlans(plans, changes);
}

const amountOf = async (intent: string) =>
  (await requirePayments(shop.deps).stripe.paymentIntents.retrieve(intent)).amount;

test("a payment that was begun before a price change charges the old price, is accepted at it, and stamps the document", async () => {
  const { person, documentId } = await newPersonOverQuota(shop);
  const intent = intentIn(await pay(person, documentId));
  restartWith({ payper: { price: 499 } });
  expect(await amountOf(intent)).toBe(299);
  shop.control.pay(intent);
  expect(await complete(person, documentId)).toMatchObject({ status: 200, body: { success: true } });
  expect(await amountOf(intent)).toBe(299);
});

test("a user who asks again after a price change pays the new price, and an earlier payment still counts if it is made", async () => {
  const { person, documentId } = await newPersonOverQuota(shop);
  const before = intentIn(await pay(person, documentId));
  restartWith({ payper: { price: 499 } });
  const setup = await pay(person, documentId);
  expect(setup.body.amount).toBe(499);
  expect(intentIn(setup)).not.toBe(before);
  shop.control.pay(before);
  expect((await complete(person, documentId)).status).toBe(200);
});

test("while a payment at the old price is in progress, no second one at the new price starts", async () => {
  const { person, documentId } = await newPersonOverQuota(shop);
  const intent = intentIn(await pay(person, documentId));
  shop.control.holdSettlement(true);
  shop.control.pay(intent, { cashApp: true });
  restartWith({ payper: { price: 499 } });
  expect(await pay(person, documentId)).toMatchObject({ status: 409, body: { code: "payment-pending" } });
  shop.control.holdSettlement(false);
  shop.control.settle(intent);
  expect((await complete(person, documentId)).status).toBe(200);
});

test("a bundle keeps the number of documents it was bought with, and an unfinished purchase keeps the number it was started with", async () => {
  const { person } = await newPersonOverQuota(shop);
  shop.control.pay(intentIn(await choose(person, "smallbundle")));
  expect(await getStatus(person)).toMatchObject({ documentLimit: 10 });
  const begun = intentIn(await choose(person, "smallbundle"));
  restartWith({ smallbundle: { documents: 4 } });
  expect(await getStatus(person)).toMatchObject({ plan: "smallbundle", documentLimit: 10 });
  shop.control.pay(begun);
  expect(await getStatus(person)).toMatchObject({ documentLimit: 20 });
  const next = await choose(person, "smallbundle");
  expect([next.body.amount, intentIn(next) === begun]).toEqual([1999, false]);
  shop.control.pay(intentIn(next));
  expect(await getStatus(person)).toMatchObject({ documentLimit: 24 });
});

test("a payment started for fewer documents at the same price is not continued: users buy what the page shows", async () => {
  const { person } = await newPersonOverQuota(shop);
  const begun = intentIn(await choose(person, "smallbundle"));
  restartWith({ smallbundle: { documents: 12 } });
  const setup = await choose(person, "smallbundle");
  expect(intentIn(setup)).not.toBe(begun);
  shop.control.pay(intentIn(setup));
  expect(await getStatus(person)).toMatchObject({ documentLimit: 12 });
});

test("a running subscription keeps its price at Stripe, and a new one gets the new price", async () => {
  const { person } = await newPersonOverQuota(shop);
  shop.control.pay(intentIn(await choose(person, "unlimited")));
  restartWith({ unlimited: { price: 1499, badge: null }, bundle: { badge: null } });
  const { subscription } = await stripeIdsOf(shop, person);
  const { items } = await requirePayments(shop.deps).stripe.subscriptions.retrieve(subscription);
  expect(items.data[0]?.price.unit_amount).toBe(999);
  expect(await getStatus(person)).toMatchObject({ status: "active", plan: "unlimited" });
  const next = await choose((await newPersonOverQuota(shop)).person, "unlimited");
  expect(next.body).toMatchObject({ amount: 1499, renewal: { price: 1499 } });
});

test("a subscription that was started and never paid starts again at the new price", async () => {
  const { person } = await newPersonOverQuota(shop);
  const before = await choose(person, "unlimited");
  expect(before.body.amount).toBe(999);
  restartWith({ unlimited: { price: 799 } });
  const setup = await choose(person, "unlimited");
  expect(setup.body).toMatchObject({ amount: 799, renewal: { price: 799 } });
  expect(() => shop.control.pay(intentIn(before))).toThrow();
  shop.control.pay(intentIn(setup));
  expect(await getStatus(person)).toMatchObject({ status: "active", plan: "unlimited" });
});

test("a plan that is no longer offered cannot be chosen, but earlier purchases remain valid", async () => {
  const { person } = await newPersonOverQuota(shop);
  shop.control.pay(intentIn(await choose(person, "bundle")));
  expect(await getStatus(person)).toMatchObject({ documentLimit: 35 });
  const begun = intentIn(await choose(person, "bundle"));
  restartWith({ bundle: { offered: false }, unlimited: { offered: false } });
  expect(await choose(person, "bundle")).toMatchObject({ status: 409, body: { code: "plan-not-offered" } });
  expect(await choose(person, "unlimited")).toMatchObject({
    status: 409,
    body: { code: "plan-not-offered" },
  });
  expect(await getStatus(person)).toMatchObject({ plan: "bundle", documentLimit: 35 });
  shop.control.pay(begun);
  expect(await getStatus(person)).toMatchObject({ documentLimit: 70 });
  expect((await person.get("/api/subscription/plans")).body).toMatchObject({
    bundle: { offered: false, name: "Bundle" },
    smallbundle: { offered: true },
  });
});

test("a subscription whose plan is no longer offered keeps running", async () => {
  const { person } = await newPersonOverQuota(shop);
  shop.control.pay(intentIn(await choose(person, "unlimited")));
  restartWith({ unlimited: { offered: false }, bundle: { badge: null } });
  expect(await getStatus(person)).toMatchObject({ status: "active", plan: "unlimited" });
  expect(await stampsUntilRefused(person, 2)).toBe(2);
});

test("the operator sets the number of free documents, and those used before still count", async () => {
  restartWith({ trial: { documents: 2 } });
  const person = await newPerson(shop);
  expect(await stampsUntilRefused(person, 4)).toBe(2);
  restartWith({ trial: { documents: 1 } });
  expect(await getStatus(person)).toMatchObject({ documentCount: 2, documentLimit: 2 });
  restartWith({});
  expect(await stampsUntilRefused(person, 4)).toBe(1);
});
