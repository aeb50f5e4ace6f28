import { expect } from "bun:test";
import { findUserByKey } from "../features/accounts/accounts.repo.ts";
import { findCustomer } from "../features/billing/customers.repo.ts";
import { requirePayments } from "../features/billing/payments.ts";
import { SingleFlight } from "../features/billing/single-flight.ts";
import { takeStamp } from "../features/billing/usage.repo.ts";
import { type StripeFake, startStripeFake } from "./stripe/stripe-fake.ts";
import type { Answer, TestClient } from "./test-client.ts";
import { newPerson, startWorkingServer, uploadFile } from "./test-documents.ts";
import type { TestOverrides, TestServer } from "./test-server.ts";

export type Shop = TestServer & { stripeFake: StripeFake; control: StripeFake["control"] };

/**
 * The real server with running jobs, and a Stripe fake that sends it events. `inquiryCooldownMs`: the minimum time
 * between inquiries about lost events; short, unless the test is about that time.
 */
export async function openShop(overrides: TestOverrides = {}, inquiryCooldownMs = 20): Promise<Shop> {
  const stripeFake = startStripeFake({ webhookRetryDelaysMs: [] });
  const { secretKey, publishableKey, webhookSecret, url: apiUrl, control } = stripeFake;
  const payments = { secretKey, publishableKey, webhookSecret, apiUrl, tax: false };
  const server = await startWorkingServer({ ...overrides, config: { payments, ...overrides.config } });
  if (server.deps.payments) server.deps.payments.inquiries = new SingleFlight(inquiryCooldownMs);
  control.pointWebhooksTo({ url: `${server.origin}/api/stripe/webhook`, secret: webhookSecret });
  return {
    ...server,
    stripeFake,
    control,
    async stop() {
      await stripeFake.stop();
      await server.stop();
    },
  };
}

/** A user who has used up the trial and has uploaded a fourth document. */
export async function newPersonOverQuota(shop: Shop): Promise<{ person: TestClient; documentId: string }> {
  const person = await newPerson(shop);
  const { db, now } = shop.deps;
  for (let stamp = 1; stamp <= 3; stamp += 1) {
    await takeStamp(db, await getId(shop, person), `former-${crypto.randomUUID()}`, "trial", now());
  }
  return { person, documentId: (await uploadFile(person)).id };
}

export async function getId(shop: Shop, person: TestClient): Promise<string> {
  const { username } = (await person.get("/api/auth/me")).body;
  return (await findUserByKey(shop.deps.db, String(username)))?.id ?? "";
}

export const pay = (person: TestClient, documentId: string) =>
  person.post("/api/payment/pay-per-document", { documentId });
export const complete = (person: TestClient, documentId: string) =>
  person.post("/api/payment/complete-document-payment", { documentId });
export const choose = (person: TestClient, plan: unknown) =>
  person.post("/api/subscription/create", { plan });
export const process = (person: TestClient, id: string) => person.post(`/api/documents/${id}/process`);
export const getStatus = async (person: TestClient) => (await person.get("/api/subscription/status")).body;

/** The user's IDs at Stripe. */
export async function stripeIdsOf(shop: Shop, person: TestClient) {
  const customer = await findCustomer(shop.deps.db, await getId(shop, person));
  return {
    customer: String(customer?.stripeCustomerId),
    subscription: String(customer?.stripeSubscriptionId),
  };
}

/** From now on, the user's card declines the subscription's charges. */
export async function declineRenewals(shop: Shop, person: TestClient): Promise<void> {
  const { customer, subscription } = await stripeIdsOf(shop, person);
  const { stripe } = requirePayments(shop.deps);
  const bad = await stripe.paymentMethods.attach("pm_card_chargeCustomerFail", { customer });
  await stripe.subscriptions.update(subscription, { default_payment_method: bad.id });
}

/** The ID of the payment to which the client secret in this answer belongs. */
export function intentIn(answer: Answer): string {
  expect([answer.status, answer.text.slice(0, 300)]).toEqual([200, expect.stringContaining("clientSecret")]);
  return String(answer.body.clientSecret).replace(/_secret_.*$/, "");
}

export async function paymentMark(person: TestClient, documentId: string): Promise<unknown> {
  return (await person.get(`/api/documents/${documentId}`)).body.paymentCompleted;
}

/** Uploads and processes documents until the plan is used up; returns how many were stamped. */
export async function stampsUntilRefused(person: TestClient, max: number): Promise<number> {
  for (let stamps = 0; stamps < max; stamps += 1) {
    const { id } = await uploadFile(person);
    const { status } = await process(person, id);
    if (status === 402) return stamps;
    expect(status).toBe(200);
  }
  return max;
}
