import { afterAll, beforeAll, beforeEach, expect, setDefaultTimeout, spyOn, test } from "bun:test";
import { and, eq } from "drizzle-orm";
import type Stripe from "stripe";
import { jobs } from "../../../db/schema.ts";
import { runHousekeeping } from "../../server/housekeeping.ts";
import { newAdmin } from "../../testing/test-admin.ts";
import { assertIntegrity } from "../../testing/test-assert-integrity.ts";
import {
  choose,
  getStatus,
  intentIn,
  openShop,
  type Shop,
  stampsUntilRefused,
} from "../../testing/test-billing.ts";
import type { TestClient } from "../../testing/test-client.ts";
import { newPerson } from "../../testing/test-documents.ts";
import {
  accept,
  idOf,
  inviteLink,
  me,
  newMember,
  newOffice,
  removeMember,
  setRole,
  type TestOffice,
} from "../../testing/test-offices.ts";
import { sqlOf } from "../../testing/test-sql.ts";
import { until } from "../../testing/test-waiting.ts";
import { findCustomer } from "./customers.repo.ts";
import { requirePayments } from "./payments.ts";
import { changePlans, type PlanChanges } from "./plan-changes.ts";
import { plans } from "./plans.ts";
import { checkSeats, seatsJob } from "./seats.service.ts";

setDefaultTimeout(600_000);
let shop: Shop;
/** Added to the server's clock, so that it matches Stripe's. */
let ahead = 0;
beforeAll(async () => {
  shop = await openShop({ deps: { now: () => Date.now() + ahead } });
});
afterAll(async () => {
  await assertIntegrity(shop.deps.config.dataDir, shop.deps.now);
  await shop.stop();
});
beforeEach(() => restartWith({ unlimited: { perMember: true } }));

const day = 86_400;

/** Changes site.json as the operator would, and restarts the server. */
function restartWith(changes: PlanChanges): void {
  shop.deps.config.plans = changePlans(plans, changes);
}

/** Advances time here and at Stripe; after a week, people have to sign in again. */
async function pass(office: TestOffice, seconds: number): Promise<void> {
  const { username } = await me(office.owner);
  ahead += seconds * 1000;
  shop.control.advance(seconds);
  await shop.control.deliveriesSettled();
  await office.owner.login(String(username));
  await office.owner.post("/api/offices/switch", { id: office.id });
}

async function payFor(office: TestOffice): Promise<void> {
  shop.control.pay(intentIn(await choose(office.owner, "unlimited")));
  await shop.control.deliveriesSettled();
}

/** An office with an owner, one more member and a viewer, that has paid for the first month. */
async function newPayingOffice() {
  const office = await newOffice(shop);
  const member = await newMember(shop, office, "member");
  const viewer = await newMember(shop, office, "viewer");
  await payFor(office);
  return { office, member, viewer };
}

async function subscriptionOf(office: TestOffice): Promise<Stripe.Subscription> {
  const customer = await findCustomer(shop.deps.db, office.id);
  return requirePayments(shop.deps).stripe.subscriptions.retrieve(String(customer?.stripeSubscriptionId));
}

const itemOf = ({ items }: Stripe.Subscription) => items.data[0]?.id ?? "";
const quantityOf = async (office: TestOffice) => (await subscriptionOf(office)).items.data[0]?.quantity;

/** The invoice items that wait for the next invoice, oldest first. */
async function pendingOf(office: TestOffice) {
  const { customer } = await subscriptionOf(office);
  const { data } = await requirePayments(shop.deps).stripe.invoiceItems.list({
    customer: String(customer),
    pending: true,
  });
  return data.reverse();
}

const isQueued = async (office: TestOffice) =>
  (await shop.deps.db
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(eq(jobs.kind, seatsJob), eq(jobs.subject, office.id)))
    .get()) !== undefined;

/** When everything that was begun is done. */
async function settled(office: TestOffice): Promise<void> {
  await shop.control.deliveriesSettled();
  await until("the quantity follows", async () => !(await isQueued(office)));
  await shop.control.deliveriesSettled();
  await until("the events are followed", async () => !(await isQueued(office)));
}

/** Takes a job that waits for its next attempt up at once. */
function retryNow(office: TestOffice): void {
  sqlOf(shop.deps.db)
    .prepare("UPDATE jobs SET available_at = 0 WHERE kind = ? AND subject = ?")
    .run(seatsJob, office.id);
  shop.deps.jobEvents.queued();
}

/** What the log of the office says about the number of members that are paid for, oldest first. */
async function changesOf({ owner }: TestOffice): Promise<string[]> {
  const { text } = await owner.get("/api/office/log?action=seats.changed");
  const entries: { actor: string | null; detail: Record<string, string> }[] = JSON.parse(text);
  return entries.map(({ detail }) => `${detail.before} → ${detail.after} by ${detail.by}`).reverse();
}

const updates = () =>
  shop.control
    .calls()
    .filter(({ path, status }) => path.startsWith("/v1/subscription_items/") && status === 200).length;

async function noticesOf(person: TestClient): Promise<unknown[]> {
  const notices: { kind: string; office: unknown }[] = JSON.parse((await person.get("/api/notices")).text);
  return notices.filter(({ kind }) => kind === "seats-changed").map(({ office }) => office);
}

test("an office pays for each member who may stamp, and a person for themselves", async () => {
  const office = await newOffice(shop);
  await newMember(shop, office, "manager");
  await newMember(shop, office, "viewer");
  expect((await getStatus(office.owner)).seats).toEqual({ members: 2, paid: null, price: 999 });
  const setup = await choose(office.owner, "unlimited");
  expect(setup.body).toMatchObject({ amount: 1998, renewal: { price: 999, members: 2 } });
  shop.control.pay(intentIn(setup));
  expect(await getStatus(office.owner)).toMatchObject({
    status: "active",
    documentLimit: null,
    seats: { members: 2, paid: 2, price: 999 },
  });
  expect(await quantityOf(office)).toBe(2);
  expect(await changesOf(office)).toEqual([]);
  const person = await newPerson(shop);
  const own = await choose(person, "unlimited");
  expect(own.body).toMatchObject({ amount: 999, renewal: { price: 999, members: null } });
  expect((await getStatus(person)).seats).toBeNull();
  const { body } = await person.get("/api/subscription/plans");
  expect(body).toMatchObject({ unlimited: { perMember: true }, bundle: { perMember: false } });
});

test("without seats in the price list, an office pays one price for all its members", async () => {
  restartWith({});
  const { office } = await newPayingOffice();
  await newMember(shop, office, "member");
  await settled(office);
  expect(await quantityOf(office)).toBe(1);
  expect((await getStatus(office.owner)).seats).toBeNull();
  expect((await office.owner.get("/api/office")).body.memberPrice).toBeNull();
  const { data } = await requirePayments(shop.deps).stripe.invoices.list({
    subscription: (await subscriptionOf(office)).id,
  });
  expect(data.map(({ amount_paid }) => amount_paid)).toEqual([999]);
});

test("the number that is paid for follows who joins, leaves, is removed, or gets another role; only more members are charged at once", async () => {
  const { office, member, viewer } = await newPayingOffice();
  const third = await newMember(shop, office, "member");
  await settled(office);
  expect(await quantityOf(office)).toBe(3);
  const pending = await pendingOf(office);
  const [credit, charge] = pending;
  expect([credit?.quantity, charge?.quantity, credit?.proration]).toEqual([2, 3, true]);
  expect((charge?.amount ?? 0) + (credit?.amount ?? 0)).toBeWithin(980, 1000);
  expect((await setRole(shop, office.owner, viewer, "member")).status).toBe(200);
  await settled(office);
  expect(await quantityOf(office)).toBe(4);
  const charged = (await pendingOf(office)).length;
  expect(charged).toBe(4);
  expect((await member.post("/api/office/leave")).status).toBe(200);
  await settled(office);
  expect((await setRole(shop, office.owner, viewer, "viewer")).status).toBe(200);
  await settled(office);
  expect((await removeMember(shop, office, third)).status).toBe(200);
  await settled(office);
  expect(await quantityOf(office)).toBe(1);
  expect((await pendingOf(office)).length).toBe(charged);
  expect(await changesOf(office)).toEqual([
    "2 → 3 by server",
    "3 → 4 by server",
    "4 → 3 by server",
    "3 → 2 by server",
    "2 → 1 by server",
  ]);
  expect((await getStatus(office.owner)).seats).toEqual({ members: 1, paid: 1, price: 999 });
});

test("owners see what a further member costs, and are told by notice and email of each change", async () => {
  const { office } = await newPayingOffice();
  expect((await office.owner.get("/api/office")).body.memberPrice).toBe(999);
  const to = `${(await me(office.owner)).username}@example.org`;
  sqlOf(shop.deps.db)
    .prepare("UPDATE users SET email = ?, email_key = ?, email_confirmed_at = 1 WHERE id = ?")
    .run(to, to, await idOf(shop, office.owner));
  const manager = await newMember(shop, office, "manager");
  await settled(office);
  expect(await noticesOf(office.owner)).toEqual([{ id: office.id, name: "Doe & Partners LLP" }]);
  expect(await noticesOf(manager)).toEqual([]);
  const mails = sqlOf(shop.deps.db).prepare("SELECT subject FROM mails WHERE recipient = ?").pluck();
  expect(mails.all(to)).toContain("Attestamp: your office pays for a different number of members");
});

test("a change that no one pays for is none: a viewer who joins, and a manager who becomes a member", async () => {
  const { office, member } = await newPayingOffice();
  const before = updates();
  await newMember(shop, office, "viewer");
  await setRole(shop, office.owner, member, "manager");
  await settled(office);
  expect([updates() - before, await quantityOf(office), await changesOf(office)]).toEqual([0, 2, []]);
});

test("no one but an owner chooses the plan, and no call names a quantity [threat C57]", async () => {
  const office = await newOffice(shop);
  const manager = await newMember(shop, office, "manager");
  await newMember(shop, office, "member");
  expect((await choose(manager, "unlimited")).status).toBe(403);
  const asked = { plan: "unlimited", quantity: 1, seats: 1, members: 1 };
  const setup = await office.owner.post("/api/subscription/create", asked);
  expect(setup.body.amount).toBe(2997);
  shop.control.pay(intentIn(setup));
  await settled(office);
  for (const path of ["/api/subscription/cancel", "/api/subscription/create"])
    expect((await manager.post(path, asked)).status).toBe(403);
  expect(await quantityOf(office)).toBe(3);
});

test("members who join while an invoice is not paid yet are paid for as soon as it is [threat C57]", async () => {
  const office = await newOffice(shop);
  const intent = intentIn(await choose(office.owner, "unlimited"));
  const early = await newMember(shop, office, "member");
  shop.control.pay(intent);
  await settled(office);
  expect(await quantityOf(office)).toBe(2);
  expect(await stampsUntilRefused(early, 1)).toBe(1);
  expect(await changesOf(office)).toEqual(["1 → 2 by server"]);
});

test("a payment that is asked for again is for the members of that moment", async () => {
  const office = await newOffice(shop);
  expect((await choose(office.owner, "unlimited")).body.amount).toBe(999);
  const member = await newMember(shop, office, "member");
  const setup = await choose(office.owner, "unlimited");
  expect(setup.body.amount).toBe(1998);
  await removeMember(shop, office, member);
  const last = await choose(office.owner, "unlimited");
  expect(last.body.amount).toBe(999);
  expect(() => shop.control.pay(intentIn(setup))).toThrow();
  shop.control.pay(intentIn(last));
  await settled(office);
  expect(await quantityOf(office)).toBe(1);
});

test("a payment that arrives while it is asked for again, for more members, stays the only one [threat C57]", async () => {
  const office = await newOffice(shop);
  const intent = intentIn(await choose(office.owner, "unlimited"));
  const { subscription } = await idsOf(office);
  await newMember(shop, office, "member");
  await settled(office);
  const { subscriptions } = requirePayments(shop.deps).stripe;
  const retrieve = subscriptions.retrieve.bind(subscriptions);
  const meanwhile = spyOn(subscriptions, "retrieve")
    .mockImplementationOnce((...order) => retrieve(...order))
    .mockImplementationOnce(async (...order) => {
      const unpaid = await retrieve(...order);
      shop.control.pay(intent);
      return unpaid;
    });
  try {
    const again = await choose(office.owner, "unlimited");
    expect([again.status, again.body.code]).toEqual([409, "subscription-already-active"]);
  } finally {
    meanwhile.mockRestore();
  }
  await settled(office);
  expect((await idsOf(office)).subscription).toBe(subscription);
  expect(await getStatus(office.owner)).toMatchObject({ status: "active", seats: { members: 2, paid: 2 } });
});

test("the operator is told of a payment that arrives at the moment in which it is replaced by another", async () => {
  const office = await newOffice(shop);
  const intent = intentIn(await choose(office.owner, "unlimited"));
  await newMember(shop, office, "member");
  await settled(office);
  const { subscriptions } = requirePayments(shop.deps).stripe;
  const cancel = subscriptions.cancel.bind(subscriptions);
  const meanwhile = spyOn(subscriptions, "cancel").mockImplementationOnce((...order) => {
    shop.control.pay(intent);
    return cancel(...order);
  });
  const reports = spyOn(shop.deps.log, "error");
  try {
    expect((await choose(office.owner, "unlimited")).body.amount).toBe(1998);
    expect(reports.mock.calls.map(([facts]) => facts)).toMatchObject([{ payment: intent }]);
  } finally {
    meanwhile.mockRestore();
    reports.mockRestore();
  }
  await settled(office);
});

test("two removals, and a removal and an invitation at once, end with the right number [threat C58]", async () => {
  const { office, member, viewer } = await newPayingOffice();
  const third = await newMember(shop, office, "member");
  const token = await inviteLink(office.owner, "member");
  const fourth = await newPerson(shop);
  await settled(office);
  const answers = await Promise.all([
    removeMember(shop, office, member),
    removeMember(shop, office, third),
    setRole(shop, office.owner, viewer, "manager"),
    accept(fourth, token),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  await settled(office);
  expect(await quantityOf(office)).toBe(3);
  expect((await getStatus(office.owner)).seats).toEqual({ members: 3, paid: 3, price: 999 });
});

test("while Stripe does not answer, people join and leave, and the number follows when it does [threat C58]", async () => {
  const { office, member } = await newPayingOffice();
  shop.control.fail({ mode: "not done", method: "POST", path: "/v1/subscription_items/", times: 2 });
  const third = await newMember(shop, office, "member");
  expect(await stampsUntilRefused(third, 1)).toBe(1);
  await until("the first attempt fails", () =>
    sqlOf(shop.deps.db)
      .prepare("SELECT last_error FROM jobs WHERE kind = ? AND subject = ? AND state = 'queued'")
      .pluck()
      .get(seatsJob, office.id),
  );
  expect(await quantityOf(office)).toBe(2);
  await removeMember(shop, office, member);
  await newMember(shop, office, "manager");
  await settled(office);
  expect(await quantityOf(office)).toBe(3);
  expect(await changesOf(office)).toEqual(["2 → 3 by server"]);
});

test("a server that dies after Stripe's answer repeats the job, which changes nothing more at Stripe [threat C58]", async () => {
  const { office } = await newPayingOffice();
  shop.control.setDelivery({ drop: ["customer.subscription.updated"] });
  shop.control.fail({ mode: "not done", method: "POST", path: "/v1/subscription_items/", times: 2 });
  await newMember(shop, office, "member");
  await until("the attempt ends", () =>
    sqlOf(shop.deps.db)
      .prepare("SELECT last_error FROM jobs WHERE kind = ? AND subject = ? AND state = 'queued'")
      .pluck()
      .get(seatsJob, office.id),
  );
  // What the dead server had done.
  const { stripe } = requirePayments(shop.deps);
  await stripe.subscriptionItems.update(itemOf(await subscriptionOf(office)), { quantity: 3 });
  const before = [updates(), (await pendingOf(office)).length];
  retryNow(office);
  await settled(office);
  expect([updates(), (await pendingOf(office)).length]).toEqual(before);
  expect(await changesOf(office)).toEqual(["2 → 3 by server"]);
  shop.control.setDelivery({ drop: [] });
});

test("a quantity that was changed in Stripe's dashboard is corrected, by its event or within a day [threat C59]", async () => {
  const { office } = await newPayingOffice();
  const { stripe } = requirePayments(shop.deps);
  const change = async (quantity: number) =>
    stripe.subscriptionItems.update(itemOf(await subscriptionOf(office)), { quantity });
  await change(9);
  await settled(office);
  expect(await quantityOf(office)).toBe(2);
  expect(await changesOf(office)).toEqual(["2 → 9 by server", "9 → 2 by server"]);
  shop.control.setDelivery({ drop: ["customer.subscription.updated"] });
  await change(1);
  await pass(office, day + 60);
  await runHousekeeping(shop.deps, 0);
  await settled(office);
  expect(await quantityOf(office)).toBe(2);
  shop.control.setDelivery({ drop: [] });
});

test("a job that was lost is found by the hourly look at all offices [threat C59]", async () => {
  const { office } = await newPayingOffice();
  sqlOf(shop.deps.db)
    .prepare("UPDATE office_members SET role = 'member' WHERE office_id = ? AND role = 'viewer'")
    .run(office.id);
  await checkSeats(shop.deps);
  await settled(office);
  expect(await quantityOf(office)).toBe(3);
});

test("time that was not paid for, or was refunded, is not credited when members go [threat C60]", async () => {
  const { office, member } = await newPayingOffice();
  const id = await idOf(shop, member);
  const { subscription, customer } = await idsOf(office);
  const { stripe } = requirePayments(shop.deps);
  const bad = await stripe.paymentMethods.attach("pm_card_chargeCustomerFail", { customer });
  await stripe.subscriptions.update(subscription, { default_payment_method: bad.id });
  await pass(office, 32 * day);
  expect(await getStatus(office.owner)).toMatchObject({ status: "incomplete" });
  expect((await office.owner.send("DELETE", `/api/office/members/${id}`)).status).toBe(200);
  await settled(office);
  expect([await quantityOf(office), await pendingOf(office)]).toEqual([2, []]);
  const { body } = await choose(office.owner, "unlimited");
  expect(body.amount).toBe(1998);
  shop.control.pay(String(body.clientSecret).replace(/_secret_.*$/, ""));
  await settled(office);
  expect(await quantityOf(office)).toBe(1);
  const invoices = await stripe.invoices.list({ subscription, status: "paid", expand: ["data.payments"] });
  const newest = invoices.data[0]?.payments?.data[0]?.payment.payment_intent;
  shop.control.refund(String(newest));
  await settled(office);
  const pending = (await pendingOf(office)).length;
  await newMember(shop, office, "member");
  await settled(office);
  expect([await quantityOf(office), (await pendingOf(office)).length]).toEqual([1, pending]);
});

test("a plan that is not paid says so, and promises no price; a canceled one charges only the time until its end", async () => {
  const { office } = await newPayingOffice();
  const price = async () => {
    const { memberPrice, memberPriceUntil } = (await office.owner.get("/api/office")).body;
    return [memberPrice, memberPriceUntil];
  };
  expect(await price()).toEqual([999, null]);
  expect((await office.owner.post("/api/subscription/cancel")).status).toBe(200);
  const { endsAt } = await getStatus(office.owner);
  expect(endsAt).toBeString();
  expect(await price()).toEqual([999, endsAt]);
  await newMember(shop, office, "member");
  await settled(office);
  const payment = await newestPayment(office);
  shop.control.dispute(payment);
  await settled(office);
  expect((await getStatus(office.owner)).seats).toEqual({ members: 3, paid: null, price: 999 });
  expect(await price()).toEqual([null, null]);
});

test("members who go leave no credit, so after a dispute no month is free [threat C60]", async () => {
  const { office, member } = await newPayingOffice();
  const { subscription } = await idsOf(office);
  await removeMember(shop, office, member);
  await settled(office);
  expect([await quantityOf(office), await pendingOf(office)]).toEqual([1, []]);
  shop.control.dispute(await newestPayment(office));
  await settled(office);
  expect(await getStatus(office.owner)).toMatchObject({ status: "incomplete" });
  await pass(office, 32 * day);
  const { stripe } = requirePayments(shop.deps);
  const { data } = await stripe.invoices.list({ subscription });
  expect(data.map(({ amount_paid }) => amount_paid)).toEqual([999, 1998]);
});

test("a month that a credit settled does not undo a refund, and is paid if there was none [threat C60]", async () => {
  restartWith({});
  const { stripe } = requirePayments(shop.deps);
  for (const [isRefunded, status] of [
    [true, "incomplete"],
    [false, "active"],
  ] as const) {
    const { office } = await newPayingOffice();
    const { subscription } = await idsOf(office);
    // A credit of the operator, in Stripe's dashboard.
    const item = itemOf(await subscriptionOf(office));
    await stripe.subscriptionItems.update(item, { quantity: 5, proration_behavior: "none" });
    await stripe.subscriptionItems.update(item, { quantity: 1, proration_behavior: "create_prorations" });
    if (isRefunded) shop.control.refund(await newestPayment(office));
    await pass(office, 32 * day);
    const { data } = await stripe.invoices.list({ subscription, status: "paid" });
    expect(data.map(({ amount_paid }) => amount_paid)).toEqual([0, 999]);
    expect(await getStatus(office.owner)).toMatchObject({ status });
  }
});

async function newestPayment(office: TestOffice): Promise<string> {
  const { subscription } = await idsOf(office);
  const { data } = await requirePayments(shop.deps).stripe.invoices.list({
    subscription,
    status: "paid",
    expand: ["data.payments"],
  });
  return String(data[0]?.payments?.data[0]?.payment.payment_intent);
}

async function idsOf(office: TestOffice) {
  const customer = await findCustomer(shop.deps.db, office.id);
  return {
    customer: String(customer?.stripeCustomerId),
    subscription: String(customer?.stripeSubscriptionId),
  };
}

test("a subscription keeps the terms it was bought with when the operator changes the price list", async () => {
  restartWith({});
  const flat = (await newPayingOffice()).office;
  restartWith({ unlimited: { perMember: true } });
  const seated = (await newPayingOffice()).office;
  await newMember(shop, flat, "member");
  restartWith({ unlimited: { price: 500 } });
  await newMember(shop, seated, "member");
  await settled(flat);
  await settled(seated);
  expect([await quantityOf(flat), await quantityOf(seated)]).toEqual([1, 3]);
  expect((await getStatus(flat.owner)).seats).toBeNull();
  expect((await getStatus(seated.owner)).seats).toEqual({ members: 3, paid: 3, price: 999 });
  await pass(seated, 32 * day);
  const { data } = await requirePayments(shop.deps).stripe.invoices.list({
    subscription: (await subscriptionOf(seated)).id,
  });
  expect(data[0]?.amount_paid).toBeWithin(2997 + 980, 2997 + 1000);
});

test("a member whose account is deleted is no longer paid for", async () => {
  const { office, member } = await newPayingOffice();
  const id = await idOf(shop, member);
  const admin = await newAdmin(shop);
  expect((await admin.send("DELETE", `/api/admin/users/${id}`)).status).toBe(200);
  await settled(office);
  expect(await quantityOf(office)).toBe(1);
  expect(await changesOf(office)).toEqual(["2 → 1 by server"]);
});
