import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { CARDS } from "../../testing/stripe/payment-methods.ts";
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
import type { TestClient } from "../../testing/test-client.ts";
import { newPerson } from "../../testing/test-documents.ts";
import type { PaymentHistory } from "./billing.output.schema.ts";
import { insertPurchase } from "./purchases.repo.ts";

setDefaultTimeout(600_000);
let shop: Shop;
/** Added to the server's clock, so that it matches Stripe's. */
let ahead = 0;
beforeAll(async () => {
  shop = await openShop({ deps: { now: () => Date.now() + ahead } });
});
afterAll(() => shop.stop());

async function readHistory(person: TestClient, query = ""): Promise<PaymentHistory> {
  const { status, text } = await person.get(`/api/subscription/payments${query}`);
  expect([status, status === 200 ? "" : text]).toEqual([200, ""]);
  return JSON.parse(text);
}

async function passMonth(person: TestClient): Promise<void> {
  const { username } = (await person.get("/api/auth/me")).body;
  ahead += 32 * 86_400_000;
  shop.control.advance(32 * 86_400);
  await shop.control.deliveriesSettled();
  await person.login(String(username));
}

async function buyDocument(person: TestClient, documentId: string): Promise<string> {
  const intent = intentIn(await pay(person, documentId));
  shop.control.pay(intent);
  await shop.control.deliveriesSettled();
  return intent;
}

test("a payment is listed with its amount, what it was for, and Stripe's receipt", async () => {
  const { person, documentId } = await newPersonOverQuota(shop);
  await buyDocument(person, documentId);
  const charge = shop.control.events().findLast(({ type }) => type === "charge.succeeded")?.data.object;
  const receiptUrl = charge?.object === "charge" ? charge.receipt_url : undefined;
  expect(receiptUrl).toStartWith("https://pay.stripe.com/receipts/");
  expect(await readHistory(person)).toEqual({
    payments: [
      {
        id: expect.any(String),
        at: new Date((charge && "created" in charge ? Number(charge.created) : 0) * 1000).toISOString(),
        plan: "payper",
        stamps: 1,
        amount: 299,
        currency: "usd",
        refunded: 0,
        state: "paid",
        withCredit: false,
        receiptUrl: String(receiptUrl),
      },
    ],
    total: 1,
    renewal: null,
    isComplete: true,
  });
});

test("users cannot see each other's payments, and a user who bought nothing has an empty list", async () => {
  const { person, documentId } = await newPersonOverQuota(shop);
  await buyDocument(person, documentId);
  const empty = { payments: [], total: 0, renewal: null, isComplete: true };
  expect(await readHistory(await newPerson(shop))).toEqual(empty);
});

test("full and partial refunds are shown", async () => {
  const { person, documentId } = await newPersonOverQuota(shop);
  const intent = await buyDocument(person, documentId);
  shop.control.refund(intent, 100);
  expect((await readHistory(person)).payments).toMatchObject([{ state: "paid", amount: 299, refunded: 100 }]);
  shop.control.refund(intent);
  await shop.control.deliveriesSettled();
  expect((await readHistory(person)).payments).toMatchObject([{ state: "refunded", refunded: 299 }]);
});

test("a payment that the bank disputes is shown as disputed", async () => {
  const { person, documentId } = await newPersonOverQuota(shop);
  shop.control.dispute(await buyDocument(person, documentId));
  expect((await readHistory(person)).payments).toMatchObject([{ state: "disputed" }]);
});

test("a declined payment is listed as failed until it is paid; one that was only started is not listed", async () => {
  const { person, documentId } = await newPersonOverQuota(shop);
  const intent = intentIn(await pay(person, documentId));
  expect(await readHistory(person)).toMatchObject({ payments: [], total: 0 });
  expect(() => shop.control.pay(intent, { card: CARDS.declined })).toThrow();
  await shop.control.deliveriesSettled();
  expect((await readHistory(person)).payments).toMatchObject([{ state: "failed", receiptUrl: null }]);
  shop.control.pay(intent);
  await complete(person, documentId);
  expect((await readHistory(person)).payments).toMatchObject([{ state: "paid" }]);
});

test("each month of a subscription has its invoice, and the next charge is listed with its taxes", async () => {
  await using taxed = await openTaxedShop();
  const person = await newPerson(taxed);
  const chosen = await choose(person, "unlimited");
  expect(await readHistory(person)).toMatchObject({ payments: [], renewal: null });
  taxed.control.pay(intentIn(chosen));
  await taxed.control.deliveriesSettled();
  taxed.control.advance(32 * 86_400);
  await taxed.control.deliveriesSettled();
  const { payments, renewal, total } = await readHistory(person);
  expect(total).toBe(2);
  const month = { plan: "unlimited", stamps: null, amount: 1081, state: "paid" };
  const receiptUrl = expect.stringMatching(/^https:\/\/invoice\.stripe\.com\//);
  expect(payments).toMatchObject([
    { ...month, receiptUrl },
    { ...month, receiptUrl },
  ]);
  expect(payments[0]?.at.localeCompare(payments[1]?.at ?? "")).toBe(1);
  expect(renewal).toMatchObject({ amount: 1081, tax: 82, plusTaxes: false });
  expect(Date.parse(renewal?.at ?? "")).toBeGreaterThan(Date.parse(payments[0]?.at ?? ""));
});

/** The server's clock does not advance, so that users stay signed in. */
async function openTaxedShop() {
  const taxed = await openShop();
  if (taxed.deps.payments) taxed.deps.payments.tax = true;
  return { ...taxed, [Symbol.asyncDispose]: () => taxed.stop() };
}

test("a month that could not be charged is listed as failed, and a canceled subscription has no next charge", async () => {
  const { person } = await newPersonOverQuota(shop);
  shop.control.pay(intentIn(await choose(person, "unlimited")));
  await shop.control.deliveriesSettled();
  expect((await readHistory(person)).renewal).toMatchObject({ amount: 999, tax: null });
  await declineRenewals(shop, person);
  await passMonth(person);
  const { payments, renewal } = await readHistory(person);
  expect(payments.map(({ state }) => state)).toEqual(["failed", "paid"]);
  expect(renewal).toBeNull();

  const other = await newPerson(shop);
  shop.control.pay(intentIn(await choose(other, "unlimited")));
  await shop.control.deliveriesSettled();
  await other.post("/api/subscription/cancel");
  expect(await readHistory(other)).toMatchObject({ renewal: null, payments: [{ state: "paid" }] });
});

test("while Stripe does not respond, the list shows what is stored here and says that it is incomplete", async () => {
  const { person, documentId } = await newPersonOverQuota(shop);
  const intent = await buyDocument(person, documentId);
  shop.control.refund(intent, 100);
  await shop.control.deliveriesSettled();
  shop.control.pay(intentIn(await choose(person, "unlimited")));
  await shop.control.deliveriesSettled();
  shop.control.fail({ mode: "not done", times: 100 });
  const history = await readHistory(person);
  shop.control.clearFailures();
  expect(history).toMatchObject({
    payments: [
      { plan: "unlimited", amount: 999, state: "paid", receiptUrl: null },
      { plan: "payper", amount: 299, refunded: 100, state: "paid", receiptUrl: null },
    ],
    total: 2,
    renewal: { amount: 999, tax: null },
    isComplete: false,
  });
});

test("long histories are paged, and include free credits", async () => {
  const person = await newPerson(shop);
  const userId = await getId(shop, person);
  for (let day = 1; day <= 25; day += 1) {
    const at = new Date(Date.UTC(2026, 0, day));
    const paid = {
      state: "paid",
      plan: "payper",
      stamps: 1,
      amount: 0,
      createdAt: at,
      settledAt: at,
    } as const;
    await insertPurchase(shop.deps.db, { id: crypto.randomUUID(), userId, ...paid });
  }
  const first = await readHistory(person);
  expect([first.total, first.payments.length]).toEqual([25, 20]);
  expect(first.payments[0]).toMatchObject({ at: "2026-01-25T00:00:00.000Z", withCredit: true, amount: 0 });
  const second = await readHistory(person, "?page=2");
  expect(second.payments.map(({ at }) => at.slice(8, 10))).toEqual(["05", "04", "03", "02", "01"]);
  expect((await person.get("/api/subscription/payments?page=0")).status).toBe(400);
});
