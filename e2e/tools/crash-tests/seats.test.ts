import { afterEach, beforeEach, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { join } from "node:path";
import type Stripe from "stripe";
import { type StripeFake, startStripeFake } from "../../../src/testing/stripe/stripe-fake.ts";
import { choose, intentIn } from "../../../src/testing/test-billing.ts";
import { createTestClient, type TestClient } from "../../../src/testing/test-client.ts";
import { accept, inviteLink } from "../../../src/testing/test-offices.ts";
import { until } from "../../../src/testing/test-waiting.ts";
import { fromSource, type Product, startProduct } from "../../support/product.ts";

const quantities = "/v1/subscription_items/";

let stripe: StripeFake;
let server: Product;
let restart: () => Promise<Product>;
let owner: TestClient;
beforeEach(async () => {
  stripe = startStripeFake();
  const start = fromSource({ "site.json": '{ "plans": { "unlimited": { "perMember": true } } }' });
  const begin = (more: Record<string, string> = {}) =>
    startProduct(
      { CONVERTER: "off", LOG_LEVEL: "silent", ...stripe.settings, ...more },
      { ...start, logPath: join(start.dataDir, "server.log") },
    );
  server = await begin();
  const { origin } = server;
  restart = () => begin({ PORT: new URL(origin).port });
  stripe.control.pointWebhooksTo({ url: `${origin}/api/stripe/webhook`, secret: stripe.webhookSecret });
  owner = createTestClient(origin);
  await owner.register({ username: "owner" });
  const { id } = (await owner.post("/api/offices", { name: "Doe & Partners LLP" })).body;
  await owner.post("/api/offices/switch", { id });
  stripe.control.pay(intentIn(await choose(owner, "unlimited")));
  await stripe.control.deliveriesSettled();
  expect(await readSeats()).toMatchObject({ members: 1, paid: 1 });
  // What Stripe says by itself must not be what mends it.
  stripe.control.setDelivery({ drop: ["customer.subscription.updated"] });
}, 600_000);
afterEach(async () => {
  await server.kill();
  await stripe.stop();
  rmSync(server.dataDir, { recursive: true });
});

const readSeats = async () => (await owner.get("/api/subscription/status")).body.seats;

async function ask<T>(path: string): Promise<T[]> {
  const headers = { authorization: `Bearer ${stripe.secretKey}` };
  return (await (await fetch(`${stripe.url}${path}`, { headers })).json()).data;
}

/** For how many members Stripe charges, and the invoice items that the change has left there. */
async function readStripe() {
  const [subscription] = await ask<Stripe.Subscription>("/v1/subscriptions?limit=1");
  const pending = await ask<Stripe.InvoiceItem>(
    `/v1/invoiceitems?customer=${subscription?.customer}&pending=true`,
  );
  return { quantity: subscription?.items.data[0]?.quantity, pending: pending.length };
}

const changes = () =>
  stripe.control.calls().filter(({ path, status }) => path.startsWith(quantities) && status === 200).length;

/** A member joins; kills the server as soon as this is so, and starts it again. */
async function killWhen(what: string, isSo: () => unknown): Promise<void> {
  const member = createTestClient(server.origin);
  await member.register({ username: "member" });
  expect((await accept(member, await inviteLink(owner, "member"))).status).toBe(200);
  await until(what, isSo);
  await server.kill();
  stripe.control.clearFailures();
  server = await restart();
  await until("the number is paid for", async () => Object(await readSeats()).paid === 2);
}

test("a server killed before Stripe changes the number of members has it changed once after its next start [threat C58]", async () => {
  stripe.control.fail({ mode: "hang", method: "POST", path: quantities, times: 9 });
  await killWhen("the change is on its way", () => stripe.control.hangingCalls() > 0);
  expect([await readStripe(), changes()]).toEqual([{ quantity: 2, pending: 2 }, 1]);
}, 600_000);

test("a server killed before it learns that Stripe changed the number of members charges no one twice [threat C58]", async () => {
  stripe.control.fail({ mode: "done, answer lost", method: "POST", path: quantities, times: 9 });
  await killWhen("Stripe has changed it", async () => (await readStripe()).quantity === 2);
  const { text } = await owner.get("/api/office/log?action=seats.changed");
  expect([await readStripe(), JSON.parse(text).length]).toEqual([{ quantity: 2, pending: 2 }, 1]);
}, 600_000);
