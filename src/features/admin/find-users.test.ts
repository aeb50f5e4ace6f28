import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { eq } from "drizzle-orm";
import { users } from "../../../db/schema.ts";
import { newAdmin } from "../../testing/test-admin.ts";
import { choose, intentIn, openShop, type Shop } from "../../testing/test-billing.ts";
import { createTestClient, type TestClient } from "../../testing/test-client.ts";
import type { UserRow } from "../accounts/accounts.repo.ts";
import type { FoundUsers } from "./admin.output.schema.ts";

setDefaultTimeout(600_000);
let shop: Shop;
let admin: TestClient;
beforeAll(async () => {
  shop = await openShop();
  admin = await newAdmin(shop);
  await open("anna", "Anna", "Zeller", "anna@example.org");
  await open("Bert", "Bert", "Young", "bert@example.com");
  await open("carla", "Carla", "Xu");
});
afterAll(() => shop.stop());

async function open(username: string, firstName: string, lastName: string, email?: string) {
  const person = createTestClient(shop.origin);
  await person.register({ username, firstName, lastName, ...(email && { email }) });
  return person;
}

async function find(query: string): Promise<FoundUsers> {
  const { status, text } = await admin.get(`/api/admin/users/search?${query}`);
  expect([status, status === 200 ? "" : text]).toEqual([200, ""]);
  return JSON.parse(text);
}
const change = (username: string, values: Partial<UserRow>) =>
  shop.deps.db.update(users).set(values).where(eq(users.username, username)).run();
const names = async (query: string) => (await find(query)).users.map(({ username }) => username);

test("by default, the newest accounts come first, with the total number", async () => {
  const { users, total } = await find("");
  expect([total, users.map(({ username }) => username)]).toEqual([4, ["carla", "Bert", "anna", "boss"]]);
  expect(users[1]).toMatchObject({
    email: "bert@example.com",
    emailConfirmed: false,
    subscriptionPlan: "trial",
  });
});

test("accounts are found by a part of the username, a name or the address; wildcard characters are matched literally", async () => {
  expect(await names("search=BER")).toEqual(["Bert"]);
  expect(await names("search=zell")).toEqual(["anna"]);
  expect(await names("search=example.org")).toEqual(["anna"]);
  expect(await find("search=%25")).toEqual({ users: [], total: 0 });
});

test("each column sorts in both directions; accounts without the value come last", async () => {
  expect(await names("sort=username")).toEqual(["anna", "Bert", "boss", "carla"]);
  expect(await names("sort=-username")).toEqual(["carla", "boss", "Bert", "anna"]);
  expect((await names("sort=lastName")).slice(0, 3)).toEqual(["carla", "Bert", "anna"]);
  expect((await names("sort=email")).slice(0, 2)).toEqual(["anna", "Bert"]);
  expect((await names("sort=-email")).slice(0, 2)).toEqual(["Bert", "anna"]);
  expect((await names("sort=createdAt"))[0]).toBe("boss");
  const hoursAgo = (hours: number) => new Date(shop.deps.now() - hours * 3_600_000);
  await change("boss", { lastLoginAt: hoursAgo(1) });
  await change("Bert", { lastLoginAt: hoursAgo(2) });
  await change("anna", { lastLoginAt: hoursAgo(3) });
  await change("carla", { lastLoginAt: null });
  expect(await names("sort=lastLoginAt")).toEqual(["anna", "Bert", "boss", "carla"]);
  expect(await names("sort=-lastLoginAt")).toEqual(["boss", "Bert", "anna", "carla"]);
  expect((await admin.get("/api/admin/users/search?sort=passwordHash")).status).toBe(400);
});

test("pages have the requested size, and a page beyond the last one is empty", async () => {
  expect(await names("sort=username&limit=2&page=2")).toEqual(["boss", "carla"]);
  expect(await find("limit=2&page=9")).toEqual({ users: [], total: 4 });
  expect((await admin.get("/api/admin/users/search?limit=101")).status).toBe(400);
});

test("accounts are narrowed to administrators, to confirmed addresses and to recent logins", async () => {
  await change("anna", { emailConfirmedAt: new Date(1) });
  await change("Bert", { lastLoginAt: new Date(1000) });
  await change("carla", { lastLoginAt: null });
  expect(await names("admin=yes")).toEqual(["boss"]);
  expect(await names("admin=no&sort=username")).toEqual(["anna", "Bert", "carla"]);
  expect(await names("confirmed=yes")).toEqual(["anna"]);
  expect(await names("confirmed=no&admin=no&sort=username")).toEqual(["Bert", "carla"]);
  expect(await names("active=yes&sort=username")).toEqual(["anna", "boss"]);
  expect(await names("active=no&sort=username")).toEqual(["Bert", "carla"]);
});

test("accounts can be filtered by a plan that was bought and not refunded", async () => {
  const buyer = await open("dora", "Dora", "Wu");
  const bundle = intentIn(await choose(buyer, "bundle"));
  expect(await names("plan=bundle")).toEqual([]);
  shop.control.pay(bundle);
  await shop.control.deliveriesSettled();
  expect(await names("plan=bundle")).toEqual(["dora"]);
  expect(await names("plan=trial")).not.toContain("dora");
  shop.control.refund(bundle);
  await shop.control.deliveriesSettled();
  expect(await names("plan=bundle")).toEqual([]);
  expect(await names("plan=trial")).toContain("dora");
});

test("deleted accounts are not found, and only administrators can search", async () => {
  const leaver = await open("leaver", "Lea", "Ver");
  const [found] = (await find("search=leaver")).users;
  expect((await leaver.get("/api/admin/users/search")).status).toBe(403);
  await admin.send("DELETE", `/api/admin/users/${found?.id}`);
  expect(await find("search=leaver")).toEqual({ users: [], total: 0 });
});

test("names with accents are found in any capitalization", async () => {
  await open("oscar", "Óscar", "Núñez Ávila");
  for (const search of ["Óscar", "óscar", "ÓSCAR", "núñez", "ñez áv", "Ávila"]) {
    expect([search, await names(`search=${encodeURIComponent(search)}`)]).toEqual([search, ["oscar"]]);
  }
  expect(await names(`search=${encodeURIComponent("ñez x")}`)).toEqual([]);
  const alphabet = "абвгдеёжзийклмнопрстуфхцчшщъыьэюя";
  await open("cyril", alphabet.toUpperCase(), "Smith");
  expect(await names(`search=${encodeURIComponent(alphabet)}`)).toEqual(["cyril"]);
});
