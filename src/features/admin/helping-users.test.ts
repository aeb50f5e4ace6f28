import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { auditOf, newAdmin } from "../../testing/test-admin.ts";
import { intentIn, newPersonOverQuota, openShop, pay, type Shop } from "../../testing/test-billing.ts";
import { createTestClient, type TestClient } from "../../testing/test-client.ts";
import { sqlOf } from "../../testing/test-sql.ts";
import { until } from "../../testing/test-waiting.ts";
import type { AccountPage, AdminMailView } from "./admin.output.schema.ts";

setDefaultTimeout(600_000);

let shop: Shop;
let admin: TestClient;
beforeAll(async () => {
  shop = await openShop();
  admin = await newAdmin(shop);
});
afterAll(() => shop.stop());

async function newUser(username: string, email?: string) {
  const person = createTestClient(shop.origin);
  await person.register({ username, ...(email && { email }) });
  const id = String(
    sqlOf(shop.deps.db).prepare("SELECT id FROM users WHERE username = ?").pluck().get(username),
  );
  return { person, id };
}

const readPage = async (id: string): Promise<AccountPage> =>
  JSON.parse((await admin.get(`/api/admin/users/${id}`)).text);

test("an administrator sees a user's account, plan, documents, and payments with their refunds [threat A23]", async () => {
  const { person, documentId } = await newPersonOverQuota(shop);
  const intent = intentIn(await pay(person, documentId));
  shop.control.pay(intent);
  await shop.control.deliveriesSettled();
  shop.control.refund(intent, 100);
  await shop.control.deliveriesSettled();
  const { username } = (await person.get("/api/auth/me")).body;
  const { id } = JSON.parse((await admin.get(`/api/admin/users/search?search=${username}`)).text).users[0];
  const page = await readPage(id);
  expect(page).toMatchObject({
    user: { id, username, emailConfirmed: false },
    subscription: { plan: "trial", documentCount: 3, documentLimit: 3 },
    paymentCount: 1,
    isComplete: true,
  });
  expect(page.payments).toMatchObject([{ plan: "payper", amount: 299, refunded: 100, state: "paid" }]);
  expect(page.documents.map((document) => document.id)).toContain(documentId);
  expect(page.documents[0]).not.toHaveProperty("note");
  expect((await person.get(`/api/admin/users/${id}`)).status).toBe(403);
  expect((await admin.get("/api/admin/users/unknown")).status).toBe(404);
});

test("a link that an administrator passes on sets a password once, confirms no address and is audited [threat A23]", async () => {
  const { person, id } = await newUser("forgetful", "forgetful@example.org");
  shop.deps.config.smtpUrl = "smtp://127.0.0.1:9";
  try {
    const { url } = (await admin.post(`/api/admin/users/${id}/reset-link`, {})).body;
    const [, token = ""] = String(url).split("/reset-password#");
    const reset = (password: string) =>
      createTestClient(shop.origin).post("/api/auth/reset-password", { token, password });
    expect((await reset("a new horse")).body).toMatchObject({ success: true, username: "forgetful" });
    expect((await reset("another horse")).body.code).toBe("reset-link-invalid");
  } finally {
    shop.deps.config.smtpUrl = undefined;
  }
  expect((await person.get("/api/auth/me")).status).toBe(401);
  const confirmed = sqlOf(shop.deps.db).prepare("SELECT email_confirmed_at FROM users WHERE id = ?");
  expect(confirmed.pluck().get(id)).toBeNull();
  expect(auditOf(shop, id)).toEqual([{ action: "reset_link.made", actor: "boss", subject: id, detail: {} }]);
});

test("no link is made for an administrator, by other people, or mailed where no email is sent [threat A23]", async () => {
  const { person, id } = await newUser("someone", "someone@example.org");
  const make = (client: TestClient, of: string, by = "copy") =>
    client.post(`/api/admin/users/${of}/reset-link`, { by });
  expect((await make(person, id)).status).toBe(403);
  expect((await make(admin, id, "email")).body.code).toBe("reset-link-not-mailable");
  const boss = sqlOf(shop.deps.db).prepare("SELECT id FROM users WHERE username = 'boss'").pluck().get();
  expect((await make(admin, String(boss))).body.code).toBe("admin-password-on-console");
  expect(auditOf(shop, id)).toEqual([]);
});

test("an administrator sees which emails wait in the outbox, but no link and no word of them [threat A23]", async () => {
  await newUser("waiting", "waiting@example.org");
  await createTestClient(shop.origin).post("/api/auth/forgot-password", { account: "waiting" });
  const list = async (): Promise<AdminMailView[]> => JSON.parse((await admin.get("/api/admin/emails")).text);
  await until("the email is in the outbox", async () =>
    (await list()).some(({ state, recipient }) => state === "saved" && recipient === "waiting@example.org"),
  );
  const { text } = await admin.get("/api/admin/emails");
  expect(text).toContain("choose a new password");
  expect(text).not.toContain("reset-password");
});

test("the portal names what is not set up, as doctor does", async () => {
  const parts = JSON.parse((await admin.get("/api/admin/setup")).text);
  const backups = shop.deps.db.engine === "sqlite" ? ["backups"] : [];
  expect(parts.map(({ part }: { part: string }) => part)).toEqual(["address", "anchors", "mail", ...backups]);
  expect(parts[2]).toMatchObject({
    message: "no mail server is set: emails are written to the folder outbox",
    advice: { code: "setup-no-mail-advice" },
  });
});
