import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { TOTP } from "otpauth";
import { createMagicLink } from "../../features/mail/magic-links.service.ts";
import { CARDS } from "../../testing/stripe/payment-methods.ts";
import { newAdmin } from "../../testing/test-admin.ts";
import {
  choose,
  intentIn,
  newPersonOverQuota,
  openShop,
  pay,
  type Shop,
} from "../../testing/test-billing.ts";
import { createTestClient, jane, type TestClient } from "../../testing/test-client.ts";
import { attestFiles, makeFiles } from "../../testing/test-collections.ts";
import {
  formWith,
  newPerson,
  newSender,
  processFile,
  smallPdf,
  uploadFile,
} from "../../testing/test-documents.ts";
import { noteLimits } from "../../testing/test-limits.ts";
import { newOffice } from "../../testing/test-offices.ts";
import {
  startOpenIdProvider,
  type TestProvider,
  testClient,
  visitProvider,
} from "../../testing/test-openid-provider.ts";
import { makePasskey, signInWith } from "../../testing/test-passkey.ts";
import { readConfig } from "../read-config.ts";
import { everyRoute } from "./test-routes.ts";

setDefaultTimeout(600_000);

let shop: Shop;
let provider: TestProvider;
let admin: TestClient;
let owner: TestClient;
let collectionId: string;
let document: { id: string; serialNumber: string };
beforeAll(async () => {
  shop = await openShop();
  provider = await startOpenIdProvider(() => [`${shop.origin}/api/auth/provider-login/office/callback`]);
  const office = { id: "office", name: "Office", issuer: provider.issuer, ...testClient, secondStep: true };
  const { signInProviders } = readConfig({ SIGN_IN_PROVIDERS: JSON.stringify([office]) });
  Object.assign(shop.deps.config, { signInProviders });
  admin = await newAdmin(shop);
  owner = await newPerson(shop, "Jane", "Doe");
  const { id, serialNumber } = await processFile(owner, (await uploadFile(owner)).id);
  collectionId = (await attestFiles(owner, makeFiles(3))).id;
  document = { id, serialNumber: String(serialNumber) };
});
afterAll(async () => {
  await provider.stop();
  await shop.stop();
});

/** The path of a route with an existing value for each parameter. */
const filledIn = (path: string) =>
  path
    .replace(":id", path.startsWith("/api/collections/") ? collectionId : document.id)
    .replace(":serialNumber", document.serialNumber);

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
const officeOwner = async () => (await newOffice(shop, "Doe LLP")).owner;

const nameOf = async (person: TestClient) => (await person.get("/api/auth/me")).body.username;

/** The right password of a person, and a code that is wrong. */
const withWrongCode = async (person: TestClient) =>
  json({ username: await nameOf(person), password: jane.password, code: "000000" });

const newPersonWithApp = async () => addApp(await newPerson(shop));

async function addApp(person: TestClient): Promise<TestClient> {
  const proof = { currentPassword: jane.password };
  const { secret } = (await person.post("/api/auth/authenticator-app", proof)).body;
  const code = new TOTP({ secret: String(secret) }).generate();
  expect((await person.post("/api/auth/authenticator-app/confirm", { code })).status).toBe(200);
  return person;
}

/** A person who signs in with an identity provider, after which this site asks for a code as well. */
async function newPersonWithProviderAndApp(): Promise<TestClient> {
  const person = await newPerson(shop);
  provider.person = { sub: crypto.randomUUID() };
  await visit(person, "/api/auth/providers", { currentPassword: jane.password });
  expect((await person.post("/api/auth/provider-login/finish")).body.result).toBe("linked");
  return addApp(person);
}

/** Goes to the identity provider and comes back. */
async function visit(person: TestClient, start: string, proof: object = {}): Promise<void> {
  const { body } = await person.post(start, { provider: "office", ...proof });
  const { pathname, search } = await visitProvider(String(body.url));
  expect((await person.get(pathname + search)).headers.get("location")).toBe("/signing-in");
}

async function newUnconfirmed(): Promise<TestClient> {
  const person = createTestClient(shop.origin);
  unconfirmed += 1;
  await person.register({ username: `mail-${unconfirmed}`, email: "a@b.example" });
  return person;
}
let unconfirmed = 0;

/** From now on, the server sends emails, to nowhere. */
function sendMail(): void {
  shop.deps.config.smtpUrl = "smtp://127.0.0.1:9";
}

/** `before`: what is counted just before it, as if it were a part of the call. */
type LimitedCall = {
  caller?: TestClient;
  path?: string;
  init?: RequestInit;
  query?: string;
  before?: () => Promise<unknown>;
};

/** A caller and input for each route with a limit, so that only the limit can refuse the second call. */
const limitedCalls: Record<string, () => Promise<LimitedCall>> = {
  "GET /adopted/:site/*": async () => ({ path: "/adopted/gone.example/api/verify/AT-0" }),
  "POST /api/auth/register": async () => ({ init: json({ ...jane, username: `new-${Date.now()}` }) }),
  "POST /api/offices": async () => ({ caller: owner, init: json({ name: "Doe LLP" }) }),
  "POST /api/invitations/open": async () => ({ init: json({ token: "unknown" }) }),
  "POST /api/office/invitations": async () => ({
    caller: await officeOwner(),
    init: json({ role: "owner", currentPassword: jane.password }),
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
    const caller = await newUnconfirmed();
    sendMail();
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
  "PATCH /api/webhooks/:id": async () => ({ caller: owner, init: json({ isEnabled: false }) }),
  "POST /api/webhooks/:id/rotate": async () => ({ caller: owner }),
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

/** Further calls of the same routes, which count in limits that the first does not reach. */
const moreCalls: Record<string, (() => Promise<LimitedCall>)[]> = {
  "POST /api/auth/login": [
    async () => {
      const caller = await newPerson(shop);
      return { caller, init: json({ username: await nameOf(caller), password: "wrong" }) };
    },
    async () => ({ init: await withWrongCode(await newPersonWithApp()) }),
    async () => {
      const caller = await newPersonWithApp();
      return { caller, init: await withWrongCode(caller) };
    },
  ],
  "POST /api/auth/provider-login/finish": [
    async () => {
      await newPersonWithProviderAndApp();
      const caller = createTestClient(shop.origin);
      await visit(caller, "/api/auth/provider-login");
      return { caller, init: json({ code: "000000" }) };
    },
    async () => {
      const caller = await newPersonWithProviderAndApp();
      await visit(caller, "/api/auth/provider-login");
      return { caller, init: json({ code: "000000" }) };
    },
  ],
  "POST /api/auth/request-confirmation": [
    async () => {
      const [caller, earlier] = [await newUnconfirmed(), await newUnconfirmed()];
      sendMail();
      return { caller, before: () => earlier.post("/api/auth/request-confirmation") };
    },
  ],
  "POST /api/auth/email": [
    async () => {
      const [caller, earlier] = [await newSender(shop, "old@b.example"), await newUnconfirmed()];
      sendMail();
      return {
        caller,
        init: json({ email: "a@b.example", currentPassword: jane.password }),
        before: () => earlier.post("/api/auth/request-confirmation"),
      };
    },
  ],
  "POST /api/auth/delete-account": [
    async () => ({ caller: await newPerson(shop), init: json({ currentPassword: jane.password }) }),
  ],
  "POST /api/office/close": [
    async () => ({ caller: await officeOwner(), init: json({ currentPassword: jane.password }) }),
  ],
  "POST /api/office/invitations": [
    async () => {
      const caller = await newSender(shop, "boss@b.example");
      await newOffice(shop, "Doe LLP", caller);
      sendMail();
      return { caller, init: json({ role: "viewer", email: "a@b.example" }) };
    },
  ],
};

/** The same call with the right password and a wrong code, where a proof of the owner is asked for. */
async function withCode(route: string): Promise<LimitedCall> {
  const call = await limitedCalls[route]?.();
  const caller = await newPersonWithApp();
  if (route.includes("/office/")) await newOffice(shop, "Doe LLP", caller);
  const proof = { currentPassword: jane.password, code: "000000" };
  return { ...call, caller, init: json({ ...JSON.parse(String(call?.init?.body)), ...proof }) };
}

test("every route counts in the limits that it states and in no others, and refuses further calls with the time to wait [threat D5] [threat H16]", async () => {
  const limited = Object.entries(everyRoute).flatMap(([route, { limits }]) =>
    "none" in limits ? [] : [{ route, limits }],
  );
  expect(limited.map(({ route }) => route).toSorted()).toEqual(Object.keys(limitedCalls).toSorted());
  const generous = shop.deps.config.rateLimitFactor;
  for (const { route, limits } of limited) {
    const [method = "", path = ""] = route.split(" ");
    const counted = new Set<string>();
    const calls = [limitedCalls[route], ...(moreCalls[route] ?? [])];
    if (limits.includes("wrongProofCodesPerAccount")) calls.push(() => withCode(route));
    for (const prepare of calls) {
      const call = (await prepare?.()) ?? {};
      const {
        caller = createTestClient(shop.origin),
        path: address = filledIn(path),
        init,
        query = "",
      } = call;
      const listCounted = noteLimits(shop.deps);
      shop.deps.config.rateLimitFactor = 0.0005;
      await call.before?.();
      const first = await caller.send(method, `${address}${query}`, init);
      for (const name of listCounted()) counted.add(name);
      const second = await caller.send(method, `${address}${query}`, init);
      shop.deps.config.rateLimitFactor = generous;
      shop.deps.config.smtpUrl = undefined;
      expect([route, first.status === 429]).toEqual([route, false]);
      expect([route, second.status, Number(second.headers.get("retry-after")) > 0]).toEqual([
        route,
        429,
        true,
      ]);
    }
    expect([route, [...counted].toSorted()]).toEqual([route, limits.toSorted()]);
  }
});
