import { expect, test } from "bun:test";
import { CARDS } from "./controls/control.ts";
import { ONE_DOCUMENT, openStripe, refusalOf } from "./test-client.ts";

async function paid(open: ReturnType<typeof openStripe>, card: string = CARDS.works) {
  const { id } = await open.stripe.paymentIntents.create(ONE_DOCUMENT);
  open.control.pay(id, { card });
  return id;
}

test("a payment is refunded in parts until nothing is left", async () => {
  await using open = openStripe();
  const payment_intent = await paid(open);
  await open.stripe.refunds.create({ payment_intent, amount: 100 });
  const { data } = await open.stripe.charges.list({ payment_intent });
  expect(data[0]).toMatchObject({ amount_refunded: 100, refunded: false });
  const rest = await open.stripe.refunds.create({ payment_intent, reason: "requested_by_customer" });
  expect(rest).toMatchObject({ amount: 199, status: "succeeded" });
  const charge = await open.stripe.charges.retrieve(String(rest.charge), { expand: ["refunds"] });
  expect(charge.refunded).toBe(true);
  expect(charge.refunds?.data).toHaveLength(2);
  const again = await refusalOf(open.stripe.refunds.create({ payment_intent }));
  expect(again.code).toBe("charge_already_refunded");
});

test("more than was paid, or what was never paid, cannot be refunded", async () => {
  await using open = openStripe();
  const payment_intent = await paid(open);
  const tooMuch = await refusalOf(open.stripe.refunds.create({ payment_intent, amount: 300 }));
  expect(tooMuch.message).toBe("Refund amount ($3.00) is greater than unrefunded amount on charge ($2.99)");
  const unpaid = await open.stripe.paymentIntents.create(ONE_DOCUMENT);
  expect((await refusalOf(open.stripe.refunds.create({ payment_intent: unpaid.id }))).param).toBe(
    "payment_intent",
  );
});

test("the merchant's refund in the dashboard is told as charge.refunded", async () => {
  await using open = openStripe();
  open.control.refund(await paid(open), 50);
  const event = (await open.stripe.events.list({ type: "charge.refunded" })).data[0];
  expect(event?.data).toMatchObject({
    object: { object: "charge", amount_refunded: 50 },
    previous_attributes: { amount_refunded: 0 },
  });
});

test("a dispute marks the charge, forbids a refund, and is closed by the bank", async () => {
  await using open = openStripe();
  const payment_intent = await paid(open);
  const { id } = open.control.dispute(payment_intent);
  expect(await open.stripe.disputes.retrieve(id)).toMatchObject({ status: "needs_response", payment_intent });
  expect((await open.stripe.charges.list({ payment_intent })).data[0]?.disputed).toBe(true);
  expect((await refusalOf(open.stripe.refunds.create({ payment_intent }))).code).toBe("charge_disputed");
  open.control.closeDispute(id, "won");
  expect((await open.stripe.disputes.retrieve(id)).status).toBe("won");
  const types = open.control.events().map((event) => event.type);
  expect(types).toContain("charge.dispute.created");
  expect(types).toContain("charge.dispute.closed");
});

test("Stripe's disputing test card is disputed right after it paid", async () => {
  await using open = openStripe();
  const payment_intent = await paid(open, CARDS.disputed);
  expect((await open.stripe.disputes.list({ payment_intent })).data).toHaveLength(1);
});
