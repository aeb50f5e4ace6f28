import { expect, test } from "bun:test";
import Stripe from "stripe";
import { clientOf, ONE_DOCUMENT, openStripe, refusalOf } from "./test-client.ts";

test("a wrong key is answered with 401 and does not repeat the key", async () => {
  await using open = openStripe();
  const { host, port } = open.standIn;
  const stranger = new Stripe("sk_test_somebody_elses_key_12345", { host, port, protocol: "http" });
  const refusal = await refusalOf(stranger.customers.list());
  expect(refusal).toBeInstanceOf(Stripe.errors.StripeAuthenticationError);
  expect(refusal.statusCode).toBe(401);
  expect(refusal.message).toStartWith("Invalid API Key provided: sk_test_***");
});

test("no key at all is answered with 401", async () => {
  await using open = openStripe();
  const answer = await fetch(`${open.standIn.url}/v1/customers`);
  expect(answer.status).toBe(401);
});

test("the publishable key cannot make a customer", async () => {
  await using open = openStripe();
  const { host, port, publishableKey } = open.standIn;
  const page = new Stripe(publishableKey, { host, port, protocol: "http" });
  const refusal = await refusalOf(page.customers.create({}));
  expect([refusal.statusCode, refusal.code]).toEqual([403, "secret_key_required"]);
});

test("every answer names its request and the API version of the client", async () => {
  await using open = openStripe();
  const customer = await open.stripe.customers.create({ name: "Jane" });
  expect(customer.lastResponse.requestId).toMatch(/^req_/);
  expect(customer.lastResponse.apiVersion).toBe(Stripe.API_VERSION);
});

test("an API version other than the client's own is refused", async () => {
  await using open = openStripe();
  const headers = { authorization: `Bearer ${open.standIn.secretKey}`, "stripe-version": "2020-08-27" };
  const answer = await fetch(`${open.standIn.url}/v1/customers`, { headers });
  expect(answer.status).toBe(400);
});

test("an unknown path is answered with 404", async () => {
  await using open = openStripe();
  const refusal = await refusalOf(open.stripe.coupons.list());
  expect(refusal.statusCode).toBe(404);
  expect(refusal.message).toContain("Unrecognized request URL (GET: /v1/coupons)");
});

test("a parameter that the stand-in would ignore is refused by name", async () => {
  await using open = openStripe();
  const refusal = await refusalOf(open.stripe.customers.create({ balance: 5 }));
  expect([refusal.code, refusal.param]).toEqual(["parameter_unknown", "balance"]);
});

test("the same key and parameters give the same customer, marked as replayed", async () => {
  await using open = openStripe();
  const headers = { authorization: `Bearer ${open.standIn.secretKey}`, "idempotency-key": "customer:1" };
  const create = () =>
    fetch(`${open.standIn.url}/v1/customers`, { method: "POST", headers, body: "name=Jane" });
  const [first, second] = [await create(), await create()];
  expect(await second.text()).toBe(await first.text());
  expect(first.headers.get("idempotent-replayed")).toBeNull();
  expect(second.headers.get("idempotent-replayed")).toBe("true");
  expect(second.headers.get("original-request")).toBe(first.headers.get("request-id"));
  expect((await open.stripe.customers.list()).data).toHaveLength(1);
});

test("the same key with other parameters is an idempotency error", async () => {
  await using open = openStripe();
  await open.stripe.customers.create({ name: "Jane" }, { idempotencyKey: "customer:1" });
  const refusal = await refusalOf(
    open.stripe.customers.create({ name: "Joe" }, { idempotencyKey: "customer:1" }),
  );
  expect(refusal).toBeInstanceOf(Stripe.errors.StripeIdempotencyError);
  expect(refusal.statusCode).toBe(400);
});

test("the same key on another path is an idempotency error", async () => {
  await using open = openStripe();
  await open.stripe.customers.create({ name: "Jane" }, { idempotencyKey: "one" });
  const refusal = await refusalOf(open.stripe.products.create({ name: "Jane" }, { idempotencyKey: "one" }));
  expect(refusal.message).toContain("same endpoint");
});

test("a declined payment is replayed for its key, and charged once", async () => {
  await using open = openStripe();
  const pay = () =>
    open.stripe.paymentIntents.create(
      {
        ...ONE_DOCUMENT,
        confirm: true,
        payment_method: "pm_card_visa_chargeDeclined",
        return_url: "https://a.example",
      },
      { idempotencyKey: "pay:1" },
    );
  const [first, second] = [await refusalOf(pay()), await refusalOf(pay())];
  expect([first.code, second.code]).toEqual(["card_declined", "card_declined"]);
  expect((await open.stripe.charges.list()).data).toHaveLength(1);
});

test("a key whose parameters were refused can be used again with right ones", async () => {
  await using open = openStripe();
  const options = { idempotencyKey: "intent:1" };
  await refusalOf(open.stripe.paymentIntents.create({ ...ONE_DOCUMENT, amount: 10 }, options));
  const intent = await open.stripe.paymentIntents.create(ONE_DOCUMENT, options);
  expect(intent.amount).toBe(299);
});

test("a key is forgotten after a day", async () => {
  await using open = openStripe();
  const first = await open.stripe.customers.create({}, { idempotencyKey: "k" });
  open.control.advance(25 * 3600);
  const second = await open.stripe.customers.create({}, { idempotencyKey: "k" });
  expect(second.id).not.toBe(first.id);
});

test("parallel calls with one key make one intent", async () => {
  await using open = openStripe();
  const calls = Array.from({ length: 5 }, () =>
    open.stripe.paymentIntents.create(ONE_DOCUMENT, { idempotencyKey: "doc:1:1" }),
  );
  const secrets = new Set((await Promise.all(calls)).map((intent) => intent.client_secret));
  expect(secrets.size).toBe(1);
});

test("lists come newest first in pages that the client can walk", async () => {
  await using open = openStripe();
  for (let n = 1; n <= 5; n += 1) await open.stripe.customers.create({ name: `c${n}` });
  const first = await open.stripe.customers.list({ limit: 2 });
  expect(first.data.map((customer) => customer.name)).toEqual(["c5", "c4"]);
  expect(first.has_more).toBe(true);
  const before = await open.stripe.customers.list({ limit: 2, ending_before: first.data[1]?.id });
  expect(before.data.map((customer) => customer.name)).toEqual(["c5"]);
  const all = await open.stripe.customers.list({ limit: 2 }).autoPagingToArray({ limit: 100 });
  expect(all.map((customer) => customer.name)).toEqual(["c5", "c4", "c3", "c2", "c1"]);
});

test("a page size above 100 and an unknown cursor are refused", async () => {
  await using open = openStripe();
  expect((await refusalOf(open.stripe.customers.list({ limit: 101 }))).param).toBe("limit");
  const refusal = await refusalOf(open.stripe.customers.list({ starting_after: "cus_nobody" }));
  expect(refusal.param).toBe("starting_after");
});

test("ids are widened to objects on request, also in lists and several levels deep", async () => {
  await using open = openStripe();
  const customer = await open.stripe.customers.create({ name: "Jane" });
  const intent = await open.stripe.paymentIntents.create({ ...ONE_DOCUMENT, customer: customer.id });
  open.control.pay(intent.id);
  const one = await open.stripe.paymentIntents.retrieve(intent.id, { expand: ["latest_charge.customer"] });
  expect(one).toMatchObject({ latest_charge: { object: "charge", customer: { name: "Jane" } } });
  const many = await open.stripe.paymentIntents.list({ expand: ["data.customer"] });
  expect(many.data[0]?.customer).toMatchObject({ name: "Jane" });
  expect((await open.stripe.paymentIntents.retrieve(intent.id)).customer).toBe(customer.id);
});

test("a property that cannot be expanded is refused", async () => {
  await using open = openStripe();
  const customer = await open.stripe.customers.create({});
  const refusal = await refusalOf(open.stripe.customers.retrieve(customer.id, { expand: ["wallet"] }));
  expect(refusal.message).toContain("This property cannot be expanded (wallet).");
});

test("metadata is merged: unnamed keys stay, empty values go, an empty string clears all", async () => {
  await using open = openStripe();
  const { id } = await open.stripe.customers.create({ metadata: { a: "1", b: "2" } });
  const merged = await open.stripe.customers.update(id, { metadata: { b: "", c: "3" } });
  expect(merged.metadata).toEqual({ a: "1", c: "3" });
  expect((await open.stripe.customers.update(id, { metadata: "" })).metadata).toEqual({});
});

test("metadata beyond Stripe's limits is refused", async () => {
  await using open = openStripe();
  const longValue = open.stripe.customers.create({ metadata: { key: "v".repeat(501) } });
  expect((await refusalOf(longValue)).param).toBe("metadata[key]");
  const many = Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`k${n}`, "v"]));
  expect((await refusalOf(open.stripe.customers.create({ metadata: many }))).param).toBe("metadata");
});

test("the client's own retries heal a failure that did nothing", async () => {
  await using open = openStripe();
  const patient = clientOf(open.standIn, { maxNetworkRetries: 2 });
  open.control.fail({ mode: "not done" });
  await patient.customers.create({ name: "Jane" });
  expect(open.control.calls().map((call) => call.status)).toEqual([503, 200]);
});
