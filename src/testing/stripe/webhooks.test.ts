import { expect, test } from "bun:test";
import Stripe from "stripe";
import { until } from "../test-waiting.ts";
import { oneDocument, openStripe } from "./test-client.ts";

/** A fake that sends its events to a webhook, which answers with these statuses and then with 200. */
function openWithWebhook(statuses: number[] = []) {
  const open = openStripe(statuses.map(() => 5));
  const received: { body: string; signature: string }[] = [];
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    async fetch(request) {
      const signature = request.headers.get("stripe-signature") ?? "";
      received.push({ body: await request.text(), signature });
      return new Response("ok", { status: statuses.shift() ?? 200 });
    },
  });
  const target = { url: `http://127.0.0.1:${server.port}/hook`, secret: open.fake.webhookSecret };
  open.control.pointWebhooksTo(target);
  return {
    ...open,
    received,
    types: () => received.map(({ body }) => String(JSON.parse(body).type)),
    async pay() {
      const { id } = await open.stripe.paymentIntents.create(oneDocument, { idempotencyKey: "doc:1" });
      open.control.pay(id);
      await open.control.deliveriesSettled();
      return id;
    },
    async [Symbol.asyncDispose]() {
      await open.fake.stop();
      await server.stop(true);
    },
  };
}

const paidOnce = ["payment_intent.created", "charge.succeeded", "payment_intent.succeeded"];

test("the official check accepts the signature of each event, and refuses a changed event", async () => {
  await using open = openWithWebhook();
  const id = await open.pay();
  expect(open.types()).toEqual(paidOnce);
  const { body = "", signature = "" } = open.received[2] ?? {};
  const { webhookSecret } = open.fake;
  const check = (text: string, secret: string = webhookSecret) =>
    open.stripe.webhooks.constructEventAsync(text, signature, secret);
  expect(await check(body)).toMatchObject({
    api_version: Stripe.API_VERSION,
    data: { object: { id, status: "succeeded" } },
  });
  for (const [text, secret] of [[body.replace("299", "1")], [`${body} `], [body, "whsec_other"]] as const) {
    await expect(check(text, secret)).rejects.toBeInstanceOf(Stripe.errors.StripeSignatureVerificationError);
  }
});

test("an event keeps the state at its time and names the call that caused it", async () => {
  await using open = openWithWebhook();
  await open.pay();
  const [event] = open.control.events();
  expect(event).toMatchObject({
    request: { id: open.control.calls()[0]?.requestId, idempotency_key: "doc:1" },
    data: { object: { status: "requires_payment_method" } },
  });
  expect(open.control.events().at(-1)?.request).toBeNull();
});

test("events are held, then released in reverse order and twice; some are never sent", async () => {
  await using open = openWithWebhook();
  open.control.setDelivery({ hold: true, drop: ["charge.succeeded"] });
  await open.pay();
  const kept = ["payment_intent.created", "payment_intent.succeeded"];
  expect(open.control.heldEvents().map((event): string => event.type)).toEqual(kept);
  expect(open.received).toEqual([]);
  await open.control.releaseEvents({ order: "reversed", copies: 2 });
  expect(open.types()).toEqual(kept.toReversed().flatMap((type) => [type, type]));
  open.control.setDelivery({ hold: false, copies: 2, drop: [] });
  await open.stripe.customers.create({});
  await open.control.deliveriesSettled();
  expect(open.types().slice(4)).toEqual(["customer.created", "customer.created"]);
});

test("an event that is not answered with 2xx is sent again; one that is never answered is recorded", async () => {
  await using open = openWithWebhook([500, 503]);
  await open.stripe.customers.create({});
  await until("three deliveries", () => open.control.deliveries().length >= 3);
  expect(open.control.deliveries().map(({ status }) => status)).toEqual([500, 503, 200]);
  open.control.pointWebhooksTo({ url: "http://127.0.0.1:1/hook", secret: "whsec_x" });
  await open.stripe.customers.create({});
  await open.control.deliveriesSettled();
  expect(open.control.deliveries()[3]).toMatchObject({ type: "customer.created", status: 0 });
});
