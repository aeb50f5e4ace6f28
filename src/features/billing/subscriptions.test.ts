import { afterAll, beforeAll, expect, setDefaultTimeout, spyOn, test } from "bun:test";
import { CARDS } from "../../testing/stripe/payment-methods.ts";
import {
  choose,
  declineRenewals,
  getStatus,
  intentIn,
  newPersonOverQuota,
  openShop,
  type Shop,
  stampsUntilRefused,
  stripeIdsOf,
} from "../../testing/test-billing.ts";
import { newPerson } from "../../testing/test-documents.ts";
import { requirePayments } from "./payments.ts";

setDefaultTimeout(600_000);
let shop: Shop;
/** Added to the server's clock, so that it matches Stripe's. */
let ahead = 0;
beforeAll(async () => {
  shop = await openShop({ deps: { now: () => Date.now() + ahead } });
});
afterAll(() => shop.stop());

const day = 86_400;
const cancel = (person: Person) => person.post("/api/subscription/cancel");

type Person = Awaited<ReturnType<typeof newPerson>>;

/** Advances time here and at Stripe; after a week, users have to sign in again. */
async function pass(person: Person, seconds: number): Promise<void> {
  const { username } = (await person.get("/api/auth/me")).body;
  ahead += seconds * 1000;
  shop.control.advance(seconds);
  await shop.control.deliveriesSettled();
  await person.login(String(username));
}

async function newSubscriber() {
  const { person, documentId } = await newPersonOverQuota(shop);
  shop.control.pay(intentIn(await choose(person, "unlimited")));
  await shop.control.deliveriesSettled();
  return { person, documentId };
}

const subscriptions = () =>
  shop.control.events().filter(({ type }) => type === "customer.subscription.created").length;

test("plans: the catalog is an object keyed by plan id [spec 7 plans]", async () => {
  const { body } = await (await newPerson(shop)).get("/api/subscription/plans");
  expect(Object.keys(body)).toEqual(["trial", "payper", "smallbundle", "bundle", "unlimited"]);
  expect(body).toMatchObject({
    trial: { price: 0, documentLimit: 3 },
    payper: { price: 299 },
    bundle: { documentLimit: 35, badge: "Save $150", features: expect.any(Array) },
    unlimited: { name: expect.any(String), price: 999, taxable: true, documentLimit: null },
  });
});

test("subscription status: a new account has the trial and no subscription [spec 7 subscription-status]", async () => {
  expect(await getStatus(await newPerson(shop))).toEqual({
    status: "none",
    plan: "trial",
    documentCount: 0,
    documentLimit: 3,
    stampsLeft: 3,
    freeCredits: 0,
    canRedeemCredit: false,
    freeStampsFrom: null,
    endsAt: null,
    seats: null,
  });
});

test("subscription page: the trial starts immediately, but not during an active plan, and its stamps are given only once [spec 2 trial-refused] [spec 7 create-subscription] [threat H13]", async () => {
  const { person } = await newPersonOverQuota(shop);
  expect((await choose(person, "trial")).body).toEqual({
    success: true,
    message: "Free Trial is active.",
    code: "trial-active",
  });
  expect(await getStatus(person)).toMatchObject({ status: "active", plan: "trial", documentCount: 3 });
  expect((await choose(person, "trial")).status).toBe(409);
  expect(await stampsUntilRefused(person, 1)).toBe(0);
});

test("only plans in the catalog can be chosen [threat H13]", async () => {
  const person = await newPerson(shop);
  for (const plan of ["admin", "", ["trial"], null, undefined, "__proto__"]) {
    expect([plan, (await choose(person, plan)).status]).toEqual([plan, 400]);
  }
});

test("bundles: one payment adds 10 or 35 documents, and a second one adds as many again [spec 9 bundles]", async () => {
  const { person } = await newPersonOverQuota(shop);
  const setup = await choose(person, "smallbundle");
  expect(setup.body.amount).toBe(1999);
  shop.control.pay(intentIn(setup));
  expect(await getStatus(person)).toMatchObject({ status: "active", plan: "smallbundle", documentLimit: 10 });
  expect(await stampsUntilRefused(person, 11)).toBe(10);
  expect(await getStatus(person)).toMatchObject({ documentCount: 10, documentLimit: 10 });
  shop.control.pay(intentIn(await choose(person, "smallbundle")));
  expect(await getStatus(person)).toMatchObject({ documentCount: 10, documentLimit: 20 });
  shop.control.pay(intentIn(await choose(person, "bundle")));
  expect(await getStatus(person)).toMatchObject({ plan: "bundle", documentCount: 0, documentLimit: 35 });
});

test("one document paid for in advance makes one stamp", async () => {
  const { person } = await newPersonOverQuota(shop);
  shop.control.pay(intentIn(await choose(person, "payper")));
  expect(await getStatus(person)).toMatchObject({ status: "active", plan: "payper", documentLimit: 1 });
  expect(await stampsUntilRefused(person, 2)).toBe(1);
});

test("unlimited: $9.99 a month, and no limit while it is paid for [spec 7 create-subscription-secret] [spec 9 unlimited]", async () => {
  const { person } = await newPersonOverQuota(shop);
  const setup = await choose(person, "unlimited");
  expect(setup.body).toMatchObject({ amount: 999, publishableKey: shop.stripeFake.publishableKey });
  expect(await getStatus(person)).toMatchObject({ status: "incomplete", plan: "unlimited" });
  expect(await stampsUntilRefused(person, 1)).toBe(0);
  shop.control.pay(intentIn(setup));
  expect(await getStatus(person)).toMatchObject({ status: "active", plan: "unlimited", documentLimit: null });
  expect(await stampsUntilRefused(person, 5)).toBe(5);
  expect((await getStatus(person)).documentCount).toBe(5);
  expect((await choose(person, "unlimited")).status).toBe(409);
  expect((await choose(person, "trial")).status).toBe(409);
});

test("choosing twice simultaneously, or again before paying, creates one subscription [threat H8]", async () => {
  const { person } = await newPersonOverQuota(shop);
  const before = subscriptions();
  const setups = await Promise.all([choose(person, "unlimited"), choose(person, "unlimited")]);
  const intents = [...setups, await choose(person, "unlimited")].map(intentIn);
  expect([new Set(intents).size, subscriptions() - before]).toEqual([1, 1]);
});

test("leaving the payment before anyone has paid or tried ends the subscription, and nothing stays incomplete", async () => {
  const { person } = await newPersonOverQuota(shop);
  const abandon = () => person.post("/api/subscription/abandon");
  expect((await abandon()).status).toBe(200);
  const first = intentIn(await choose(person, "unlimited"));
  expect((await getStatus(person)).status).toBe("incomplete");
  expect((await abandon()).body).toEqual({ success: true });
  expect(await getStatus(person)).toMatchObject({ status: "none", plan: "trial" });
  expect(() => shop.control.pay(first)).toThrow();

  const second = intentIn(await choose(person, "unlimited"));
  expect(second).not.toBe(first);
  expect(() => shop.control.pay(second, { card: CARDS.declined })).toThrow("declined");
  await abandon();
  expect((await getStatus(person)).status).toBe("incomplete");
  shop.control.pay(second);
  await abandon();
  expect(await getStatus(person)).toMatchObject({ status: "active", plan: "unlimited" });
});

test("the operator is told of a payment that was made, in another tab, at the moment in which it was left", async () => {
  const { person } = await newPersonOverQuota(shop);
  const intent = intentIn(await choose(person, "unlimited"));
  const { subscriptions } = requirePayments(shop.deps).stripe;
  const cancel = subscriptions.cancel.bind(subscriptions);
  const meanwhile = spyOn(subscriptions, "cancel").mockImplementationOnce((...order) => {
    shop.control.pay(intent);
    return cancel(...order);
  });
  const reports = spyOn(shop.deps.log, "error");
  try {
    expect((await person.post("/api/subscription/abandon")).status).toBe(200);
    const { subscription } = await stripeIdsOf(shop, person);
    const facts = { purchase: expect.any(String), subscription, payment: intent };
    const words = "a subscription was paid while it was being ended; please refund the payment";
    expect(reports.mock.calls).toEqual([[facts, words]]);
  } finally {
    meanwhile.mockRestore();
    reports.mockRestore();
  }
});

test("a declined card leaves the payment open for the next card", async () => {
  const { person } = await newPersonOverQuota(shop);
  const intent = intentIn(await choose(person, "unlimited"));
  expect(() => shop.control.pay(intent, { card: CARDS.declined })).toThrow("declined");
  expect((await getStatus(person)).status).toBe("incomplete");
  expect(intentIn(await choose(person, "unlimited"))).toBe(intent);
  shop.control.pay(intent);
  expect((await getStatus(person)).status).toBe("active");
});

test("a subscription that was never paid for is dropped, and the user can start a new one", async () => {
  const { person } = await newPersonOverQuota(shop);
  intentIn(await choose(person, "unlimited"));
  await pass(person, day);
  expect(await getStatus(person)).toMatchObject({ status: "none", plan: "trial" });
  shop.control.pay(intentIn(await choose(person, "unlimited")));
  expect((await getStatus(person)).status).toBe("active");
});

test("a subscription renews by itself, even when no event reports it", async () => {
  const { person } = await newSubscriber();
  shop.control.setDelivery({ hold: true });
  await pass(person, 33 * day);
  await pass(person, 33 * day);
  expect((await getStatus(person)).status).toBe("active");
  expect(await stampsUntilRefused(person, 1)).toBe(1);
  await shop.control.releaseEvents({ order: "reversed", copies: 2 });
  shop.control.setDelivery({ hold: false });
  expect((await getStatus(person)).status).toBe("active");
});

test("when a renewal is declined, the page asks for the payment, and Fix Now pays the same invoice", async () => {
  const { person } = await newSubscriber();
  await declineRenewals(shop, person);
  await pass(person, 32 * day);
  expect(await getStatus(person)).toMatchObject({ status: "incomplete", plan: "unlimited" });
  expect(await stampsUntilRefused(person, 1)).toBe(0);
  const before = subscriptions();
  shop.control.pay(intentIn(await choose(person, "unlimited")));
  expect((await getStatus(person)).status).toBe("active");
  expect(subscriptions()).toBe(before);
});

test("Choose Free Trial after a declined renewal gives no unlimited stamps, and cancels what was not paid for", async () => {
  const { person } = await newSubscriber();
  await declineRenewals(shop, person);
  await pass(person, 32 * day);
  expect((await choose(person, "trial")).status).toBe(200);
  expect(await getStatus(person)).toMatchObject({ status: "active", plan: "trial", documentCount: 3 });
  expect(await stampsUntilRefused(person, 1)).toBe(0);
  const { subscription } = await stripeIdsOf(shop, person);
  expect((await shop.deps.payments?.stripe.subscriptions.retrieve(subscription))?.status).toBe("canceled");
  await shop.control.deliveriesSettled();
  expect(await getStatus(person)).toMatchObject({ status: "active", plan: "trial" });
});

test("a bundle bought after a declined renewal gives exactly its documents; then the missing payment is shown", async () => {
  const { person } = await newSubscriber();
  await declineRenewals(shop, person);
  await pass(person, 32 * day);
  shop.control.pay(intentIn(await choose(person, "smallbundle")));
  expect(await getStatus(person)).toMatchObject({ status: "active", plan: "smallbundle", documentLimit: 10 });
  expect(await stampsUntilRefused(person, 11)).toBe(10);
  expect(await getStatus(person)).toMatchObject({ status: "incomplete", plan: "unlimited" });
  shop.control.pay(intentIn(await choose(person, "unlimited")));
  expect(await getStatus(person)).toMatchObject({ status: "active", plan: "unlimited" });
  expect(await stampsUntilRefused(person, 1)).toBe(1);
});

test("Choose Free Trial after starting a subscription without paying cancels that subscription", async () => {
  const { person } = await newPersonOverQuota(shop);
  const intent = intentIn(await choose(person, "unlimited"));
  expect((await choose(person, "trial")).status).toBe(200);
  expect(await getStatus(person)).toMatchObject({ status: "active", plan: "trial" });
  expect(() => shop.control.pay(intent)).toThrow();
});

/** A subscriber who has paid, and the payment of the current month. */
async function newPayer() {
  const { person } = await newPersonOverQuota(shop);
  const intent = intentIn(await choose(person, "unlimited"));
  shop.control.pay(intent);
  await shop.control.deliveriesSettled();
  expect((await getStatus(person)).status).toBe("active");
  return { person, intent };
}

test("a refunded month is no longer unlimited; Fix Now subscribes again, and the user is not charged twice", async () => {
  const { person, intent } = await newPayer();
  const { subscription: former } = await stripeIdsOf(shop, person);
  shop.control.refund(intent, 500);
  await shop.control.deliveriesSettled();
  expect((await getStatus(person)).status).toBe("active");
  shop.control.refund(intent);
  await shop.control.deliveriesSettled();
  expect(await getStatus(person)).toMatchObject({ status: "incomplete", plan: "unlimited" });
  expect(await stampsUntilRefused(person, 1)).toBe(0);
  shop.control.pay(intentIn(await choose(person, "unlimited")));
  await shop.control.deliveriesSettled();
  expect((await getStatus(person)).status).toBe("active");
  expect(await stampsUntilRefused(person, 1)).toBe(1);
  expect((await shop.deps.payments?.stripe.subscriptions.retrieve(former))?.status).toBe("canceled");
});

test("a month with a disputed payment is not unlimited until the dispute is won", async () => {
  const { person, intent } = await newPayer();
  const dispute = shop.control.dispute(intent);
  await shop.control.deliveriesSettled();
  expect(await getStatus(person)).toMatchObject({ status: "incomplete", plan: "unlimited" });
  expect(await stampsUntilRefused(person, 1)).toBe(0);
  expect((await cancel(person)).status).toBe(200);
  shop.control.closeDispute(dispute.id, "won");
  await shop.control.deliveriesSettled();
  expect((await getStatus(person)).status).toBe("canceled");

  const other = await newPayer();
  const won = shop.control.dispute(other.intent);
  await shop.control.deliveriesSettled();
  shop.control.closeDispute(won.id, "won");
  await shop.control.deliveriesSettled();
  expect((await getStatus(other.person)).status).toBe("active");
});

test("a refund of last month takes nothing from the current paid month", async () => {
  const { person, intent } = await newPayer();
  await pass(person, 32 * day);
  shop.control.refund(intent);
  await shop.control.deliveriesSettled();
  expect((await getStatus(person)).status).toBe("active");
  expect(await stampsUntilRefused(person, 1)).toBe(1);
});

test("the next month's payment makes a subscription with a refunded month unlimited again", async () => {
  const { person, intent } = await newPayer();
  shop.control.refund(intent);
  await shop.control.deliveriesSettled();
  expect((await getStatus(person)).status).toBe("incomplete");
  await pass(person, 32 * day);
  expect((await getStatus(person)).status).toBe("active");
});

test("a canceled subscription continues until its period ends and then says so; Fix Now subscribes again", async () => {
  const { person } = await newSubscriber();
  const answer = await cancel(person);
  expect(answer.body).toMatchObject({ status: "active", endsAt: expect.stringMatching(/^\d{4}-.*Z$/) });
  expect(await stampsUntilRefused(person, 1)).toBe(1);
  await pass(person, 33 * day);
  expect(await getStatus(person)).toMatchObject({ status: "canceled", plan: "unlimited", endsAt: null });
  expect(await stampsUntilRefused(person, 1)).toBe(0);
  expect((await cancel(person)).status).toBe(409);
  shop.control.pay(intentIn(await choose(person, "unlimited")));
  expect(await getStatus(person)).toMatchObject({ status: "active", endsAt: null });
});

test("a subscription that ends at Stripe ends here, in whatever order the events arrive [threat H10]", async () => {
  const { person } = await newSubscriber();
  const { stripe } = shop.deps.payments ?? {};
  const { subscription } = await stripeIdsOf(shop, person);
  shop.control.setDelivery({ hold: true });
  await stripe?.subscriptions.update(subscription, { metadata: { seen: "yes" } });
  await stripe?.subscriptions.cancel(subscription);
  await shop.control.releaseEvents({ order: "reversed" });
  shop.control.setDelivery({ hold: false });
  expect((await getStatus(person)).status).toBe("canceled");
  expect(await stampsUntilRefused(person, 1)).toBe(0);
});

test("without an update for days after its period, a subscription no longer counts", async () => {
  const { person } = await newSubscriber();
  shop.control.setDelivery({ hold: true });
  shop.control.fail({ mode: "not done", times: 1_000, path: "/v1/subscriptions" });
  await pass(person, 40 * day);
  expect((await getStatus(person)).status).toBe("canceled");
  shop.control.clearFailures();
  expect((await getStatus(person)).status).toBe("active");
  await shop.control.releaseEvents();
  shop.control.setDelivery({ hold: false });
});

test("with tax turned on, taxes are added to the subscription and to nothing else [spec 9 taxes]", async () => {
  await using stack = new AsyncDisposableStack();
  const taxing = await openShop();
  stack.defer(() => taxing.stop());
  if (taxing.deps.payments) taxing.deps.payments.tax = true;
  taxing.control.setTaxPercent(10);
  const { person } = await newPersonOverQuota(taxing);
  const subscription = (await choose(person, "unlimited")).body;
  expect(subscription).toMatchObject({ amount: 1099, currency: "usd", tax: 100, taxName: "Sales Tax" });
  expect(subscription).toMatchObject({ renewal: { price: 999, taxed: true } });
  expect((await choose(person, "bundle")).body).toMatchObject({ amount: 5999, tax: null, renewal: null });
});

test("before paying, a customer sees when a subscription is charged next, and that no taxes are included", async () => {
  const { person } = await newPersonOverQuota(shop);
  const { body } = await choose(person, "unlimited");
  expect(body).toMatchObject({ amount: 999, tax: null, renewal: { price: 999, taxed: false } });
  const subscription = shop.control.events().findLast(({ type }) => type === "customer.subscription.created");
  expect(JSON.stringify(subscription)).toContain(
    `"current_period_end":${Date.parse(String(Object(body.renewal).at)) / 1000}`,
  );
});
