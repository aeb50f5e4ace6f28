import { expect, test } from "bun:test";
import Stripe from "stripe";
import { clientOf, ONE_DOCUMENT, openStripe, refusalOf } from "./test-client.ts";

test("a call that is not done fails, does nothing, and may be tried again with its key", async () => {
  await using open = openStripe();
  open.control.fail({ mode: "not done", times: 2 });
  const create = () => open.stripe.paymentIntents.create(ONE_DOCUMENT, { idempotencyKey: "k" });
  expect((await refusalOf(create())).statusCode).toBe(503);
  expect((await refusalOf(create())).statusCode).toBe(503);
  expect(open.control.events()).toEqual([]);
  expect((await create()).status).toBe("requires_payment_method");
});

test("a call can be done and reported as failed; its key repeats the failure", async () => {
  await using open = openStripe();
  open.control.fail({ mode: "done, reported as failed" });
  const create = () => open.stripe.paymentIntents.create(ONE_DOCUMENT, { idempotencyKey: "k" });
  expect((await refusalOf(create())).statusCode).toBe(500);
  expect((await refusalOf(create())).statusCode).toBe(500);
  expect((await open.stripe.paymentIntents.list()).data).toHaveLength(1);
});

test("an answer can be lost on its way; a retry with the key gets it", async () => {
  await using open = openStripe();
  open.control.fail({ mode: "done, answer lost" });
  const create = () => open.stripe.paymentIntents.create(ONE_DOCUMENT, { idempotencyKey: "k" });
  expect(await refusalOf(create())).toBeInstanceOf(Stripe.errors.StripeConnectionError);
  const intent = await create();
  expect((await open.stripe.paymentIntents.list()).data.map((one) => one.id)).toEqual([intent.id]);
});

test("a hanging call runs into the client's time limit and does nothing", async () => {
  await using open = openStripe();
  const hasty = clientOf(open.standIn, { timeout: 50 });
  open.control.fail({ mode: "hang", method: "POST", times: 9 });
  const refusal = await refusalOf(hasty.paymentIntents.create(ONE_DOCUMENT));
  expect(refusal.message).toContain("timeout");
  expect((await open.stripe.paymentIntents.list()).data).toEqual([]);
  open.control.clearFailures();
});

test("a failure can be planned for one kind of call only", async () => {
  await using open = openStripe();
  open.control.fail({ mode: "not done", method: "POST", path: "/v1/refunds" });
  await open.stripe.customers.create({});
  await refusalOf(open.stripe.refunds.create({ payment_intent: "pi_any" }));
  expect(open.control.calls().map(({ path, status }) => [path, status])).toEqual([
    ["/v1/customers", 200],
    ["/v1/refunds", 503],
  ]);
});

test("a test can look at the parameters that arrived", async () => {
  await using open = openStripe();
  await open.stripe.paymentIntents.create(ONE_DOCUMENT, { idempotencyKey: "doc:1:1" });
  expect(open.control.calls()).toMatchObject([
    {
      method: "POST",
      path: "/v1/payment_intents",
      idempotencyKey: "doc:1:1",
      params: { amount: "299", currency: "usd", metadata: { documentId: "doc-1" } },
    },
  ]);
});

test("everything can be controlled over HTTP from another process", async () => {
  await using open = openStripe();
  const { id } = await open.stripe.paymentIntents.create(ONE_DOCUMENT);
  const ask = (name: string, body: object) =>
    fetch(`${open.standIn.url}/_control/${name}`, { method: "POST", body: JSON.stringify(body) });
  const refused = await ask("pay", { intent: id, method: { card: "4000000000000002" } });
  expect([refused.status, (await refused.json()).message]).toEqual([400, "Your card was declined."]);
  expect((await ask("pay", { intent: id })).status).toBe(200);
  expect(await (await ask("refund", { intent: id, cents: 99 })).json()).toMatchObject({ amount: 99 });
  expect((await ask("advance", { seconds: 60 })).status).toBe(200);
  expect((await ask("fail", { mode: "sometimes" })).status).toBe(400);
  expect((await ask("explode", {})).status).toBe(404);
  const events = await (await fetch(`${open.standIn.url}/_control/events`)).json();
  expect(events.at(-1).type).toBe("charge.refunded");
});
