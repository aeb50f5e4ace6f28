import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
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
} from "../../testing/test-billing.ts";
import { uploadFile } from "../../testing/test-documents.ts";
import { sqlOf } from "../../testing/test-sql.ts";
import { requirePayments } from "./payments.ts";

setDefaultTimeout(600_000);
let shop: Shop;
let elapsedMs = 0;
beforeAll(async () => {
  shop = await openShop({ deps: { now: () => Date.now() + elapsedMs } });
  // No event ever arrives.
  shop.control.setDelivery({ hold: true });
});
afterAll(() => shop.stop());

const pass = (minutes: number) => (elapsedMs += minutes * 60_000);
const stripeCalls = () => shop.control.calls().length;

/** A user without stamps who has bought this plan. */
async function newBuyer(plan: string) {
  const { person, documentId } = await newPersonOverQuota(shop);
  const intent = intentIn(await choose(person, plan));
  shop.control.pay(intent);
  expect((await getStatus(person)).plan).toBe(plan);
  return { person, documentId, intent };
}

test("a refund or a dispute whose event never arrives buys no stamp: an hour after the last answer, Stripe is asked again [threat H12]", async () => {
  const single = await newPersonOverQuota(shop);
  const payment = intentIn(await pay(single.person, single.documentId));
  shop.control.pay(payment);
  expect((await complete(single.person, single.documentId)).status).toBe(200);
  const bundle = await newBuyer("smallbundle");
  const disputed = await newBuyer("bundle");
  const subscriber = await newBuyer("unlimited");
  shop.control.refund(payment);
  shop.control.refund(bundle.intent);
  shop.control.dispute(disputed.intent);
  shop.control.refund(subscriber.intent);
  pass(61);
  for (const { person, documentId } of [single, bundle, disputed, subscriber])
    expect((await process(person, documentId)).status).toBe(402);
  expect(await paymentMark(single.person, single.documentId)).toBe("refunded");
});

test("after a refund without an event, the stamp comes from the next plan that was paid for [threat H12]", async () => {
  const { person, documentId, intent } = await newBuyer("bundle");
  const other = intentIn(await choose(person, "smallbundle"));
  shop.control.pay(other);
  await getStatus(person);
  shop.control.refund(intent);
  pass(61);
  expect((await process(person, documentId)).status).toBe(200);
  expect(await getStatus(person)).toMatchObject({ plan: "smallbundle", documentCount: 1 });
  shop.control.refund(other);
  pass(61);
  expect((await process(person, (await uploadFile(person)).id)).status).toBe(402);
});

test("a dispute that was won without an event gives the stamps back before anyone is asked to pay", async () => {
  const { person, documentId, intent } = await newBuyer("smallbundle");
  const dispute = shop.control.dispute(intent);
  pass(61);
  expect((await process(person, documentId)).status).toBe(402);
  shop.control.closeDispute(dispute.id, "won");
  expect((await process(person, documentId)).status).toBe(200);
});

test("Stripe is asked about a payment at most once an hour, and never about one whose stamps are used up", async () => {
  const { person, documentId } = await newBuyer("smallbundle");
  const started = stripeCalls();
  expect((await process(person, documentId)).status).toBe(200);
  expect(stripeCalls()).toBe(started);
  pass(61);
  for (let stamp = 0; stamp < 3; stamp += 1)
    expect((await process(person, (await uploadFile(person)).id)).status).toBe(200);
  expect(stripeCalls() - started).toBe(1);
  for (let stamp = 4; stamp < 10; stamp += 1)
    expect((await process(person, (await uploadFile(person)).id)).status).toBe(200);
  shop.control.pay(intentIn(await choose(person, "smallbundle")));
  await getStatus(person);
  pass(61);
  const before = stripeCalls();
  expect((await process(person, (await uploadFile(person)).id)).status).toBe(200);
  expect(stripeCalls() - before).toBe(1);
});

test("while Stripe does not answer, paid documents go on, later ones do not wait, and it is asked again later [threat H14]", async () => {
  const { person, documentId, intent } = await newBuyer("smallbundle");
  const payments = requirePayments(shop.deps);
  shop.control.refund(intent);
  pass(61);
  payments.timeoutMs = 1_000;
  shop.control.fail({ mode: "hang", times: 100 });
  expect((await process(person, documentId)).status).toBe(200);
  const asked = stripeCalls();
  expect((await process(person, (await uploadFile(person)).id)).status).toBe(200);
  expect(stripeCalls()).toBe(asked);
  shop.control.clearFailures();
  payments.timeoutMs = 10_000;
  pass(2);
  expect((await process(person, (await uploadFile(person)).id)).status).toBe(402);
});

test("a document that was paid for before the upgrade is asked about, too", async () => {
  const { person, documentId, intent } = await newBuyer("smallbundle");
  sqlOf(shop.deps.db).exec("UPDATE purchases SET confirmed_at = NULL");
  shop.control.refund(intent);
  pass(61);
  expect((await process(person, documentId)).status).toBe(402);
});
