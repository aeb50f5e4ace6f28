import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { sqliteOf } from "../../../db/client.ts";
import { createMagicLink } from "../../features/mail/magic-links.service.ts";
import { MemoryRateLimiter } from "../../platform/memory-rate-limiter.ts";
import { CARDS } from "../../testing/stripe/payment-methods.ts";
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
import { type Answer, createTestClient, jane, type TestClient } from "../../testing/test-client.ts";
import { attestFiles, makeFiles } from "../../testing/test-collections.ts";
import { formWith, newPerson, processFile, smallPdf, uploadFile } from "../../testing/test-documents.ts";
import { makePasskey, signInWith } from "../../testing/test-passkey.ts";
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

const json = (body: unknown): RequestInit => ({
  body: JSON.stringify(body),
  headers: { "content-type": "application/json" },
});
const ticket = { email: "a@b.example", subject: "A question", message: "How does it work?" };

/** The token of a link to a project with the owner's document. */
async function shareOwnersProject(input: object): Promise<string> {
  const project = await owner.post("/api/projects", { name: "Roof" });
  await owner.post(`/api/projects/${project.body.id}/entries`, { ids: [document.id] });
  const { body } = await owner.post(`/api/projects/${project.body.id}/shares`, input);
  return String(body.url).split("#").at(-1) ?? "";
}

async function askShare(downloads: string): Promise<RequestInit> {
  const token = await shareOwnersProject({ downloads });
  return { body: new URLSearchParams({ token, serialNumber: String(document.serialNumber) }) };
}

/** A person who acts for an office of theirs. */
async function officeOwner(): Promise<TestClient> {
  const person = await newPerson(shop);
  const { body } = await person.post("/api/offices", { name: "Doe LLP" });
  await person.post("/api/offices/switch", { id: body.id });
  return person;
}

/** A caller and input for each route with a limit, so that only the limit can refuse the second call. */
const limitedCalls: Record<
  string,
  () => Promise<{ caller?: TestClient; path?: string; init?: RequestInit; query?: string }>
> = {
  "GET /adopted/:site/*": async () => ({ path: "/adopted/gone.example/api/verify/AT-0" }),
  "POST /api/auth/register": async () => ({ init: json({ ...jane, username: `new-${Date.now()}` }) }),
  "POST /api/offices": async () => ({ caller: owner, init: json({ name: "Doe LLP" }) }),
  "POST /api/invitations/open": async () => ({ init: json({ token: "unknown" }) }),
  "POST /api/office/invitations": async () => ({
    caller: await officeOwner(),
    init: json({ role: "viewer" }),
  }),
  "PATCH /api/office": async () => ({ caller: await officeOwner(), init: json({ name: "Doe & Roe LLP" }) }),
  "PATCH /api/office/members/:id": async () => ({
    caller: await officeOwner(),
    init: json({ role: "owner", currentPassword: "wrong horse" }),
  }),
  "POST /api/office/domains": async () => ({
    caller: await officeOwner(),
    init: json({ name: "example.com" }),
  }),
  "POST /api/office/domains/:id/check": async () => ({ caller: await officeOwner() }),
  "POST /api/office/close": async () => ({
    caller: await officeOwner(),
    init: json({ currentPassword: "wrong" }),
  }),
  "POST /api/auth/login": async () => ({ init: json({ username: "nobody", password: "wrong" }) }),
  "POST /api/auth/change-password": async () => ({
    caller: owner,
    init: json({ currentPassword: "wrong", newPassword: "new horse" }),
  }),
  "POST /api/auth/authenticator-app": async () => ({
    caller: owner,
    init: json({ currentPassword: "wrong" }),
  }),
  "POST /api/auth/authenticator-app/confirm": async () => ({ caller: owner, init: json({ code: "000000" }) }),
  "POST /api/auth/authenticator-app/remove": async () => ({
    caller: owner,
    init: json({ currentPassword: "wrong" }),
  }),
  "POST /api/auth/passkeys/options": async () => ({
    caller: owner,
    init: json({ currentPassword: "wrong" }),
  }),
  "POST /api/auth/passkeys/:id/remove": async () => ({
    caller: owner,
    init: json({ currentPassword: "wrong" }),
  }),
  "POST /api/auth/passkey-proof/options": async () => ({ caller: owner }),
  "POST /api/auth/passkey-login/options": async () => ({}),
  "POST /api/auth/passkey-login": async () => ({
    init: json({ passkey: signInWith(makePasskey(shop.origin), "unknown") }),
  }),
  "POST /api/auth/provider-login": async () => ({ init: json({ provider: "unknown" }) }),
  "GET /api/auth/provider-login/:provider/callback": async () => ({}),
  "POST /api/auth/provider-login/:provider/callback": async () => ({
    init: { body: new URLSearchParams({ state: "unknown" }) },
  }),
  "POST /api/auth/provider-login/finish": async () => ({}),
  "POST /api/auth/providers": async () => ({
    caller: owner,
    init: json({ provider: "unknown", currentPassword: "wrong" }),
  }),
  "POST /api/auth/providers/first-password": async () => ({
    caller: owner,
    init: json({ provider: "unknown" }),
  }),
  "POST /api/auth/providers/proof": async () => ({ caller: owner, init: json({ provider: "unknown" }) }),
  "POST /api/auth/providers/:id/unlink": async () => ({
    caller: owner,
    init: json({ currentPassword: "wrong" }),
  }),
  "POST /api/auth/recovery-codes": async () => ({ caller: owner, init: json({ currentPassword: "wrong" }) }),
  "POST /api/auth/email": async () => ({
    caller: owner,
    init: json({ email: "a@b.example", currentPassword: "wrong" }),
  }),
  "POST /api/auth/request-confirmation": async () => {
    const caller = createTestClient(shop.origin);
    await caller.register({ username: `mail-${Date.now()}`, email: "a@b.example" });
    shop.deps.config.smtpUrl = "smtp://127.0.0.1:9";
    return { caller };
  },
  "POST /api/auth/forgot-password": async () => ({ init: json({ account: "nobody" }) }),
  "POST /api/documents/upload": async () => ({
    caller: await newPerson(shop),
    init: { body: formWith("a.pdf", smallPdf()) },
  }),
  "POST /api/documents/:id/email": async () => ({ caller: owner, init: json({ email: "a@b.example" }) }),
  "POST /api/documents/email": async () => ({
    caller: owner,
    init: json({ ids: [document.id], email: "a@b.example" }),
  }),
  "GET /api/account/export": async () => ({ caller: owner }),
  "GET /api/office/export": async () => ({ caller: await officeOwner() }),
  "GET /api/office/log": async () => ({ caller: await officeOwner() }),
  "POST /api/tokens": async () => ({
    caller: owner,
    init: json({ name: "script", scopes: ["documents:read"] }),
  }),
  "POST /api/webhooks": async () => ({
    caller: owner,
    init: json({ url: "https://10.0.0.1/", events: ["document.completed"] }),
  }),
  "GET /api/office/log.csv": async () => ({ caller: await officeOwner() }),
  "GET /api/office/log.json": async () => ({ caller: await officeOwner() }),
  "GET /api/documents.zip": async () => ({ caller: owner, query: `?evidence=true&ids=${document.id}` }),
  "POST /api/collections": async () => ({
    caller: await newPerson(shop),
    init: json({ title: "Photos", files: makeFiles(3) }),
  }),
  "GET /api/collections/:id/evidence": async () => ({ caller: owner }),
  "GET /api/verify/:serialNumber/files/:sha256": async () => ({}),
  "GET /api/verify/:serialNumber/receipt": async () => ({}),
  "GET /api/documents/:id/picture": async () => ({ caller: owner }),
  "GET /api/documents/:id/evidence": async () => ({ caller: owner }),
  "POST /api/projects/:id/timeline": async () => ({ caller: owner, init: json({}) }),
  "POST /api/share/open": async () => ({
    init: json({ token: await shareOwnersProject({ password: "open sesame" }), password: "wrong" }),
  }),
  "POST /api/projects/:id/shares": async () => ({ caller: owner, init: json({}) }),
  "POST /api/projects/:id/acknowledgements": async () => ({
    caller: owner,
    path: `/api/projects/${(await owner.post("/api/projects", { name: "Roof" })).body.id}/acknowledgements`,
    init: json({ email: "a@b.example" }),
  }),
  "POST /api/shares/:id/link": async () => ({
    caller: owner,
    path: "/api/shares/unknown/link",
    init: json({}),
  }),
  "POST /api/share/acknowledge": async () => ({
    init: json({ token: await shareOwnersProject({}), name: "Ann", list: "x" }),
  }),
  "POST /api/share/download": async () => ({ init: await askShare("copies") }),
  "POST /api/share/picture": async () => ({ init: await askShare("copies") }),
  "POST /api/share/certificate": async () => ({ init: await askShare("copies") }),
  "POST /api/share/evidence": async () => ({ init: await askShare("everything") }),
  "POST /api/share/zip": async () => ({
    init: {
      body: new URLSearchParams({
        token: await shareOwnersProject({ downloads: "everything" }),
        evidence: "true",
      }),
    },
  }),
  "GET /api/shared/evidence": async () => {
    const link = { purpose: "shared-document", subject: document.id, lifetimeMs: 60_000 } as const;
    return { query: `?token=${await createMagicLink(shop.deps, link)}` };
  },
  "POST /api/shared/open": async () => {
    const link = { purpose: "shared-document", subject: document.id, lifetimeMs: 60_000 } as const;
    return { init: json({ token: await createMagicLink(shop.deps, link) }) };
  },
  "POST /api/shared/picture": async () => {
    const link = { purpose: "shared-document", subject: document.id, lifetimeMs: 60_000 } as const;
    return { init: { body: new URLSearchParams({ token: await createMagicLink(shop.deps, link) }) } };
  },
  "POST /api/shared/evidence": async () => {
    const link = { purpose: "shared-document", subject: document.id, lifetimeMs: 60_000 } as const;
    return { init: { body: new URLSearchParams({ token: await createMagicLink(shop.deps, link) }) } };
  },
  "POST /api/auth/delete-account": async () => ({ caller: owner, init: json({ currentPassword: "wrong" }) }),
  "POST /api/webhooks/:id/deliveries/:deliveryId/replay": async () => ({ caller: owner }),
  "POST /api/referral/apply": async () => ({ caller: owner, init: json({ referralCode: "NOBODY" }) }),
  "POST /api/support/ticket": async () => ({ caller: owner, init: json(ticket) }),
  "POST /api/support/tickets/:id/answers": async () => ({
    caller: owner,
    init: json({ answer: "It is still so." }),
  }),
  "POST /api/contact": async () => ({ init: json({ ...ticket, name: "Ann" }) }),
  "GET /api/subscription/payments": async () => ({ caller: owner }),
  "POST /api/subscription/create": async () => ({ caller: owner, init: json({ plan: "smallbundle" }) }),
  "POST /api/subscription/abandon": async () => {
    const { person } = await newPersonOverQuota(shop);
    const intent = intentIn(await choose(person, "unlimited"));
    expect(() => shop.control.pay(intent, { card: CARDS.declined })).toThrow("declined");
    return { caller: person };
  },
  "POST /api/payment/pay-per-document": async () => {
    const { person, documentId } = await newPersonOverQuota(shop);
    return { caller: person, init: json({ documentId }) };
  },
  "POST /api/payment/complete-document-payment": async () => {
    const { person, documentId } = await newPersonOverQuota(shop);
    await pay(person, documentId);
    return { caller: person, init: json({ documentId }) };
  },
  "POST /api/payment/pay-for-documents": async () => {
    const { person, documentId } = await newPersonOverQuota(shop);
    return { caller: person, init: json({ documents: [{ id: documentId }] }) };
  },
  "POST /api/payment/complete-documents-payment": async () => {
    const { person, documentId } = await newPersonOverQuota(shop);
    await pay(person, documentId);
    return { caller: person, init: json({ documentIds: [documentId] }) };
  },
  "POST /api/admin/email-documents": async () => ({
    caller: admin,
    init: json({ email: "a@b.example", serialNumber: document.serialNumber }),
  }),
  "GET /api/verify/:serialNumber": async () => ({}),
  "POST /evidence/tsa": async () => ({
    init: { body: "x", headers: { "content-type": "application/timestamp-query" } },
  }),
  "POST /evidence/witness/add-checkpoint": async () => ({ init: { body: "x" } }),
};

/** The windows in memory, and what was counted in them. */
class NotedWindows extends MemoryRateLimiter {
  readonly buckets: string[] = [];
  override count(bucket: string, windowMs: number, now: number) {
    this.buckets.push(bucket);
    return super.count(bucket, windowMs, now);
  }
}

test("every route counts in its stated limits, and refuses further calls with the time to wait [threat D5] [threat H16]", async () => {
  const limited = everyCall.flatMap(({ route, ...call }) => {
    const limits = everyRoute[route]?.limits ?? [];
    return "none" in limits ? [] : [{ route, limits, ...call }];
  });
  expect(limited.map(({ route }) => route).toSorted()).toEqual(Object.keys(limitedCalls).toSorted());
  const buckets = sqliteOf(shop.deps.db).prepare("SELECT bucket FROM rate_limits").pluck();
  const generous = shop.deps.config.rateLimitFactor;
  for (const { route, method, path, limits } of limited) {
    const {
      caller = createTestClient(shop.origin),
      path: address = filledIn(path),
      init,
      query = "",
    } = (await limitedCalls[route]?.()) ?? {};
    sqliteOf(shop.deps.db).exec("DELETE FROM rate_limits");
    const windows = new NotedWindows();
    shop.deps.memoryRateLimiter = windows;
    shop.deps.config.rateLimitFactor = 0.0005;
    const first = await caller.send(method, `${address}${query}`, init);
    const counted = [...buckets.all(), ...windows.buckets].map((bucket) => String(bucket).split(":")[0]);
    const second = await caller.send(method, `${address}${query}`, init);
    shop.deps.config.rateLimitFactor = generous;
    shop.deps.config.smtpUrl = undefined;
    expect([route, first.status === 429, counted.toSorted()]).toEqual([route, false, limits.toSorted()]);
    expect([route, second.status, Number(second.headers.get("retry-after")) > 0]).toEqual([route, 429, true]);
  }
});
