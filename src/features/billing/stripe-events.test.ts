import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { createLogger } from "../../platform/logger.ts";
import { signatureHeader } from "../../testing/stripe/webhooks.ts";
import {
  choose,
  complete,
  getStatus,
  intentIn,
  newPersonOverQuota,
  openShop,
  pay,
  paymentMark,
  process,
  type Shop,
  stampsUntilRefused,
} from "../../testing/test-billing.ts";
import { createTestClient } from "../../testing/test-client.ts";
import { processFile } from "../../testing/test-documents.ts";
import { sqlOf } from "../../testing/test-sql.ts";

setDefaultTimeout(600_000);
let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.stop());

const now = () => Math.floor(Date.now() / 1000);

async function post(body: string, signature: string, to = shop) {
  const client = createTestClient(to.origin);
  const headers = { "content-type": "application/json", "stripe-signature": signature };
  return client.send("POST", "/api/stripe/webhook", { body, headers });
}

const knownEvents = () =>
  Number(sqlOf(shop.deps.db).prepare("SELECT count(*) FROM stripe_events").pluck().get());

test("an event is accepted only with a fresh signature over exactly its bytes [threat H9]", async () => {
  const { person, documentId } = await newPersonOverQuota(shop);
  shop.control.setDelivery({ hold: true });
  shop.control.pay(intentIn(await pay(person, documentId)));
  const event = shop.control.heldEvents().find(({ type }) => type === "payment_intent.succeeded");
  const body = JSON.stringify(event, null, 2);
  const secret = shop.stripeFake.webhookSecret;
  const before = knownEvents();
  for (const [text, signature] of [
    [body.replace("299", "298"), signatureHeader(body, secret, now())],
    [JSON.stringify(event), signatureHeader(body, secret, now())],
    [body, signatureHeader(body, "whsec_other", now())],
    [body, signatureHeader(body, secret, now() - 301)],
    [body, ""],
  ] as const) {
    expect((await post(text, signature)).status).toBe(400);
  }
  expect([knownEvents() - before, await paymentMark(person, documentId)]).toEqual([0, "false"]);
  expect((await post(body, signatureHeader(body, secret, now()))).status).toBe(200);
  expect(await paymentMark(person, documentId)).toBe("true");
  await shop.control.releaseEvents();
  shop.control.setDelivery({ hold: false });
});

test("without a secret every event is refused [threat H9]", async () => {
  await using stack = new AsyncDisposableStack();
  const closed = await openShop();
  stack.defer(() => closed.stop());
  if (closed.deps.payments) closed.deps.payments.webhookSecret = undefined;
  const answer = await createTestClient(closed.origin).post("/api/stripe/webhook", {});
  expect(answer.status).toBe(503);
});

test("the event alone unlocks the document if the browser was closed [threat H11]", async () => {
  const { person, documentId } = await newPersonOverQuota(shop);
  shop.control.pay(intentIn(await pay(person, documentId)));
  await shop.control.deliveriesSettled();
  expect(await paymentMark(person, documentId)).toBe("true");
  expect((await process(person, documentId)).status).toBe(200);
});

test("a server that crashes after Stripe's response and before writing its own row learns from the event what it had started", async () => {
  shop.control.setDelivery({ hold: true });
  const { person, documentId } = await newPersonOverQuota(shop);
  const intent = intentIn(await pay(person, documentId));
  const forget = "UPDATE purchases SET payment_intent = NULL WHERE payment_intent = ?";
  sqlOf(shop.deps.db).prepare(forget).run(intent);
  shop.control.pay(intent);
  await shop.control.releaseEvents();
  expect(await paymentMark(person, documentId)).toBe("true");
  shop.control.setDelivery({ hold: false });
});

test("before the browser's call, after it, and twenty times over: one payment, one stamp [threat H10]", async () => {
  for (const eventFirst of [true, false]) {
    shop.control.setDelivery({ hold: true });
    const { person, documentId } = await newPersonOverQuota(shop);
    shop.control.pay(intentIn(await pay(person, documentId)));
    if (eventFirst) await shop.control.releaseEvents({ copies: 20 });
    expect((await complete(person, documentId)).status).toBe(200);
    if (!eventFirst) await shop.control.releaseEvents({ copies: 20, order: "reversed" });
    expect((await complete(person, documentId)).status).toBe(200);
    expect((await process(person, documentId)).status).toBe(200);
    expect(await stampsUntilRefused(person, 1)).toBe(0);
    shop.control.setDelivery({ hold: false });
  }
  expect(new Set(shop.control.deliveries().map(({ status }) => status))).toEqual(new Set([200]));
});

test("twenty simultaneous copies of an event have one effect [threat H10]", async () => {
  shop.control.setDelivery({ hold: true });
  const { person } = await newPersonOverQuota(shop);
  shop.control.pay(intentIn(await choose(person, "smallbundle")));
  const event = shop.control.heldEvents().find(({ type }) => type === "payment_intent.succeeded");
  const body = JSON.stringify(event);
  const before = knownEvents();
  const signature = signatureHeader(body, shop.stripeFake.webhookSecret, now());
  const answers = await Promise.all(Array.from({ length: 20 }, () => post(body, signature)));
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
  expect(knownEvents() - before).toBe(1);
  expect(await getStatus(person)).toMatchObject({ plan: "smallbundle", documentCount: 0, documentLimit: 10 });
  await shop.control.releaseEvents();
  shop.control.setDelivery({ hold: false });
});

test("an event that cannot be checked because Stripe is down is requested again, not lost", async () => {
  shop.control.setDelivery({ hold: true });
  const { person, documentId } = await newPersonOverQuota(shop);
  shop.control.pay(intentIn(await pay(person, documentId)));
  const event = shop.control.heldEvents().find(({ type }) => type === "payment_intent.succeeded");
  const body = JSON.stringify(event);
  const send = () => post(body, signatureHeader(body, shop.stripeFake.webhookSecret, now()));
  shop.control.fail({ mode: "not done", times: 1_000, path: "/v1/payment_intents" });
  expect((await send()).status).toBe(503);
  shop.control.clearFailures();
  expect((await send()).status).toBe(200);
  expect(await paymentMark(person, documentId)).toBe("true");
  await shop.control.releaseEvents();
  shop.control.setDelivery({ hold: false });
});

test("events of unknown types and about other merchants' payments are accepted and change nothing", async () => {
  const stripe = shop.deps.payments?.stripe;
  const stranger = await stripe?.paymentIntents.create({ amount: 500, currency: "usd" });
  shop.control.pay(String(stranger?.id));
  await stripe?.products.create({ name: "Something else" });
  await shop.control.deliveriesSettled();
  expect(shop.control.deliveries().map(({ status }) => status)).not.toContain(500);
  expect(shop.control.deliveries().at(-1)).toMatchObject({ type: "product.created", status: 200 });
});

test("any signed event is accepted, ignored or refused, and never causes an internal error [threat H9]", async () => {
  const getStatus = async (signed: unknown) => {
    const body = typeof signed === "string" ? signed : JSON.stringify(signed);
    return (await post(body, signatureHeader(body, shop.stripeFake.webhookSecret, now()))).status;
  };
  const purchaseId = "no purchase of ours";
  const objects = [
    undefined,
    null,
    "x",
    [],
    {},
    { object: 7 },
    { object: "payment_intent" },
    { object: "payment_intent", id: 7 },
    { object: "payment_intent", id: "pi_x", metadata: null },
    { object: "payment_intent", id: "pi_x", metadata: { purchaseId: { $ne: "" } } },
    { object: "payment_intent", id: "pi_x", metadata: { purchaseId } },
    { object: "subscription", id: "sub_x", metadata: { purchaseId } },
    { object: "charge" },
    { object: "charge", payment_intent: { id: 7 } },
    { object: "refund", payment_intent: { id: "pi_x" } },
    { object: "invoice" },
    { object: "invoice", parent: "x" },
    { object: "invoice", parent: { subscription_details: { subscription: null } } },
  ];
  for (const [at, object] of objects.entries()) {
    for (const type of ["x", "charge.refunded"]) {
      const event = { id: `evt_odd_${at}_${type}`, object: "event", type, data: { object } };
      expect([at, type, await getStatus(event)]).toEqual([at, type, 200]);
    }
  }
  expect(await getStatus({ id: "evt_odd", type: "x" })).toBe(200);
  for (const signed of [
    "",
    "{",
    "null",
    "7",
    "[]",
    "{}",
    { id: 7, type: "x" },
    { object: "v2.core.event" },
  ]) {
    expect([signed, await getStatus(signed)]).toEqual([signed, 400]);
  }
});

test("an event with an invalid object is ignored and logged for the operator; an event about another merchant's object is ignored silently", async () => {
  await using stack = new AsyncDisposableStack();
  const lines: string[] = [];
  const log = createLogger("warn", { write: (line) => void lines.push(line) });
  const observed = await openShop({ deps: { log } });
  stack.defer(() => observed.stop());
  const send = async (id: string, object: unknown) => {
    const body = JSON.stringify({ id, type: "charge.refunded", data: { object } });
    return (await post(body, signatureHeader(body, observed.stripeFake.webhookSecret, now()), observed))
      .status;
  };
  expect(await send("evt_product", { object: "product", id: "prod_1" })).toBe(200);
  expect(await send("evt_charge", { object: "charge", payment_intent: null })).toBe(200);
  expect(lines).toEqual([]);
  expect(await send("evt_empty", {})).toBe(200);
  expect(await send("evt_number", { object: "charge", payment_intent: 7 })).toBe(200);
  expect(await send("evt_nameless", { object: "payment_intent", id: "", metadata: {} })).toBe(200);
  const said = lines.map((line) => JSON.parse(line)).filter(({ event }) => event);
  expect(said.map(({ event }) => event)).toEqual(["evt_empty", "evt_number", "evt_nameless"]);
});

test("refunded money pays for nothing more; what is stamped stays stamped [threat H12]", async () => {
  const stamped = await newPersonOverQuota(shop);
  const first = intentIn(await pay(stamped.person, stamped.documentId));
  shop.control.pay(first);
  await complete(stamped.person, stamped.documentId);
  expect((await processFile(stamped.person, stamped.documentId)).status).toBe("completed");
  shop.control.refund(first);

  const unused = await newPersonOverQuota(shop);
  const second = intentIn(await pay(unused.person, unused.documentId));
  shop.control.pay(second);
  await complete(unused.person, unused.documentId);
  shop.control.refund(second, 100);
  await shop.control.deliveriesSettled();
  expect(await paymentMark(unused.person, unused.documentId)).toBe("true");
  shop.control.refund(second);
  await shop.control.deliveriesSettled();

  expect(await paymentMark(stamped.person, stamped.documentId)).toBe("refunded");
  expect((await stamped.person.get(`/api/documents/${stamped.documentId}/download`)).status).toBe(200);
  expect(await paymentMark(unused.person, unused.documentId)).toBe("refunded");
  expect((await process(unused.person, unused.documentId)).status).toBe(402);
});

test("a user who got a refund for a stamped document can buy another one in advance, and gets it", async () => {
  const { person, documentId } = await newPersonOverQuota(shop);
  const refunded = intentIn(await pay(person, documentId));
  shop.control.pay(refunded);
  await complete(person, documentId);
  expect((await processFile(person, documentId)).status).toBe("completed");
  shop.control.refund(refunded);
  await shop.control.deliveriesSettled();
  expect(await stampsUntilRefused(person, 1)).toBe(0);
  shop.control.pay(intentIn(await choose(person, "payper")));
  expect(await getStatus(person)).toMatchObject({ plan: "payper", documentCount: 0, documentLimit: 1 });
  expect(await stampsUntilRefused(person, 2)).toBe(1);
});

test("a disputed payment pays for nothing until the dispute is won [threat H12]", async () => {
  const { person, documentId } = await newPersonOverQuota(shop);
  const intent = intentIn(await pay(person, documentId));
  shop.control.pay(intent);
  const dispute = shop.control.dispute(intent);
  await shop.control.deliveriesSettled();
  expect(await paymentMark(person, documentId)).toBe("disputed");
  expect((await process(person, documentId)).status).toBe(402);
  shop.control.closeDispute(dispute.id, "won");
  await shop.control.deliveriesSettled();
  expect(await paymentMark(person, documentId)).toBe("true");
});

test("a refunded bundle loses its unused documents, and the used ones do not count against a later bundle [threat H12]", async () => {
  const { person } = await newPersonOverQuota(shop);
  const intent = intentIn(await choose(person, "smallbundle"));
  shop.control.pay(intent);
  expect(await stampsUntilRefused(person, 2)).toBe(2);
  shop.control.refund(intent);
  await shop.control.deliveriesSettled();
  expect(await stampsUntilRefused(person, 1)).toBe(0);
  shop.control.pay(intentIn(await choose(person, "smallbundle")));
  expect(await getStatus(person)).toMatchObject({ plan: "smallbundle", documentCount: 0, documentLimit: 10 });
  shop.control.pay(intentIn(await choose(person, "bundle")));
  expect(await getStatus(person)).toMatchObject({ plan: "bundle", documentCount: 0, documentLimit: 35 });
});
