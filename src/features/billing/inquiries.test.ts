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
import { SingleFlight } from "./single-flight.ts";

setDefaultTimeout(600_000);
let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.stop());

const stripeCalls = () => shop.control.calls().length;

/** A user with this many documents whose payment was started and abandoned, oldest first. */
async function newBrowser(payments: number) {
  const { person, documentId } = await newPersonOverQuota(shop);
  const documentIds = [documentId];
  while (documentIds.length < payments) documentIds.push((await uploadFile(person)).id);
  const intents: string[] = [];
  for (const id of documentIds) intents.push(intentIn(await pay(person, id)));
  await shop.control.deliveriesSettled();
  return { person, documentIds, intents };
}

/** The first run waits for this many callers, so that on a busy machine none arrives after the second one. */
class GatheringRuns extends SingleFlight {
  readonly #all = Promise.withResolvers<void>();
  #missing: number;

  constructor(people: number) {
    super(20);
    this.#missing = people;
  }

  override join(key: string, work: () => Promise<void>): Promise<void> {
    this.#missing -= 1;
    if (this.#missing === 0) this.#all.resolve();
    return super.join(key, () => this.#all.promise.then(work));
  }
}

test("a page loaded forty times asks Stripe about an open payment only twice, and misses no payment", async () => {
  const { person } = await newBrowser(3);
  if (shop.deps.payments) shop.deps.payments.inquiries = new GatheringRuns(40);
  const before = stripeCalls();
  await Promise.all(Array.from({ length: 40 }, () => getStatus(person)));
  expect(stripeCalls() - before).toBeLessThanOrEqual(2 * 3);
  if (shop.deps.payments) shop.deps.payments.inquiries = new SingleFlight(20);
});

test("the first check after a payment sees it, however recent the last check was and without any event", async () => {
  const { person } = await newPersonOverQuota(shop);
  shop.control.setDelivery({ hold: true });
  if (shop.deps.payments) shop.deps.payments.inquiries = new SingleFlight(300);
  const intent = intentIn(await choose(person, "smallbundle"));
  expect((await getStatus(person)).plan).toBe("trial");
  shop.control.pay(intent);
  expect((await getStatus(person)).plan).toBe("smallbundle");
  if (shop.deps.payments) shop.deps.payments.inquiries = new SingleFlight(20);
  shop.control.setDelivery({ hold: false });
});

test("of thirteen unfinished payments, the three oldest are canceled and can be started again", async () => {
  const { person, documentIds, intents } = await newBrowser(13);
  const states = await Promise.all(
    intents.map(async (id) => (await shop.deps.payments?.stripe.paymentIntents.retrieve(id))?.status),
  );
  expect(states.map((state) => state === "canceled")).toEqual([
    ...Array(3).fill(true),
    ...Array(10).fill(false),
  ]);
  await shop.control.deliveriesSettled();
  const before = stripeCalls();
  await getStatus(person);
  expect(stripeCalls() - before).toBe(10);
  const anew = intentIn(await pay(person, documentIds[0] ?? ""));
  expect(intents).not.toContain(anew);
  shop.control.pay(anew);
  expect((await complete(person, documentIds[0] ?? "")).status).toBe(200);
});

test("a payment that arrives just before its cancellation is not lost", async () => {
  shop.control.setDelivery({ hold: true });
  const { person, documentIds, intents } = await newBrowser(10);
  shop.control.pay(intents[0] ?? "");
  await pay(person, (await uploadFile(person)).id);
  expect(await paymentMark(person, documentIds[0] ?? "")).toBe("true");
  await shop.control.releaseEvents();
  shop.control.setDelivery({ hold: false });
});

test("a user who keeps asking whether an unpaid document is paid has to wait; a user without a started payment does not", async () => {
  await using stack = new AsyncDisposableStack();
  const strict = await openShop({ config: { rateLimitFactor: 1 } });
  stack.defer(() => strict.stop());
  const { person, documentId } = await newPersonOverQuota(strict);
  const statusesOf = async (ask: typeof process, times: number) => {
    const answers: number[] = [];
    while (answers.length < times) answers.push((await ask(person, documentId)).status);
    return [...new Set(answers)];
  };
  expect(await statusesOf(process, 70)).toEqual([402]);
  intentIn(await pay(person, documentId));
  expect(await statusesOf(complete, 30)).toEqual([402]);
  expect(await statusesOf(process, 30)).toEqual([402]);
  expect(await statusesOf(complete, 1)).toEqual([429]);
  expect(await statusesOf(process, 1)).toEqual([429]);
});
