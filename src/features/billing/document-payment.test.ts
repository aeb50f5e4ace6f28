import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { CARDS } from "../../testing/stripe/payment-methods.ts";
import {
  complete,
  intentIn,
  newPersonOverQuota,
  openShop,
  pay,
  paymentMark,
  process,
  type Shop,
  stampsUntilRefused,
} from "../../testing/test-billing.ts";
import { newPerson, smallPdf, untilFinished, uploadFile } from "../../testing/test-documents.ts";
import { sqlOf } from "../../testing/test-sql.ts";

setDefaultTimeout(600_000);
let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.stop());

/** The calls that created payments. */
const creations = () =>
  shop.control.calls().filter(({ method, path }) => method === "POST" && path === "/v1/payment_intents");

test("pay-per-document: the user gets a 402, pays, completes the payment, and the document is processed [spec 4 pay-per-document] [spec 7 process-402]", async () => {
  const { person, documentId } = await newPersonOverQuota(shop);
  expect((await process(person, documentId)).body).toMatchObject({ requiresPayment: true });
  const setup = await pay(person, documentId);
  expect(setup.body).toMatchObject({ amount: 299, publishableKey: shop.stripeFake.publishableKey });
  shop.control.pay(intentIn(setup));
  expect(await complete(person, documentId)).toMatchObject({ status: 200, body: { success: true } });
  expect((await process(person, documentId)).status).toBe(200);
  expect((await untilFinished(person, documentId)).status).toBe("completed");
  expect(await stampsUntilRefused(person, 1)).toBe(0);
});

test("a call with an Idempotency-Key that had to be paid first works under the same key once it is paid", async () => {
  const { person, documentId } = await newPersonOverQuota(shop);
  const key = { "idempotency-key": crypto.randomUUID() };
  const ask = () => person.post(`/api/documents/${documentId}/process`, {}, key);
  expect((await ask()).status).toBe(402);
  shop.control.pay(intentIn(await pay(person, documentId)));
  expect((await complete(person, documentId)).status).toBe(200);
  const first = await ask();
  expect([first.status, first.headers.get("idempotency-replayed")]).toEqual([200, null]);
  const again = await ask();
  expect([again.text, again.headers.get("idempotency-replayed")]).toEqual([first.text, "true"]);
  await untilFinished(person, documentId);
});

test("cards and Cash App Pay are both accepted [spec 1 card-and-cash-app]", async () => {
  for (const method of [{ card: CARDS.works }, { cashApp: true as const }]) {
    const { person, documentId } = await newPersonOverQuota(shop);
    shop.control.pay(intentIn(await pay(person, documentId)), method);
    expect((await complete(person, documentId)).status).toBe(200);
  }
});

test("complete-document-payment: a missing payment and one that has not arrived are refused [spec 7 complete-payment] [threat H5]", async () => {
  shop.control.setDelivery({ hold: true });
  const { person, documentId } = await newPersonOverQuota(shop);
  const refused = async () => {
    const answer = await complete(person, documentId);
    expect([answer.status, await paymentMark(person, documentId)]).toEqual([402, "false"]);
    return answer.body.message;
  };
  await refused();
  const intent = intentIn(await pay(person, documentId));
  await refused();
  expect(() => shop.control.pay(intent, { card: CARDS.declined })).toThrow("declined");
  await refused();
  shop.control.holdSettlement(true);
  shop.control.pay(intent, { cashApp: true });
  expect(await refused()).toContain("on its way");
  expect((await process(person, documentId)).status).toBe(402);
  expect((await pay(person, documentId)).status).toBe(409);
  shop.control.holdSettlement(false);
  shop.control.settle(intent);
  expect((await complete(person, documentId)).status).toBe(200);
  await shop.control.releaseEvents();
  shop.control.setDelivery({ hold: false });
});

test("payment setup: clientSecret and an amount in cents set by the server, whatever the caller sends [spec 7 pay-per-document] [threat H7]", async () => {
  const { person, documentId } = await newPersonOverQuota(shop);
  await person.post("/api/payment/pay-per-document", { documentId, amount: 1, currency: "eur" });
  expect(creations().at(-1)?.params).toMatchObject({ amount: "299", currency: "usd" });
});

test("two simultaneous calls, and every later one, get the same payment [threat H8]", async () => {
  const { person, documentId } = await newPersonOverQuota(shop);
  const before = creations().length;
  const setups = await Promise.all([1, 2, 3].map(() => pay(person, documentId)));
  const intents = new Set([...setups, await pay(person, documentId)].map(intentIn));
  expect(intents.size).toBe(1);
  const keys = creations()
    .slice(before)
    .map(({ idempotencyKey }) => idempotencyKey);
  expect([new Set(keys).size, keys[0]]).toEqual([1, expect.stringContaining("purchase:")]);
});

test("a user cannot use the payment of another person or of another document [threat H6]", async () => {
  const one = await newPersonOverQuota(shop);
  const other = await newPersonOverQuota(shop);
  const second = (await uploadFile(one.person)).id;
  shop.control.pay(intentIn(await pay(one.person, one.documentId)));
  expect((await complete(other.person, other.documentId)).status).toBe(402);
  expect((await complete(other.person, one.documentId)).status).toBe(404);
  expect((await pay(other.person, one.documentId)).status).toBe(404);
  expect((await complete(one.person, second)).status).toBe(402);
});

test("a payment that was altered at Stripe is not accepted [threat H6]", async () => {
  shop.control.setDelivery({ hold: true });
  const { person, documentId } = await newPersonOverQuota(shop);
  const intent = intentIn(await pay(person, documentId));
  await shop.deps.payments?.stripe.paymentIntents.update(intent, { amount: 50 });
  shop.control.pay(intent);
  expect((await complete(person, documentId)).status).toBe(402);
  await shop.control.releaseEvents();
  shop.control.setDelivery({ hold: false });
  expect(await paymentMark(person, documentId)).toBe("false");
});

test("a payment canceled at Stripe is not accepted, and the user can start a new one [threat H5]", async () => {
  const { person, documentId } = await newPersonOverQuota(shop);
  const intent = intentIn(await pay(person, documentId));
  await shop.deps.payments?.stripe.paymentIntents.cancel(intent);
  await shop.control.deliveriesSettled();
  expect((await complete(person, documentId)).status).toBe(402);
  expect((await process(person, documentId)).status).toBe(402);
  expect(await paymentMark(person, documentId)).toBe("false");
  const next = intentIn(await pay(person, documentId));
  expect(next).not.toBe(intent);
  shop.control.pay(next);
  expect((await complete(person, documentId)).status).toBe(200);
});

test("a browser that closes after the payment loses nothing: the next process call finds it [threat H11]", async () => {
  shop.control.setDelivery({ drop: ["payment_intent.succeeded", "charge.succeeded"] });
  const { person, documentId } = await newPersonOverQuota(shop);
  const intent = intentIn(await pay(person, documentId));
  await shop.control.deliveriesSettled();
  shop.control.pay(intent);
  expect(await paymentMark(person, documentId)).toBe("false");
  expect((await process(person, documentId)).status).toBe(200);
  shop.control.setDelivery({ drop: [] });
});

test("a lost response from Stripe does not cause a second payment [threat H8]", async () => {
  const { person, documentId } = await newPersonOverQuota(shop);
  await shop.control.deliveriesSettled();
  shop.control.fail({ mode: "done, answer lost", times: 1_000, path: "/v1/payment_intents" });
  expect((await pay(person, documentId)).status).toBe(503);
  shop.control.clearFailures();
  const made = () => shop.control.events().filter(({ type }) => type === "payment_intent.created");
  const before = made().length;
  intentIn(await pay(person, documentId));
  expect(made().length).toBe(before);
});

test("a payment that Stripe failed to create does not block the next one", async () => {
  const { person, documentId } = await newPersonOverQuota(shop);
  await shop.control.deliveriesSettled();
  shop.control.fail({ mode: "done, reported as failed", path: "/v1/payment_intents" });
  expect((await pay(person, documentId)).status).toBe(503);
  shop.control.pay(intentIn(await pay(person, documentId)));
  expect((await complete(person, documentId)).status).toBe(200);
});

test("no money is taken for a document that is stamped, paid for, deleted or owned by another person", async () => {
  const { person, documentId } = await newPersonOverQuota(shop);
  shop.control.pay(intentIn(await pay(person, documentId)));
  await complete(person, documentId);
  expect((await pay(person, documentId)).status).toBe(409);
  await process(person, documentId);
  expect((await pay(person, documentId)).status).toBe(409);
  const { id } = await uploadFile(person);
  sqlOf(shop.deps.db).prepare("UPDATE documents SET original_path = NULL WHERE id = ?").run(id);
  expect((await pay(person, id)).status).toBe(410);
  expect((await pay(person, "unknown")).status).toBe(404);
});

test("a paid document that cannot be stamped keeps its payment, and passes it to another document when it is deleted", async () => {
  const { person } = await newPersonOverQuota(shop);
  const broken = (await uploadFile(person, "broken.pdf", new TextEncoder().encode("%PDF-1.7\nbroken"))).id;
  shop.control.pay(intentIn(await pay(person, broken)));
  await complete(person, broken);
  await process(person, broken);
  expect((await untilFinished(person, broken)).status).toBe("error");
  expect(await stampsUntilRefused(person, 1)).toBe(0);
  await person.send("DELETE", `/api/documents/${broken}`);
  expect(await stampsUntilRefused(person, 2)).toBe(1);
});

test("a hundred process calls after one payment make one stamp [threat H6]", async () => {
  const { person, documentId } = await newPersonOverQuota(shop);
  const more = await Promise.all(Array.from({ length: 9 }, () => uploadFile(person, "more.pdf", smallPdf())));
  shop.control.pay(intentIn(await pay(person, documentId)));
  await complete(person, documentId);
  const ids = [documentId, ...more.map(({ id }) => id)];
  const answers = await Promise.all(
    ids.flatMap((id) => Array.from({ length: 10 }, async () => ({ id, ...(await process(person, id)) }))),
  );
  const accepted = answers.filter(({ status }) => status === 200).map(({ id }) => id);
  expect(new Set(accepted)).toEqual(new Set([documentId]));
});

test("admin: free credits bypass no limit unless the operator allows it [spec 2 credits-limit] [threat H16]", async () => {
  const person = await newPerson(shop);
  sqlOf(shop.deps.db).prepare("UPDATE users SET free_credits = 5").run();
  const { id: documentId } = await uploadFile(person);
  expect((await person.post("/api/payment/redeem-credit", { documentId })).status).toBe(403);
});

test("when credits may be redeemed, each one pays for exactly one document", async () => {
  await using stack = new AsyncDisposableStack();
  const generous = await openShop({ config: { credits: "redeem" } });
  stack.defer(() => generous.stop());
  const { person, documentId } = await newPersonOverQuota(generous);
  const redeem = (id: string) => person.post("/api/payment/redeem-credit", { documentId: id });
  expect((await redeem(documentId)).status).toBe(409);
  sqlOf(generous.deps.db).prepare("UPDATE users SET free_credits = 2").run();
  expect((await process(person, documentId)).status).toBe(402);
  const others = await Promise.all([1, 2, 3].map(() => uploadFile(person)));
  const ids = [documentId, ...others.map(({ id }) => id)];
  const statuses = await Promise.all(ids.map(async (id) => (await redeem(id)).status));
  expect(statuses.toSorted()).toEqual([200, 200, 409, 409]);
  const processed = await Promise.all(ids.map(async (id) => (await process(person, id)).status));
  expect(processed.filter((status) => status === 200)).toHaveLength(2);
});
