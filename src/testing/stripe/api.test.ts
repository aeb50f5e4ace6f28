import { expect, test } from "bun:test";
import Stripe from "stripe";
import { parseForm } from "./protocol.ts";
import { createStripeClient, findRefusal, oneDocument, openStripe } from "./test-client.ts";

const created = ({ control }: ReturnType<typeof openStripe>) =>
  control.events().filter(({ type }) => type === "payment_intent.created").length;

test("nested groups and lists are read from a form", () => {
  expect(parseForm("a=1&b[c][d]=2&e[0]=x&e[1]=y&f[]=z&g[0][h]=3")).toEqual({
    a: "1",
    b: { c: { d: "2" } },
    e: ["x", "y"],
    f: ["z"],
    g: [{ h: "3" }],
  });
});

test("a wrong key, a missing key and a browser's key are refused, and so is another API version", async () => {
  await using open = openStripe();
  const { url, publishableKey, secretKey } = open.fake;
  const ask = async (headers: Record<string, string>) => {
    const answer = await fetch(`${url}/v1/customers`, { method: "POST", headers });
    return [answer.status, JSON.stringify(await answer.json())] as const;
  };
  const [status, wrong] = await ask({ authorization: "Bearer sk_test_somebody_elses_key_12345" });
  expect([status, wrong.includes("somebody")]).toEqual([401, false]);
  expect((await ask({}))[0]).toBe(401);
  expect((await ask({ authorization: `Bearer ${publishableKey}` }))[0]).toBe(403);
  const authorization = `Bearer ${secretKey}`;
  expect((await ask({ authorization, "stripe-version": "2020-08-27" }))[0]).toBe(400);
});

test("calls, parameters and values that the fake does not know are refused by name", async () => {
  await using open = openStripe();
  const { stripe } = open;
  const unknown = await findRefusal(stripe.coupons.list());
  expect([unknown.statusCode, unknown.message]).toEqual([404, expect.stringContaining("(GET: /v1/coupons)")]);
  const parameter = await findRefusal(stripe.customers.create({ balance: 5 }));
  expect([parameter.code, parameter.param]).toEqual(["parameter_unknown", "balance"]);
  const missing = await findRefusal(stripe.paymentIntents.create({ amount: 299 } as never));
  expect([missing.code, missing.param]).toEqual(["parameter_missing", "currency"]);
  const nested = await findRefusal(stripe.customers.create({ tax: { ip_address: "" } }));
  expect(nested.param).toBe("tax[ip_address]");
  const path = await findRefusal(stripe.paymentIntents.retrieve("pi_unknown"));
  expect([path.statusCode, path.code]).toEqual([404, "resource_missing"]);
  const method = await findRefusal(stripe.paymentMethods.attach("pm_card_visa", { customer: "cus_no" }));
  expect([method.statusCode, method.param]).toEqual([400, "customer"]);
  const expand = await findRefusal(stripe.customers.create({ expand: ["owner.name"] }));
  expect(expand.message).toContain("cannot be expanded (owner.name)");
});

test("the same key gives the same answer, and is refused for another call or other parameters", async () => {
  await using open = openStripe();
  const create = (name: string) => open.stripe.customers.create({ name }, { idempotencyKey: "k" });
  const first = await create("Jane");
  const second = await create("Jane");
  expect(second.id).toBe(first.id);
  expect(first.lastResponse).toMatchObject({ apiVersion: Stripe.API_VERSION, idempotencyKey: "k" });
  expect(await findRefusal(create("Joe"))).toBeInstanceOf(Stripe.errors.StripeIdempotencyError);
  const other = open.stripe.paymentIntents.create(oneDocument, { idempotencyKey: "k" });
  expect(await findRefusal(other)).toBeInstanceOf(Stripe.errors.StripeIdempotencyError);
  open.control.advance(25 * 3600);
  expect((await create("Jane")).id).not.toBe(first.id);
});

test("a repeated key repeats a decline, but not a refusal of parameters", async () => {
  await using open = openStripe();
  const { paymentIntents } = open.stripe;
  const { id } = await paymentIntents.create(oneDocument);
  const confirm = (payment_method: string) =>
    findRefusal(paymentIntents.confirm(id, { payment_method }, { idempotencyKey: payment_method }));
  const first = await confirm("pm_card_chargeDeclined");
  const second = await confirm("pm_card_chargeDeclined");
  expect([second.charge, second.headers?.["idempotent-replayed"]]).toEqual([first.charge, "true"]);
  await confirm("pm_unknown");
  expect((await confirm("pm_unknown")).headers?.["idempotent-replayed"]).toBeUndefined();
});

test("a call that fails before it is done changes nothing, and may be tried again with its key", async () => {
  await using open = openStripe();
  open.control.fail({ mode: "not done", method: "POST", path: "/v1/payment_intents" });
  const create = () => open.stripe.paymentIntents.create(oneDocument, { idempotencyKey: "k" });
  await open.stripe.customers.create({});
  expect((await findRefusal(create())).statusCode).toBe(503);
  expect(created(open)).toBe(0);
  expect((await create()).status).toBe("requires_payment_method");
  expect(open.control.calls().map(({ path, status }) => [path, status])).toEqual([
    ["/v1/customers", 200],
    ["/v1/payment_intents", 503],
    ["/v1/payment_intents", 200],
  ]);
});

test("a call can be done but reported as failed, and its key repeats that answer", async () => {
  await using open = openStripe();
  open.control.fail({ mode: "done, reported as failed" });
  const create = () => open.stripe.paymentIntents.create(oneDocument, { idempotencyKey: "k" });
  expect((await findRefusal(create())).statusCode).toBe(500);
  expect((await findRefusal(create())).statusCode).toBe(500);
  expect(created(open)).toBe(1);
});

test("an answer can be lost in transit, and a retry with the key gets it", async () => {
  await using open = openStripe();
  open.control.fail({ mode: "done, answer lost" });
  const create = () => open.stripe.paymentIntents.create(oneDocument, { idempotencyKey: "k" });
  expect(await findRefusal(create())).toBeInstanceOf(Stripe.errors.StripeConnectionError);
  await create();
  expect(created(open)).toBe(1);
});

test("a call that hangs runs into the client's timeout and does nothing", async () => {
  await using open = openStripe();
  open.control.fail({ mode: "hang", times: 9 });
  const hasty = createStripeClient(open.fake, 50);
  expect((await findRefusal(hasty.paymentIntents.create(oneDocument))).message).toContain("timeout");
  expect([open.control.hangingCalls(), created(open)]).toEqual([1, 0]);
});
