import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import {
  choose,
  complete,
  getId,
  intentIn,
  newPersonOverQuota,
  openShop,
  pay,
  paymentMark,
  process,
  type Shop,
  stampsUntilRefused,
} from "../../testing/test-billing.ts";
import type { TestClient } from "../../testing/test-client.ts";
import { untilFinished, uploadFile } from "../../testing/test-documents.ts";
import { sqlOf } from "../../testing/test-sql.ts";
import { until } from "../../testing/test-waiting.ts";
import { deleteExpiredOriginals } from "../documents/retention.service.ts";
import { cancelNeedlessPayments } from "./cancellation.service.ts";
import { requirePayments } from "./payments.ts";

setDefaultTimeout(600_000);
let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ config: { credits: "redeem" } });
});
afterAll(() => shop.stop());

const redeem = (person: TestClient, documentId: string) =>
  person.post("/api/payment/redeem-credit", { documentId });

async function giveCredit(person: TestClient): Promise<void> {
  const id = await getId(shop, person);
  sqlOf(shop.deps.db).prepare("UPDATE users SET free_credits = 1 WHERE id = ?").run(id);
}

async function statusOf(intent: string): Promise<string | undefined> {
  return (await requirePayments(shop.deps).stripe.paymentIntents.retrieve(intent)).status;
}

const untilCanceled = (intent: string) =>
  until("the payment is canceled", async () => (await statusOf(intent)) === "canceled");

/** Until Stripe is asked again, calls that cancel this payment fail, each with its repetition. */
const failToCancel = (intent: string) =>
  shop.control.fail({
    mode: "not done",
    times: 1_000,
    method: "POST",
    path: `/v1/payment_intents/${intent}`,
  });

const untilTriedInVain = (documentId: string) =>
  until("canceling has failed and is going to be tried again", () => {
    const failed = sqlOf(shop.deps.db).prepare(
      "SELECT id FROM jobs WHERE kind = 'cancel-payments' AND subject = ? AND state = 'queued' AND last_error IS NOT NULL",
    );
    return failed.get(documentId) !== undefined;
  });

const countJobs = (documentId: string) =>
  sqlOf(shop.deps.db)
    .prepare("SELECT id FROM jobs WHERE kind = 'cancel-payments' AND subject = ?")
    .all(documentId).length;

const payAll = (person: TestClient, ids: string[]) =>
  person.post("/api/payment/pay-for-documents", { documents: ids.map((id) => ({ id })) });

test("a payment that is open in one tab cannot charge the card after a free credit paid in another", async () => {
  const { person, documentId } = await newPersonOverQuota(shop);
  await giveCredit(person);
  const intent = intentIn(await pay(person, documentId));
  expect((await redeem(person, documentId)).status).toBe(200);
  await untilCanceled(intent);
  expect(() => shop.control.pay(intent)).toThrow("status of canceled");
  expect(await paymentMark(person, documentId)).toBe("true");
  expect((await process(person, documentId)).status).toBe(200);
  expect((await untilFinished(person, documentId)).status).toBe("completed");
});

test("a payment that is open in one tab cannot charge the card after the document was stamped from a bundle in another", async () => {
  const { person, documentId } = await newPersonOverQuota(shop);
  const second = (await uploadFile(person)).id;
  const alone = intentIn(await pay(person, documentId));
  shop.control.pay(intentIn(await choose(person, "smallbundle")));
  expect((await process(person, documentId)).status).toBe(200);
  await untilCanceled(alone);
  const together = intentIn(await payAll(person, [second, (await uploadFile(person)).id]));
  expect((await process(person, second)).status).toBe(200);
  await untilCanceled(together);
});

/** A document with an open payment at the price of today, which then was paid for at another price. */
async function newDocumentPaidAtNewPrice(options: { isCancelable: boolean }) {
  const { person, documentId } = await newPersonOverQuota(shop);
  const before = intentIn(await pay(person, documentId));
  if (!options.isCancelable) failToCancel(before);
  const { payper } = shop.deps.config.plans;
  const { price } = payper;
  payper.price = 349;
  shop.control.pay(intentIn(await pay(person, documentId)));
  payper.price = price;
  expect((await complete(person, documentId)).body).toMatchObject({ code: "payment-successful" });
  return { person, documentId, before };
}

test("a payment that was begun at an earlier price cannot charge the card after the document was paid for", async () => {
  const { before } = await newDocumentPaidAtNewPrice({ isCancelable: true });
  await untilCanceled(before);
});

test("a payment that was begun at an earlier price and is made all the same pays for another document, and the answer says so", async () => {
  const { person, documentId, before } = await newDocumentPaidAtNewPrice({ isCancelable: false });
  await untilTriedInVain(documentId);
  await shop.control.deliveriesSettled();
  shop.control.setDelivery({ hold: true });
  shop.control.clearFailures();
  shop.control.pay(before);
  expect((await complete(person, documentId)).body).toMatchObject({ code: "payment-left-over" });
  await shop.control.releaseEvents();
  shop.control.setDelivery({ hold: false });
});

test("a payment that is open when its document's original is deleted cannot charge the card", async () => {
  const { person, documentId } = await newPersonOverQuota(shop);
  const intent = intentIn(await pay(person, documentId));
  const config = { ...shop.deps.config, retentionHours: 0 };
  expect(await deleteExpiredOriginals({ ...shop.deps, config })).toBeGreaterThan(0);
  await untilCanceled(intent);
  expect((await pay(person, documentId)).status).toBe(410);
});

test("a payment that is open in one tab cannot charge the card after its document was deleted in another", async () => {
  const { person, documentId } = await newPersonOverQuota(shop);
  const alone = intentIn(await pay(person, documentId));
  expect((await person.send("DELETE", `/api/documents/${documentId}`)).status).toBe(200);
  await untilCanceled(alone);
  const [second, third] = [(await uploadFile(person)).id, (await uploadFile(person)).id];
  const together = intentIn(await payAll(person, [second, third]));
  expect((await person.post("/api/documents/delete", { ids: [second] })).body).toEqual({ deleted: 1 });
  await untilCanceled(together);
});

test("while Stripe does not answer, a document is stamped all the same, and its payment is canceled when Stripe answers", async () => {
  const { person, documentId } = await newPersonOverQuota(shop);
  await giveCredit(person);
  const intent = intentIn(await pay(person, documentId));
  failToCancel(intent);
  expect((await redeem(person, documentId)).status).toBe(200);
  expect((await process(person, documentId)).status).toBe(200);
  expect((await untilFinished(person, documentId)).status).toBe("completed");
  await untilTriedInVain(documentId);
  expect(await statusOf(intent)).toBe("requires_payment_method");
  shop.control.clearFailures();
  await untilCanceled(intent);
});

test("while the payment for one document cannot be canceled, none for several is handed out that would pay for it again", async () => {
  const { person, documentId } = await newPersonOverQuota(shop);
  const ids = [documentId, (await uploadFile(person)).id];
  const alone = intentIn(await pay(person, documentId));
  failToCancel(alone);
  expect(await payAll(person, ids)).toMatchObject({
    status: 503,
    body: { code: "payment-service-unavailable" },
  });
  shop.control.clearFailures();
  expect((await payAll(person, ids)).status).toBe(200);
  expect(await statusOf(alone)).toBe("canceled");
});

test("a payment that was made before it could be canceled pays for another document, and the answer says so", async () => {
  const { person, documentId } = await newPersonOverQuota(shop);
  await giveCredit(person);
  const intent = intentIn(await pay(person, documentId));
  await shop.control.deliveriesSettled();
  shop.control.setDelivery({ hold: true });
  shop.control.pay(intent);
  expect((await redeem(person, documentId)).status).toBe(200);
  expect((await complete(person, documentId)).body).toMatchObject({
    success: true,
    code: "payment-left-over",
  });
  expect((await process(person, documentId)).status).toBe(200);
  expect((await untilFinished(person, documentId)).status).toBe("completed");
  expect((await complete(person, documentId)).body).toMatchObject({ code: "payment-left-over" });
  expect(await stampsUntilRefused(person, 3)).toBe(1);
  shop.control.setDelivery({ hold: false });
});

test("a payment that arrives after the document was stamped from a bundle pays for another one, and the answer says so", async () => {
  const { person, documentId } = await newPersonOverQuota(shop);
  const intent = intentIn(await pay(person, documentId));
  shop.control.pay(intentIn(await choose(person, "smallbundle")));
  await shop.control.deliveriesSettled();
  shop.control.holdSettlement(true);
  shop.control.pay(intent, { cashApp: true });
  expect((await process(person, documentId)).status).toBe(200);
  expect((await untilFinished(person, documentId)).status).toBe("completed");
  expect((await complete(person, documentId)).status).toBe(402);
  shop.control.holdSettlement(false);
  shop.control.settle(intent);
  expect((await complete(person, documentId)).body).toMatchObject({ code: "payment-left-over" });
  expect(await stampsUntilRefused(person, 11)).toBe(10);
});

test("a payment that was on its way when the document was stamped, and then failed, cannot charge the card", async () => {
  const { person, documentId } = await newPersonOverQuota(shop);
  const intent = intentIn(await pay(person, documentId));
  shop.control.pay(intentIn(await choose(person, "smallbundle")));
  await shop.control.deliveriesSettled();
  shop.control.holdSettlement(true);
  shop.control.pay(intent, { cashApp: true });
  expect((await process(person, documentId)).status).toBe(200);
  expect((await untilFinished(person, documentId)).status).toBe("completed");
  await until("Stripe has refused to cancel it", () => countJobs(documentId) === 0);
  shop.control.holdSettlement(false);
  shop.control.settle(intent, "failed");
  await untilCanceled(intent);
});

test("a payment that Stripe creates while a free credit is used is not handed out, and cannot charge the card", async () => {
  const { person, documentId } = await newPersonOverQuota(shop);
  await giveCredit(person);
  shop.control.fail({ mode: "hang", method: "POST", path: "/v1/payment_intents" });
  const asked = pay(person, documentId);
  await until("Stripe is asked", () => shop.control.hangingCalls() > 0);
  expect((await redeem(person, documentId)).status).toBe(200);
  shop.control.clearFailures();
  expect(await asked).toMatchObject({ status: 409, body: { code: "document-already-paid" } });
  const made = shop.control.events().findLast(({ type }) => type === "payment_intent.created");
  await untilCanceled(String(Object(made?.data.object).id));
});

test("a document that could not be stamped keeps its open payment", async () => {
  const { person } = await newPersonOverQuota(shop);
  const { id } = await uploadFile(person, "broken.pdf", new TextEncoder().encode("%PDF-1.7\nbroken"));
  shop.control.pay(intentIn(await choose(person, "smallbundle")));
  await shop.control.deliveriesSettled();
  expect((await process(person, id)).status).toBe(200);
  expect((await untilFinished(person, id)).status).toBe("error");
  const intent = intentIn(await pay(person, id));
  await cancelNeedlessPayments(shop.deps, id);
  expect(await statusOf(intent)).toBe("requires_payment_method");
});
