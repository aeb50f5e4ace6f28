import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { assertIntegrity } from "../../testing/test-assert-integrity.ts";
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
import type { TestClient } from "../../testing/test-client.ts";
import { newSender, uploadFile } from "../../testing/test-documents.ts";
import { newMember } from "../../testing/test-offices.ts";
import { sqlOf } from "../../testing/test-sql.ts";
import { until } from "../../testing/test-waiting.ts";

setDefaultTimeout(600_000);
let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.stop());

const payForAll = (person: TestClient, ids: string[], more = {}) =>
  person.post("/api/payment/pay-for-documents", { documents: ids.map((id) => ({ id, ...more })) });
const completeAll = (person: TestClient, documentIds: string[]) =>
  person.post("/api/payment/complete-documents-payment", { documentIds });

async function newPersonWithDocuments(count: number): Promise<{ person: TestClient; ids: string[] }> {
  const { person, documentId } = await newPersonOverQuota(shop);
  const ids = [documentId];
  while (ids.length < count) ids.push((await uploadFile(person)).id);
  return { person, ids };
}

/** The server starts stamping without being called. */
const untilStamped = (person: TestClient, id: string) =>
  until(
    "the document is stamped",
    async () => (await person.get(`/api/documents/${id}`)).body.status === "completed",
  );

const marks = (person: TestClient, ids: string[]) => Promise.all(ids.map((id) => paymentMark(person, id)));
const intentOf = (id: string) => shop.deps.payments?.stripe.paymentIntents.retrieve(id);

test("one payment pays for several documents, each at the price of one, and the account gets no additional stamp", async () => {
  const { person, ids } = await newPersonWithDocuments(3);
  const setup = await payForAll(person, ids);
  expect(setup.body).toMatchObject({ amount: 3 * 299, tax: null, renewal: null });
  expect((await completeAll(person, ids)).status).toBe(402);
  shop.control.pay(intentIn(setup));
  expect(await completeAll(person, ids)).toMatchObject({ status: 200, body: { success: true } });
  expect(await marks(person, ids)).toEqual(["true", "true", "true"]);
  for (const id of ids) await untilStamped(person, id);
  expect(await stampsUntilRefused(person, 1)).toBe(0);
});

test("a payment that arrives after the page was closed stamps all documents as they were set up", async () => {
  const { person, ids } = await newPersonWithDocuments(3);
  shop.control.pay(intentIn(await payForAll(person, ids, { position: "top-left", otherParties: "Ann Lee" })));
  await shop.control.deliveriesSettled();
  for (const id of ids) {
    await untilStamped(person, id);
    expect((await person.get(`/api/documents/${id}`)).body).toMatchObject({
      status: "completed",
      timestampConfig: { position: "top-left", otherParties: "Ann Lee" },
    });
  }
});

/** An office that used up its plan, with a verified domain and two documents; its owner has a confirmed address. */
async function newOfficeWithDocuments() {
  const owner = await newSender(shop, `ana-${crypto.randomUUID()}@example.org`, ["Ana", "García"]);
  const office = String((await owner.post("/api/offices", { name: "Doe & Partners LLP" })).body.id);
  await owner.post("/api/offices/switch", { id: office });
  const sql = sqlOf(shop.deps.db);
  await owner.post("/api/office/domains", { name: "doe.com" });
  sql
    .prepare("UPDATE office_domains SET is_shown = 1, verified_at = ?, seen_at = ? WHERE office_id = ?")
    .run(shop.deps.now(), shop.deps.now(), office);
  const ids = [(await uploadFile(owner)).id, (await uploadFile(owner)).id];
  const stated = () =>
    ids.map((id) => {
      const row = Object(sql.prepare("SELECT client_name, identity FROM documents WHERE id = ?").get(id));
      const { office, domain, email } = JSON.parse(row.identity);
      return [row.client_name, office, domain?.name, email !== undefined];
    });
  return { owner, office, ids, stated };
}

test("an office's documents that were paid for together state its domain, and the member who paid as they chose", async () => {
  const { owner, ids, stated } = await newOfficeWithDocuments();
  shop.control.pay(intentIn(await payForAll(owner, ids, { showName: true, showEmail: true })));
  await shop.control.deliveriesSettled();
  for (const id of ids) await untilStamped(owner, id);
  const named = ["Ana García", "Doe & Partners LLP", "doe.com", true];
  expect(stated()).toEqual([named, named]);
});

test("if the member who paid has left before the payment arrives, the documents state the office alone [threat C55]", async () => {
  const { owner, office, ids, stated } = await newOfficeWithDocuments();
  const intent = intentIn(await payForAll(owner, ids, { showName: true, showEmail: true }));
  const [first = ""] = ids;
  expect((await owner.get(`/api/documents/${first}`)).text).not.toContain("chosenBy");
  const other = await newMember(shop, { owner, id: office }, "owner");
  expect((await owner.post("/api/office/leave", {})).status).toBe(200);
  shop.control.pay(intent);
  await shop.control.deliveriesSettled();
  for (const id of ids) await untilStamped(other, id);
  const unnamed = ["Doe & Partners LLP", undefined, "doe.com", false];
  expect(stated()).toEqual([unnamed, unnamed]);
});

test("events that come late, twice or never, and repeated calls, pay each document once", async () => {
  shop.control.setDelivery({ copies: 3, drop: ["payment_intent.created"] });
  const { person, ids } = await newPersonWithDocuments(2);
  shop.control.pay(intentIn(await payForAll(person, ids)));
  await Promise.all([1, 2, 3].map(() => completeAll(person, ids)));
  await shop.control.deliveriesSettled();
  for (const id of ids) await untilStamped(person, id);
  shop.control.setDelivery({ copies: 1, drop: ["payment_intent.succeeded", "charge.succeeded"] });
  const more = await Promise.all([1, 2].map(async () => (await uploadFile(person)).id));
  shop.control.pay(intentIn(await payForAll(person, more)));
  await shop.control.deliveriesSettled();
  expect((await process(person, more[0] ?? "")).status).toBe(200);
  for (const id of more) await untilStamped(person, id);
  shop.control.setDelivery({ copies: 1, drop: [] });
  expect(await stampsUntilRefused(person, 1)).toBe(0);
  await assertIntegrity(shop.deps.config.dataDir, shop.deps.now);
});

test("the same documents in any order have one payment, and two simultaneous calls get the same one", async () => {
  const { person, ids } = await newPersonWithDocuments(3);
  const setups = await Promise.all([payForAll(person, ids), payForAll(person, ids.toReversed())]);
  expect(new Set(setups.map(intentIn)).size).toBe(1);
});

test("a document has one open payment: a payment for several documents cancels the payment for one of them, and vice versa", async () => {
  const { person, ids } = await newPersonWithDocuments(3);
  const [one = "", two = ""] = ids;
  const single = intentIn(await pay(person, one));
  const several = intentIn(await payForAll(person, ids));
  expect((await intentOf(single))?.status).toBe("canceled");
  const again = intentIn(await pay(person, two));
  expect((await intentOf(several))?.status).toBe("canceled");
  shop.control.pay(again);
  expect((await complete(person, two)).status).toBe(200);
  expect((await payForAll(person, ids)).status).toBe(409);
});

test("a payment for several documents belongs to its owner, its documents and its amount [threat H6]", async () => {
  shop.control.setDelivery({ hold: true });
  const one = await newPersonWithDocuments(2);
  const other = await newPersonWithDocuments(2);
  expect((await payForAll(other.person, [...other.ids, ...one.ids])).status).toBe(404);
  expect((await payForAll(one.person, [one.ids[0] ?? "", one.ids[0] ?? ""])).status).toBe(400);
  expect((await payForAll(one.person, [])).status).toBe(400);
  const intent = intentIn(await payForAll(one.person, one.ids));
  expect((await completeAll(other.person, one.ids)).status).toBe(404);
  await shop.deps.payments?.stripe.paymentIntents.update(intent, { amount: 50 });
  shop.control.pay(intent);
  expect((await completeAll(one.person, one.ids)).status).toBe(402);
  await shop.control.releaseEvents();
  shop.control.setDelivery({ hold: false });
  expect(await marks(one.person, one.ids)).toEqual(["false", "false"]);
});

test("a document that is deleted after it was paid for, but before the payment arrives, leaves its stamp to another document", async () => {
  const { person, ids } = await newPersonWithDocuments(3);
  shop.control.setDelivery({ hold: true });
  shop.control.pay(intentIn(await payForAll(person, ids)));
  expect((await person.send("DELETE", `/api/documents/${ids[0]}`)).status).toBe(200);
  expect((await completeAll(person, ids.slice(1))).status).toBe(200);
  await shop.control.releaseEvents();
  shop.control.setDelivery({ hold: false });
  for (const id of ids.slice(1)) await untilStamped(person, id);
  expect(await stampsUntilRefused(person, 2)).toBe(1);
});

test("a refund of a payment for several documents marks each, and its stamps are not deducted from a later purchase", async () => {
  const { person, ids } = await newPersonWithDocuments(2);
  const intent = intentIn(await payForAll(person, ids));
  shop.control.pay(intent);
  await completeAll(person, ids);
  for (const id of ids) await untilStamped(person, id);
  shop.control.refund(intent);
  await shop.control.deliveriesSettled();
  expect(await marks(person, ids)).toEqual(["refunded", "refunded"]);
  const next = (await uploadFile(person)).id;
  shop.control.pay(intentIn(await pay(person, next)));
  await complete(person, next);
  expect((await process(person, next)).status).toBe(200);
  expect(await stampsUntilRefused(person, 1)).toBe(0);
});
