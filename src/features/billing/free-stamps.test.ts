import { afterEach, beforeEach, expect, test } from "bun:test";
import { transaction } from "../../../db/transaction.ts";
import { createTestClient, type TestClient } from "../../testing/test-client.ts";
import { processFile, startWorkingServer, uploadFile } from "../../testing/test-documents.ts";
import type { TestServer } from "../../testing/test-server.ts";
import { sqlOf } from "../../testing/test-sql.ts";
import { eraseAccount } from "../admin/erase-account.service.ts";
import { createMagicLink } from "../mail/magic-links.service.ts";

const day = 24 * 3_600_000;
let ahead: number;
let server: TestServer;

async function start(smtpUrl?: string): Promise<void> {
  const config = { rateLimitFactor: 1, trustProxy: 1, smtpUrl };
  server = await startWorkingServer({ config, deps: { now: () => Date.now() + ahead } });
}
beforeEach(() => {
  ahead = 0;
});
afterEach(() => server.stop());

let accounts = 0;
async function newAccount(address: string, email = ""): Promise<TestClient> {
  const client = createTestClient(server.origin);
  accounts += 1;
  const fields = {
    username: `farmed-${accounts}`,
    password: "correct horse",
    firstName: "Jane",
    lastName: "Doe",
  };
  const answer = await client.post(
    "/api/auth/register",
    { ...fields, email },
    { "x-forwarded-for": address },
  );
  expect(answer.status).toBe(200);
  return client;
}

async function newAccounts(count: number, address: (index: number) => string): Promise<TestClient[]> {
  const clients: TestClient[] = [];
  for (let index = 0; index < count; index += 1) clients.push(await newAccount(address(index)));
  return clients;
}

const tryToStamp = async (client: TestClient) =>
  client.post(`/api/documents/${(await uploadFile(client)).id}/process`);
const waitOf = async (client: TestClient) =>
  (await client.get("/api/subscription/status")).body.freeStampsFrom;

async function idOf(client: TestClient): Promise<string> {
  const { username } = (await client.get("/api/auth/me")).body;
  return String(
    sqlOf(server.deps.db).prepare("SELECT id FROM users WHERE username = ?").pluck().get(username),
  );
}

/** Sets an address and opens the link that is mailed to it; also replaces a confirmed one. */
async function confirm(client: TestClient, email: string): Promise<void> {
  const { emailConfirmed } = (await client.get("/api/auth/me")).body;
  await client.post("/api/auth/email", { email, currentPassword: "correct horse" });
  const purpose = emailConfirmed ? "change-email" : "confirm-email";
  const link = { purpose, subject: await idOf(client), lifetimeMs: day } as const;
  const token = await createMagicLink(server.deps, link);
  expect((await client.post("/api/auth/confirm-email", { token })).status).toBe(200);
}

test("after ten accounts from one address in a day, further ones get their free documents a day later, and a message says so [threat H16]", async () => {
  await start();
  const before = Date.now();
  const clients = await newAccounts(11, () => "198.51.100.1");
  const [tenth, eleventh] = clients.slice(9);
  if (!tenth || !eleventh) throw new Error("There are eleven accounts.");
  expect([await waitOf(tenth), (await tryToStamp(tenth)).status]).toEqual([null, 200]);
  const refused = await tryToStamp(eleventh);
  expect(refused.status).toBe(403);
  expect(refused.body.message).toMatch(
    /^Many accounts were opened from your network today, so this account's free documents are available starting \d{4}-\d\d-\d\d \d\d:\d\d UTC\.$/,
  );
  expect(refused.body).not.toHaveProperty("requiresPayment");
  expect(Date.parse(String(await waitOf(eleventh)))).toBeGreaterThan(before + day - 60_000);
  ahead = day;
  expect(await waitOf(eleventh)).toBeNull();
  expect((await tryToStamp(eleventh)).status).toBe(200);
  expect(await waitOf(await newAccount("198.51.100.1"))).toBeNull();
});

test("an IPv6 subscriber counts as one address, and another address has its own ten accounts [threat H16]", async () => {
  await start();
  const waits = async (address: string) => (await waitOf(await newAccount(address))) !== null;
  await newAccounts(10, (index) => `2001:db8:1:2::${index}`);
  expect(await waits("2001:db8:1:2:ffff::1")).toBe(true);
  expect(await waits("2001:db8:1:3::1")).toBe(false);
});

test("attempts with a taken name or an invalid form do not count", async () => {
  await start();
  await newAccounts(9, () => "198.51.100.1");
  const taken = { username: `farmed-${accounts}`, password: "correct horse", firstName: "J", lastName: "D" };
  for (let tries = 0; tries < 5; tries += 1) {
    const from = { "x-forwarded-for": "198.51.100.1" };
    expect((await createTestClient(server.origin).post("/api/auth/register", taken, from)).status).toBe(409);
  }
  expect(await waitOf(await newAccount("198.51.100.1"))).toBeNull();
});

test("a confirmed address unlocks the free documents immediately, but only for one account [threat H16]", async () => {
  await start("smtp://127.0.0.1:9");
  await newAccounts(10, () => "198.51.100.1");
  const [first, second] = await newAccounts(2, () => "198.51.100.1");
  if (!first || !second) throw new Error("There are two accounts.");
  expect((await tryToStamp(first)).body.message).toEndWith(
    "UTC, or as soon as you confirm an email address on your account page.",
  );
  await confirm(first, "far.mer@gmail.com");
  expect([await waitOf(first), (await tryToStamp(first)).status]).toEqual([null, 200]);
  ahead = 1000;
  await confirm(second, "farmer+2@gmail.com");
  expect(await waitOf(second)).not.toBeNull();
  expect((await tryToStamp(second)).status).toBe(403);
});

/** This many accounts that have to wait for their free documents. */
async function newWaitingAccounts(count: number): Promise<TestClient[]> {
  await newAccounts(10, () => "198.51.100.1");
  return newAccounts(count, () => "198.51.100.1");
}

test("a mailbox that its account has left unlocks no other one, and the account keeps its free documents [threat H16]", async () => {
  await start("smtp://127.0.0.1:9");
  const [first, second, third] = await newWaitingAccounts(3);
  if (!first || !second || !third) throw new Error("There are three accounts.");
  await confirm(first, "farmer@example.org");
  await confirm(first, "barn@example.org");
  expect(await waitOf(first)).toBeNull();
  await confirm(second, "farmer+2@example.org");
  await confirm(third, "barn@example.org");
  expect([await waitOf(second), await waitOf(third)]).not.toContain(null);
  await confirm(first, "field@example.org");
  await confirm(first, "farmer@example.org");
  expect([await waitOf(first), (await tryToStamp(first)).status]).toEqual([null, 200]);
});

test("the mailbox of a deleted account unlocks no other one, and its address is nowhere in what stays [threat H16]", async () => {
  await start("smtp://127.0.0.1:9");
  const [first, second] = await newWaitingAccounts(2);
  if (!first || !second) throw new Error("There are two accounts.");
  await confirm(first, "farmer@example.org");
  const id = await idOf(first);
  await transaction(server.deps, (deps) => eraseAccount(deps, id, { actorId: id, isOwner: true }));
  const stays = sqlOf(server.deps.db).prepare("SELECT * FROM unlocking_mailboxes").all();
  expect(JSON.stringify(stays)).not.toContain("farmer");
  await confirm(second, "farmer@example.org");
  expect(await waitOf(second)).not.toBeNull();
});

test("a mailbox that was confirmed in an earlier version counts, while its account has it and afterward [threat H16]", async () => {
  await start("smtp://127.0.0.1:9");
  const [first, second, third] = await newWaitingAccounts(3);
  if (!first || !second || !third) throw new Error("There are three accounts.");
  const forget = () => sqlOf(server.deps.db).exec("DELETE FROM unlocking_mailboxes");
  await confirm(first, "farmer@example.org");
  ahead = 1000;
  forget();
  await confirm(second, "farmer@example.org");
  forget();
  await confirm(first, "barn@example.org");
  await confirm(third, "farmer@example.org");
  expect([await waitOf(second), await waitOf(third)]).not.toContain(null);
});

test("purchased documents are stamped without the delay", async () => {
  await start();
  await newAccounts(10, () => "198.51.100.1");
  const client = await newAccount("198.51.100.1");
  const { id } = await uploadFile(client);
  sqlOf(server.deps.db).prepare("UPDATE documents SET payment_completed = 'true' WHERE id = ?").run(id);
  expect((await processFile(client, id)).status).toBe("completed");
});

test("accounts of an older version are not delayed", async () => {
  await start();
  await newAccounts(10, () => "198.51.100.1");
  const client = await newAccount("198.51.100.1");
  sqlOf(server.deps.db).exec("UPDATE users SET free_stamps_from = NULL");
  expect((await tryToStamp(client)).status).toBe(200);
});
