import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { rmSync } from "node:fs";
import { type Disk, realDisk } from "../../platform/files/disk.ts";
import { FileStore } from "../../platform/files/store.ts";
import { createTestClient, type TestClient } from "../../testing/test-client.ts";
import { makeFiles } from "../../testing/test-collections.ts";
import { formWith, smallPdf } from "../../testing/test-documents.ts";
import { makeTestFolder, startTestServer, type TestServer } from "../../testing/test-server.ts";
import { sqlOf } from "../../testing/test-sql.ts";
import { insertPurchase } from "../billing/purchases.repo.ts";
import { takeFreeStorage } from "./free-storage.service.ts";

setDefaultTimeout(600_000);

const hour = 3_600_000;
const gigabyte = 1_000_000_000;
const office = { "x-forwarded-for": "2001:db8:0:1::5" };
const elsewhere = { "x-forwarded-for": "198.51.100.7" };

let now: number;
let dataDir: string;
let disk: Disk;
let server: TestServer;
beforeEach(async () => {
  now = Date.now();
  dataDir = makeTestFolder();
  disk = { ...realDisk };
  server = await startTestServer({
    config: { dataDir, rateLimitFactor: 1, trustProxy: 1 },
    deps: { now: () => now, files: new FileStore(dataDir, { disk }) },
  });
});
afterEach(async () => {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function newAccount(): Promise<TestClient> {
  const client = createTestClient(server.origin);
  await client.register({ username: `user-${crypto.randomUUID().slice(0, 8)}` });
  return client;
}

async function idOf(client: TestClient): Promise<string> {
  const { username } = (await client.get("/api/auth/me")).body;
  return String(
    sqlOf(server.deps.db).prepare("SELECT id FROM users WHERE username = ?").pluck().get(username),
  );
}

/** Buys five stamps for the account. */
async function buyPlan(client: TestClient): Promise<void> {
  const at = new Date(now);
  const paid = {
    plan: "smallbundle",
    amount: 1_000,
    stamps: 10,
    state: "paid",
    paymentIntent: "pi_1",
  } as const;
  const id = crypto.randomUUID();
  await insertPurchase(server.deps.db, {
    ...paid,
    id,
    userId: await idOf(client),
    createdAt: at,
    settledAt: at,
  });
}

const upload = async (client: TestClient, headers: Record<string, string>, padding = 0) => {
  const body = formWith("a.pdf", Buffer.concat([smallPdf(), Buffer.alloc(padding)]));
  const answer = await client.send("POST", "/api/documents/upload", { body, headers });
  return [answer.status, answer.body.code];
};

/** As if accounts without a plan had stored this much from the office. */
const storeFromOffice = (bytes: number) =>
  takeFreeStorage(server.deps, { owner: { id: "someone" }, address: "2001:db8:0:1::/64" }, bytes);

test("accounts without a plan can store 10 GB a day from one network address, however many they are [threat F13]", async () => {
  await storeFromOffice(10 * gigabyte - 1_000_000);
  expect(await upload(await newAccount(), office)).toEqual([200, undefined]);
  expect(await upload(await newAccount(), office)).toEqual([429, "free-storage-used-up-minutes"]);
  const neighbor = { "x-forwarded-for": "2001:db8:0:1:ffff::9" };
  expect(await upload(await newAccount(), neighbor)).toEqual([429, "free-storage-used-up-minutes"]);
  const list = { title: "Shoot", files: makeFiles(3) };
  const collection = await (await newAccount()).post("/api/collections", list, office);
  expect([collection.status, collection.body.code]).toEqual([429, "free-storage-used-up-minutes"]);
  expect(await upload(await newAccount(), elsewhere)).toEqual([200, undefined]);
  now += 25 * hour;
  expect(await upload(await newAccount(), office)).toEqual([200, undefined]);
});

test("a file that is larger than the rest is refused, and takes nothing of it", async () => {
  await storeFromOffice(10 * gigabyte - 1_000_000);
  expect(await upload(await newAccount(), office, 1_000_000)).toEqual([429, "free-storage-used-up-minutes"]);
  expect(await upload(await newAccount(), office)).toEqual([200, undefined]);
});

test("an account with a plan goes on from the same address, and counts toward no limit of others", async () => {
  await storeFromOffice(10 * gigabyte - 1_000_000);
  const buyer = await newAccount();
  await buyPlan(buyer);
  expect(await upload(buyer, office)).toEqual([200, undefined]);
  expect(await upload(await newAccount(), office)).toEqual([200, undefined]);
  expect(await upload(await newAccount(), office)).toEqual([429, "free-storage-used-up-minutes"]);
  expect(await upload(buyer, office)).toEqual([200, undefined]);
});

test("a document paid for with a free credit makes no buyer of its account [threat F13]", async () => {
  server.deps.config.credits = "redeem";
  const guest = await newAccount();
  const body = formWith("a.pdf", smallPdf());
  const { id } = (await guest.send("POST", "/api/documents/upload", { body, headers: elsewhere })).body;
  sqlOf(server.deps.db).exec("UPDATE users SET free_credits = 1");
  expect((await guest.post("/api/payment/redeem-credit", { documentId: id })).status).toBe(200);
  await storeFromOffice(10 * gigabyte);
  expect(await upload(guest, office)).toEqual([429, "free-storage-used-up-minutes"]);
});

test("the last part of the disk is for accounts with a plan and the database [threat F13]", async () => {
  const buyer = await newAccount();
  await buyPlan(buyer);
  const free = await newAccount();
  const ofDisk = (blocks: number, bavail: number) => {
    disk.statfs = async () => ({ blocks, bavail, bsize: 1024 ** 2 });
  };
  ofDisk(20_000, 2_001);
  expect(await upload(free, office)).toEqual([200, undefined]);
  ofDisk(20_000, 1_999);
  expect(await upload(free, office)).toEqual([507, "space-only-for-plans"]);
  expect(await upload(buyer, office)).toEqual([200, undefined]);
  ofDisk(20_000, 255);
  expect(await upload(buyer, office)).toEqual([507, "server-out-of-space"]);
  // At most 5 GiB of a large disk.
  ofDisk(1_000_000, 5 * 1024 + 1);
  expect(await upload(free, office)).toEqual([200, undefined]);
});

test("uploads under way count too, so that many at once cannot use what is reserved [threat F13]", async () => {
  const free = await newAccount();
  const bytes = 40 * 1024 ** 2;
  disk.statfs = async () => ({ blocks: 20_000, bavail: 2_000 + 60, bsize: 1024 ** 2 });
  const leave = ["one", "other"].map((user) => server.deps.uploadSlots.take(user, bytes));
  expect(await upload(free, office)).toEqual([507, "space-only-for-plans"]);
  for (const end of leave) end();
  expect(await upload(free, office)).toEqual([200, undefined]);
});
