import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { sqliteOf } from "../../../db/client.ts";
import { newAdmin } from "../../testing/test-admin.ts";
import {
  choose,
  complete,
  intentIn,
  newPersonOverQuota,
  openShop,
  pay,
  type Shop,
} from "../../testing/test-billing.ts";
import { type Answer, createTestClient, type TestClient } from "../../testing/test-client.ts";
import { attestFiles, makeFiles } from "../../testing/test-collections.ts";
import { newPerson, processFile, uploadFile } from "../../testing/test-documents.ts";
import { everyRoute } from "./test-routes.ts";

setDefaultTimeout(600_000);

let shop: Shop;
let admin: TestClient;
let owner: TestClient;
let collectionId: string;
let document: { id: string; serialNumber: string; path: string };
beforeAll(async () => {
  shop = await openShop();
  admin = await newAdmin(shop);
  owner = await newPerson(shop, "Jane", "Doe");
  const { id, serialNumber, processedPath } = await processFile(owner, (await uploadFile(owner)).id);
  collectionId = (await attestFiles(owner, makeFiles(3))).id;
  document = { id, serialNumber: String(serialNumber), path: String(processedPath) };
});
afterAll(() => shop.stop());

/** The path of a route with an existing value for each parameter. */
function filledIn(path: string): string {
  return path
    .replace(":id", path.startsWith("/api/collections/") ? collectionId : document.id)
    .replace(":serialNumber", document.serialNumber)
    .replace(":size/:file", "1/checkpoint")
    .replace("/api/trpc/*", "/api/trpc/accounts.me")
    .replace("*", "0/000");
}

const everyCall = Object.keys(everyRoute).map((route) => {
  const [method = "", path = ""] = route.split(" ");
  return { route, method, path };
});

test("every answer of every route has security headers, allows no other site to read it unless it is evidence, and is not a server error [threat B4] [threat B6]", async () => {
  const visitor = createTestClient(shop.origin);
  for (const { route, method, path } of everyCall) {
    for (const client of [visitor, admin]) {
      if (client === admin && method !== "GET") continue;
      const { status, headers } = await client.send(method, filledIn(path), {
        headers: { origin: shop.origin, "access-control-request-method": method },
      });
      expect([route, status < 500]).toEqual([route, true]);
      expect([route, headers.get("x-content-type-options")]).toEqual([route, "nosniff"]);
      expect([route, headers.get("cross-origin-opener-policy")]).toEqual([route, "same-origin"]);
      const isOpen = method === "GET" && /^\/(evidence|api\/verify|\.well-known\/jwks)/.test(path);
      const readers = isOpen ? ["cross-origin", "*"] : ["same-origin", null];
      expect([
        route,
        headers.get("cross-origin-resource-policy"),
        headers.get("access-control-allow-origin"),
      ]).toEqual([route, ...readers]);
      expect([route, headers.get("content-security-policy")]).toEqual([
        route,
        expect.stringMatching(/^default-src '(none|self)'; .*(sandbox|frame-ancestors 'none')/),
      ]);
      const referrer = path.startsWith("/verify/") ? "strict-origin" : "same-origin";
      expect([route, headers.get("referrer-policy")]).toEqual([route, referrer]);
      expect([route, headers.get("permissions-policy")]).toEqual([
        route,
        expect.stringContaining("camera=()"),
      ]);
      const others = [...headers.keys()].filter((name) => /^access-control-(?!allow-origin)/.test(name));
      expect([route, others]).toEqual([route, []]);
      if (path.startsWith("/api/")) {
        expect([route, headers.get("cache-control")]).toEqual([route, expect.stringContaining("no-store")]);
      }
    }
  }
});

test("any site may read evidence, and only that; a cookie changes nothing about it [threat B4]", async () => {
  const evidence = [
    `/api/verify/${document.serialNumber}`,
    "/api/verify/AT-1",
    "/.well-known/jwks.json",
    "/evidence/ca.pem",
    "/evidence/ca.crl",
    "/evidence/tsa-roots.pem",
    "/evidence/log/checkpoint",
    "/evidence/log/vkeys",
    "/evidence/log/tile/0/000.p/1",
    "/evidence/log/witnesses",
  ];
  for (const path of evidence) {
    const ofVisitor = await createTestClient(shop.origin).get(path, { origin: "https://monitor.test" });
    const ofOwner = await owner.get(path, { origin: "https://monitor.test" });
    const content = ({ status, body, text }: Answer) => [status, body.code ?? text];
    expect([path, ...content(ofOwner)]).toEqual([path, ...content(ofVisitor)]);
    for (const { headers } of [ofVisitor, ofOwner]) {
      expect([path, headers.get("access-control-allow-origin")]).toEqual([path, "*"]);
      expect([path, headers.get("cross-origin-resource-policy")]).toEqual([path, "cross-origin"]);
      expect([path, headers.get("access-control-allow-credentials")]).toEqual([path, null]);
      expect([path, headers.get("set-cookie")]).toEqual([path, null]);
    }
  }
  // The page that says that there is nothing here is made for its visitor.
  const nowhere = (await owner.get("/evidence/nowhere")).headers;
  expect([nowhere.get("access-control-allow-origin"), nowhere.get("cross-origin-resource-policy")]).toEqual([
    null,
    "same-origin",
  ]);
});

test("the session of a deleted account is invalid on every route [threat A16] [threat C3]", async () => {
  const deleted = createTestClient(shop.origin);
  await deleted.register({ username: "deleted-one" });
  sqliteOf(shop.deps.db).exec("UPDATE users SET is_deleted = 1 WHERE username = 'deleted-one'");
  const cookie = deleted.cookie();
  for (const { route, method, path } of everyCall) {
    const asDeleted = await createTestClient(shop.origin, cookie).send(method, filledIn(path));
    const asVisitor = await createTestClient(shop.origin).send(method, filledIn(path));
    expect([route, asDeleted.status]).toEqual([route, asVisitor.status]);
  }
});

test("no answer of any route contains a password, a session, a Stripe ID, a key or a path on disk [threat C7]", async () => {
  const { person, documentId } = await newPersonOverQuota(shop);
  shop.control.pay(intentIn(await pay(person, documentId)));
  await complete(person, documentId);
  shop.control.pay(intentIn(await choose(person, "unlimited")));
  const ticket = { email: "a@b.example", subject: "A question", message: "How does it work?" };
  await person.post("/api/support/ticket", ticket);
  await person.post("/api/referral/generate");
  const hidden = sqliteOf(shop.deps.db)
    .prepare(
      "SELECT sid FROM sessions UNION SELECT password_hash FROM users UNION SELECT stripe_customer_id FROM users",
    )
    .pluck()
    .all()
    .map(String)
    .filter((secret) => secret !== "null" && secret !== "");
  expect(hidden.length).toBeGreaterThan(3);
  const asked = everyCall.filter(({ method, path }) => method === "GET" && !path.startsWith("/evidence/log"));
  for (const { route, path } of asked) {
    const queries = route.endsWith("/search") ? ["?username=e", "?serial=AT-"] : [""];
    for (const query of queries) {
      for (const client of [createTestClient(shop.origin), owner, person, admin]) {
        const { text } = await client.get(`${filledIn(path)}${query}`);
        expect([route, hidden.filter((secret) => text.includes(secret))]).toEqual([route, []]);
        expect([route, text.includes(shop.deps.config.dataDir)]).toEqual([route, false]);
        expect([
          route,
          /\$argon2|PRIVATE KEY|"d":"|\b(?:cus|pi|sub|in)_\w{10,}|sk_test|whsec/.exec(text)?.[0],
        ]).toEqual([route, undefined]);
      }
    }
  }
});

test("no route interprets text in an address as SQL [threat D7]", async () => {
  const typed = [
    "'",
    '"',
    "' OR '1'='1",
    "1; DROP TABLE users--",
    "%' UNION SELECT password_hash FROM users--",
    "\\",
    "a\u0000b",
    "{{1+1}}",
    "admin'/*",
    "-1 OR 1=1",
  ].map(encodeURIComponent);
  const $client = sqliteOf(shop.deps.db);
  const tables = $client
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name <> 'rate_limits'")
    .pluck()
    .all();
  const sizes = () =>
    tables.map((table) => [table, $client.prepare(`SELECT count(*) FROM "${table}"`).pluck().get()]);
  const before = sizes();
  const names = ["email", "serial", "username", "cursor", "limit", "path", "token", "from", "query", "ids"];
  for (const { route, method, path } of everyCall.filter(({ path }) => path.startsWith("/api/"))) {
    for (const text of typed) {
      const named = path.replace(/:\w+/g, text).replace("*", "verification.verify");
      const addresses =
        method === "GET"
          ? names.map((name) => `${named}?${name}=${text}`)
          : path.includes(":")
            ? [named]
            : [];
      for (const address of addresses) {
        const { status, text: answer } = await admin.send(method, address, {
          body: method === "GET" ? null : "{}",
          headers: { "content-type": "application/json" },
        });
        expect([route, address, status < 500, answer.includes("$argon2")]).toEqual([
          route,
          address,
          true,
          false,
        ]);
      }
    }
  }
  expect(sizes()).toEqual(before);
});
