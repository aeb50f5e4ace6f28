import { afterAll, beforeAll, expect, test } from "bun:test";
import { sqliteOf } from "../../../db/client.ts";
import { runHousekeeping } from "../../server/housekeeping.ts";
import { newAdmin } from "../../testing/test-admin.ts";
import { choose, getId, intentIn, openShop, type Shop, stripeIdsOf } from "../../testing/test-billing.ts";
import { createTestClient, jane } from "../../testing/test-client.ts";
import { newPerson, processFile, uploadFile } from "../../testing/test-documents.ts";

const day = 24 * 3_600_000;
let ahead = 0;
let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ deps: { now: () => Date.now() + ahead } });
});
afterAll(() => shop.stop());

const password = { currentPassword: jane.password };
const subjectsTo = (email: unknown): unknown[] =>
  sqliteOf(shop.deps.db)
    .prepare("SELECT subject FROM mails WHERE recipient = ? ORDER BY created_at")
    .pluck()
    .all(email);
const rowOf = (id: string) =>
  sqliteOf(shop.deps.db).prepare("SELECT is_deleted, deletion_at, email FROM users WHERE id = ?").get(id);

test("a deletion requires the password and waits a week, during which the owner can cancel it", async () => {
  const person = await newPerson(shop);
  const email = `${crypto.randomUUID()}@example.org`;
  await person.post("/api/auth/email", { email, ...password });
  const wrong = await person.post("/api/auth/delete-account", { currentPassword: "wrong horse" });
  expect([wrong.status, wrong.body.code]).toEqual([400, "wrong-current-password"]);
  const { body } = await person.post("/api/auth/delete-account", password);
  const at = Date.parse(String(body.deletionAt));
  expect(Math.round((at - Date.now()) / day)).toBe(7);
  expect((await person.post("/api/auth/delete-account", password)).body).toEqual(body);
  expect((await person.get("/api/auth/me")).body.deletionAt).toBe(body.deletionAt);
  expect((await person.post("/api/auth/keep-account")).body).toEqual({ deletionAt: null });
  expect((await person.post("/api/auth/keep-account")).status).toBe(200);
  expect((await person.get("/api/auth/me")).body.deletionAt).toBeNull();
  expect(subjectsTo(email)).toEqual([
    "Attestamp: your account will be deleted",
    "Attestamp: your account is kept",
  ]);
});

test("after the week the account is gone, its plan is canceled, and its documents stay verifiable without a name", async () => {
  const person = await newPerson(shop);
  const id = await getId(shop, person);
  const { serialNumber } = await processFile(person, (await uploadFile(person, "Lease.pdf")).id);
  shop.control.pay(intentIn(await choose(person, "unlimited")));
  const { subscription } = await stripeIdsOf(shop, person);
  await person.post("/api/auth/delete-account", password);
  expect((await shop.deps.payments?.stripe.subscriptions.retrieve(subscription))?.cancel_at_period_end).toBe(
    true,
  );
  expect((await person.get("/api/auth/me")).status).toBe(200);
  await runHousekeeping(shop.deps, 0);
  expect(isDeleted(id)).toBe(false);
  ahead = 7 * day + 1000;
  await runHousekeeping(shop.deps, 0);
  expect(rowOf(id)).toEqual({ is_deleted: 1, deletion_at: null, email: null });
  expect((await person.get("/api/auth/me")).status).toBe(401);
  const record = await createTestClient(shop.origin).get(`/api/verify/${serialNumber}`);
  expect([record.status, record.text.includes("Lease"), record.text.includes("Jane Doe")]).toEqual([
    200,
    false,
    false,
  ]);
});

const isDeleted = (id: string) =>
  sqliteOf(shop.deps.db).prepare("SELECT is_deleted FROM users WHERE id = ?").pluck().get(id) === 1;

test("an administrator cannot delete their own account", async () => {
  const admin = await newAdmin(shop);
  const answer = await admin.post("/api/auth/delete-account", password);
  expect([answer.status, answer.body.code]).toEqual([403, "admin-account-not-deletable"]);
  expect((await admin.get("/api/auth/me")).body.deletionAt).toBeNull();
});

test("a deletion that fails halfway leaves the account intact, and is retried", async () => {
  const person = await newPerson(shop);
  const id = await getId(shop, person);
  await person.post("/api/auth/delete-account", password);
  ahead += 8 * day;
  // The last statement of the deletion fails, as on a full disk.
  sqliteOf(shop.deps.db).exec(
    "CREATE TRIGGER full BEFORE INSERT ON audit_log BEGIN SELECT RAISE(ABORT, 'full'); END",
  );
  await runHousekeeping(shop.deps, 0);
  expect(rowOf(id)).toMatchObject({ is_deleted: 0, deletion_at: expect.any(Number) });
  sqliteOf(shop.deps.db).exec("DROP TRIGGER full");
  await runHousekeeping(shop.deps, 0);
  expect(isDeleted(id)).toBe(true);
});
