import { afterEach, expect, test } from "bun:test";
import Stripe from "stripe";
import { ONE_DOCUMENT, openStripe, subscribe } from "./test-client.ts";

type Received = { body: string; signature: string };

/** A webhook that keeps what it gets; it answers 200 unless told otherwise. */
function receiver(statuses: number[] = []) {
  const received: Received[] = [];
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: async (request) => {
      received.push({
        body: await request.text(),
        signature: request.headers.get("stripe-signature") ?? "",
      });
      return new Response("ok", { status: statuses.shift() ?? 200 });
    },
  });
  servers.push(server);
  const types = () => received.map(({ body }) => String(JSON.parse(body).type));
  return { url: `http://127.0.0.1:${server.port}/hook`, received, types };
}

const servers: { stop: (now: boolean) => Promise<void> }[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop(true);
});

async function payOnce(open: ReturnType<typeof openStripe>) {
  const { id } = await open.stripe.paymentIntents.create(ONE_DOCUMENT);
  open.control.pay(id);
  await open.control.deliveriesSettled();
  return id;
}

const PAID_ONCE = ["payment_intent.created", "charge.succeeded", "payment_intent.succeeded"];

test("each event arrives signed so that the official check accepts it, and refuses a changed one", async () => {
  const hook = receiver();
  await using open = openStripe({ webhookUrl: hook.url });
  const id = await payOnce(open);
  expect(hook.types()).toEqual(PAID_ONCE);
  const { body = "", signature = "" } = hook.received[2] ?? {};
  const { webhookSecret } = open.standIn;
  const event = await open.stripe.webhooks.constructEventAsync(body, signature, webhookSecret);
  expect(event).toMatchObject({
    api_version: Stripe.API_VERSION,
    data: { object: { id, status: "succeeded" } },
  });
  for (const [text, secret] of [
    [body.replace("299", "1"), webhookSecret],
    [JSON.stringify(JSON.parse(body)), webhookSecret],
    [body, "whsec_other"],
  ] as const) {
    const check = open.stripe.webhooks.constructEventAsync(text, signature, secret);
    await expect(check).rejects.toBeInstanceOf(Stripe.errors.StripeSignatureVerificationError);
  }
});

test("an event keeps the state of its moment and names the request that caused it", async () => {
  await using open = openStripe();
  const intent = await open.stripe.paymentIntents.create(ONE_DOCUMENT, { idempotencyKey: "doc:1:1" });
  open.control.pay(intent.id);
  const created = (await open.stripe.events.list({ type: "payment_intent.created" })).data[0];
  expect(created).toMatchObject({
    request: { id: intent.lastResponse.requestId, idempotency_key: "doc:1:1" },
    data: { object: { status: "requires_payment_method" } },
  });
  const again = await open.stripe.events.retrieve(String(created?.id));
  expect(again.type).toBe("payment_intent.created");
});

test("events are held back until they are released, in reverse when a test wants that", async () => {
  const hook = receiver();
  await using open = openStripe({ webhookUrl: hook.url });
  open.control.setDelivery({ hold: true });
  await payOnce(open);
  expect(hook.received).toHaveLength(0);
  expect(open.control.heldEvents().map((event) => event.type)).toEqual(PAID_ONCE as Stripe.Event.Type[]);
  await open.control.releaseEvents({ order: "reversed" });
  expect(hook.types()).toEqual(PAID_ONCE.toReversed());
});

test("only some of the held events are released, twice", async () => {
  const hook = receiver();
  await using open = openStripe({ webhookUrl: hook.url });
  open.control.setDelivery({ hold: true });
  await payOnce(open);
  await open.control.releaseEvents({ types: ["payment_intent.succeeded"], copies: 2 });
  expect(hook.types()).toEqual(["payment_intent.succeeded", "payment_intent.succeeded"]);
  expect(new Set(hook.received.map(({ body }) => JSON.parse(body).id)).size).toBe(1);
  expect(open.control.heldEvents()).toHaveLength(2);
});

test("events are sent twice, later, or never", async () => {
  const hook = receiver();
  await using open = openStripe({ webhookUrl: hook.url });
  open.control.setDelivery({ copies: 2, delayMs: 20, drop: ["charge.succeeded", "payment_intent.created"] });
  const started = performance.now();
  await payOnce(open);
  expect(hook.types()).toEqual(["payment_intent.succeeded", "payment_intent.succeeded"]);
  expect(performance.now() - started).toBeGreaterThan(19);
});

test("an event of the past can be sent again", async () => {
  const hook = receiver();
  await using open = openStripe();
  await payOnce(open);
  open.control.pointWebhooksTo({ url: hook.url, secret: open.standIn.webhookSecret });
  const last = open.control.events().at(-1);
  await open.control.redeliver(String(last?.id), 3);
  expect(hook.types()).toEqual(Array(3).fill("payment_intent.succeeded"));
});

test("an event that was not answered with 2xx is sent again", async () => {
  const hook = receiver([500, 503]);
  await using open = openStripe({ webhookUrl: hook.url, webhookRetryDelaysMs: [5, 5] });
  await open.stripe.customers.create({});
  while (open.control.deliveries().length < 3) await Bun.sleep(5);
  expect(open.control.deliveries().map((delivery) => delivery.status)).toEqual([500, 503, 200]);
});

test("a webhook that nobody answers is recorded and disturbs nothing", async () => {
  await using open = openStripe({ webhookUrl: "http://127.0.0.1:1/hook", webhookRetryDelaysMs: [] });
  await open.stripe.customers.create({});
  await open.control.deliveriesSettled();
  expect(open.control.deliveries()).toMatchObject([{ type: "customer.created", status: 0 }]);
});

test("a subscription tells its beginning, payment, renewal and end", async () => {
  await using open = openStripe();
  const { subscription, intentId } = await subscribe(open.stripe);
  open.control.pay(intentId);
  open.control.advance(32 * 86_400);
  await open.stripe.subscriptions.cancel(subscription.id);
  const told = open.control.events().map((event) => event.type);
  expect(told.filter((type) => type.startsWith("customer.subscription."))).toEqual([
    "customer.subscription.created",
    "customer.subscription.updated",
    "customer.subscription.updated",
    "customer.subscription.deleted",
  ]);
  expect(told.filter((type) => type === "invoice.paid")).toHaveLength(2);
  const activated = open.control.events().find((event) => event.type === "customer.subscription.updated");
  expect(activated?.data.previous_attributes).toEqual({ status: "incomplete" });
});
