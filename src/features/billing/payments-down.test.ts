import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import {
  choose,
  complete,
  getStatus,
  intentIn,
  newPersonOverQuota,
  openShop,
  pay,
  process,
  type Shop,
} from "../../testing/test-billing.ts";
import { newPerson, processFile, startWorkingServer, uploadFile } from "../../testing/test-documents.ts";
import { until } from "../../testing/test-waiting.ts";
import { openPayments, requirePayments } from "./payments.ts";

setDefaultTimeout(600_000);
let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.stop());

test("without Stripe keys everything works except payments, and the message says so [threat H14]", async () => {
  await using stack = new AsyncDisposableStack();
  const server = await startWorkingServer();
  stack.defer(() => server.stop());
  const person = await newPerson(server);
  const { id } = await uploadFile(person);
  const sentence = { message: "Payments are not configured on this server." };
  for (const answer of [
    await pay(person, id),
    await choose(person, "unlimited"),
    await choose(person, "bundle"),
    await complete(person, id),
    await person.post("/api/payment/complete-documents-payment", { documentIds: [id] }),
  ]) {
    expect(answer).toMatchObject({ status: 503, body: sentence });
  }
  // Nothing is left to end.
  expect((await person.post("/api/subscription/abandon")).status).toBe(200);
  expect(await getStatus(person)).toMatchObject({ status: "none", plan: "trial" });
  expect((await choose(person, "trial")).status).toBe(200);
  expect((await processFile(person, id)).status).toBe("completed");
});

test("where the operator has removed the keys, what was paid stays paid, and a payment that was begun can't be ended", async () => {
  await using stack = new AsyncDisposableStack();
  const closed = await openShop();
  stack.defer(() => closed.stop());
  const { person, documentId } = await newPersonOverQuota(closed);
  closed.control.pay(intentIn(await pay(person, documentId)));
  expect((await complete(person, documentId)).status).toBe(200);
  intentIn(await choose(person, "unlimited"));
  closed.deps.payments = undefined;
  expect((await complete(person, documentId)).status).toBe(200);
  const { status, body } = await person.post("/api/subscription/abandon");
  expect([status, body.code]).toEqual([503, "payments-not-configured"]);
});

test("when the payment service does not respond, the request is answered after ten seconds, and no other request waits [threat H14]", async () => {
  const { person, documentId } = await newPersonOverQuota(shop);
  const other = await newPerson(shop);
  const payments = requirePayments(shop.deps);
  expect(payments.timeoutMs).toBe(10_000);
  payments.timeoutMs = 2_000;
  shop.control.fail({ mode: "hang", times: 100 });
  const waiting = pay(person, documentId);
  await until("Stripe is silent", () => shop.control.hangingCalls() > 0);
  expect((await other.get("/api/documents")).status).toBe(200);
  expect((await processFile(other, (await uploadFile(other)).id)).status).toBe("completed");
  const answer = await waiting;
  expect([answer.status, answer.body.message]).toEqual([503, expect.stringMatching(/^[A-Z].*\.$/)]);
  shop.control.clearFailures();
  payments.timeoutMs = 10_000;
  intentIn(await pay(person, documentId));
});

test("while the payment service does not respond, the plan is still shown, and users are not asked to pay twice", async () => {
  const { person, documentId } = await newPersonOverQuota(shop);
  const payments = requirePayments(shop.deps);
  shop.control.setDelivery({ hold: true });
  shop.control.pay(intentIn(await pay(person, documentId)));
  payments.timeoutMs = 1_000;
  shop.control.fail({ mode: "hang", times: 100 });
  expect((await getStatus(person)).plan).toBe("trial");
  expect((await process(person, documentId)).status).toBe(503);
  shop.control.clearFailures();
  payments.timeoutMs = 10_000;
  expect((await process(person, documentId)).status).toBe(200);
  shop.control.setDelivery({ hold: false });
});

test("keys that Stripe refuses are not reported as the user's error [threat H14]", async () => {
  await using stack = new AsyncDisposableStack();
  const wrong = await openShop();
  stack.defer(() => wrong.stop());
  const { person, documentId } = await newPersonOverQuota(wrong);
  wrong.deps.payments = withWrongKey(wrong);
  expect((await pay(person, documentId)).status).toBe(503);
});

test("after a change from test keys to live keys, every unfinished payment starts over", async () => {
  await using stack = new AsyncDisposableStack();
  const former = await openShop();
  stack.defer(() => former.stop());
  const { person, documentId } = await newPersonOverQuota(former);
  const intent = intentIn(await pay(person, documentId));
  intentIn(await choose(person, "unlimited"));
  former.deps.payments = shop.deps.payments;
  const next = intentIn(await pay(person, documentId));
  expect(next).not.toBe(intent);
  shop.control.pay(intentIn(await choose(person, "unlimited")));
  expect((await getStatus(person)).status).toBe("active");
});

function withWrongKey({ stripeFake }: Shop) {
  const { publishableKey, webhookSecret, url: apiUrl } = stripeFake;
  return openPayments({ secretKey: "sk_test_wrong", publishableKey, webhookSecret, apiUrl, tax: false });
}
