import { afterAll, beforeAll, expect, test } from "bun:test";
import type { AnyTRPCProcedure } from "@trpc/server";
import { createApp } from "./app.ts";
import { restCalls } from "./rest.ts";
import { appRouter } from "./router.ts";
import { createTestClient, type TestClient } from "./test-client.ts";
import { startTestServer, type TestServer } from "./test-server.ts";

type Access = "anyone" | "signed in" | "admin";

/** Who may call what. A call that is in no table fails the first test: decide, then write it down here. */
const procedures: Record<string, Access> = {
  "accounts.register": "anyone",
  "accounts.login": "anyone",
  "accounts.logout": "anyone",
  "accounts.me": "signed in",
  "billing.plans": "anyone",
  "billing.status": "signed in",
  "billing.create": "signed in",
  "billing.cancel": "signed in",
  "billing.payPerDocument": "signed in",
  "billing.completeDocumentPayment": "signed in",
  "billing.redeemCredit": "signed in",
  "password.change": "signed in",
  "password.forgot": "anyone",
  "password.reset": "anyone",
  "documents.accepted": "signed in",
  "documents.list": "signed in",
  "documents.get": "signed in",
  "documents.process": "signed in",
  "documents.email": "signed in",
  "documents.remove": "signed in",
  "referrals.stats": "signed in",
  "referrals.generate": "signed in",
  "referrals.applyCode": "signed in",
  "tokens.list": "signed in",
  "tokens.create": "signed in",
  "tokens.revoke": "signed in",
  "support.submit": "signed in",
  "support.list": "signed in",
  "support.listAll": "admin",
  "support.update": "admin",
  "support.remove": "admin",
  "support.contact": "anyone",
  "admin.searchDocuments": "admin",
  "admin.users": "admin",
  "admin.removeUser": "admin",
  "admin.emailDocuments": "admin",
  "admin.grantCredits": "admin",
  "admin.auditLog": "admin",
  "verification.verify": "anyone",
};

const routes: Record<string, Access> = {
  "GET /api/health": "anyone",
  "GET /api/ready": "anyone",
  "GET /api/openapi.json": "anyone",
  "GET /api/docs": "anyone",
  "GET /api/trpc/*": "anyone",
  "POST /api/trpc/*": "anyone",
  "GET /*": "anyone",
  "POST /api/auth/register": "anyone",
  "POST /api/auth/login": "anyone",
  "POST /api/auth/logout": "anyone",
  "GET /api/auth/me": "signed in",
  "POST /api/auth/change-password": "signed in",
  "POST /api/auth/forgot-password": "anyone",
  "POST /api/auth/reset-password": "anyone",
  "GET /api/tokens": "signed in",
  "POST /api/tokens": "signed in",
  "DELETE /api/tokens/:id": "signed in",
  "GET /api/documents": "signed in",
  "POST /api/documents/upload": "signed in",
  "GET /api/documents/:id": "signed in",
  "DELETE /api/documents/:id": "signed in",
  "POST /api/documents/:id/process": "signed in",
  "POST /api/documents/:id/email": "signed in",
  "GET /api/documents/:id/download": "signed in",
  "GET /api/documents/:id/certificate": "signed in",
  "GET /api/documents/:id/preview": "signed in",
  "GET /api/documents/:id/evidence": "signed in",
  "GET /api/shared/download": "anyone",
  "GET /api/shared/certificate": "anyone",
  "GET /api/shared/evidence": "anyone",
  "GET /api/referral/stats": "signed in",
  "POST /api/referral/generate": "signed in",
  "POST /api/referral/apply": "signed in",
  "POST /api/support/ticket": "signed in",
  "GET /api/support/tickets": "signed in",
  "GET /api/support/tickets/all": "admin",
  "PATCH /api/support/tickets/:id": "admin",
  "DELETE /api/support/tickets/:id": "admin",
  "POST /api/contact": "anyone",
  "GET /api/subscription/status": "signed in",
  "GET /api/subscription/plans": "anyone",
  "POST /api/subscription/create": "signed in",
  "POST /api/subscription/cancel": "signed in",
  "POST /api/payment/pay-per-document": "signed in",
  "POST /api/payment/complete-document-payment": "signed in",
  "POST /api/payment/redeem-credit": "signed in",
  "POST /api/stripe/webhook": "anyone",
  "GET /api/admin/documents/search": "admin",
  "GET /api/admin/documents/:id/original": "admin",
  "GET /api/admin/download": "admin",
  "GET /api/admin/users": "admin",
  "DELETE /api/admin/users/:id": "admin",
  "POST /api/admin/email-documents": "admin",
  "POST /api/admin/grant-credits": "admin",
  "GET /api/admin/audit-log": "admin",
  "GET /api/verify/:serialNumber": "anyone",
  "GET /.well-known/jwks.json": "anyone",
  "POST /evidence/tsa": "anyone",
  "GET /evidence/ca.pem": "anyone",
  "GET /evidence/ca.crl": "anyone",
  "GET /evidence/ca-crls.pem": "anyone",
  "GET /evidence/tsa-roots.pem": "anyone",
  "GET /evidence/log/checkpoint": "anyone",
  "GET /evidence/log/vkey": "anyone",
  "GET /evidence/log/vkeys": "anyone",
  "GET /evidence/log/tile/*": "anyone",
  "GET /evidence/log/ended": "anyone",
  "GET /evidence/log/ended/:number/tile/*": "anyone",
  "GET /evidence/log/ended/:number/:file": "anyone",
  "GET /evidence/log/witnesses": "anyone",
  "GET /evidence/log/witnesses/vkeys": "anyone",
  "GET /evidence/log/witnesses/blocks": "anyone",
  "GET /evidence/log/witnesses/:size/:file": "anyone",
  "POST /evidence/witness/add-checkpoint": "anyone",
  "GET /evidence/witness/vkey": "anyone",
};

let server: TestServer;
let anonymous: TestClient;
let user: TestClient;
beforeAll(async () => {
  server = await startTestServer();
  anonymous = createTestClient(server.origin);
  user = createTestClient(server.origin);
  await user.register();
});
afterAll(() => server.stop());

/** tRPC keeps procedures flat under their full names, though its type shows them nested. */
const kept = appRouter._def.procedures as unknown as Record<string, AnyTRPCProcedure>;

const routeList = () =>
  createApp(server.deps)
    .routes.filter(({ method }) => method !== "ALL")
    .map(({ method, path }) => `${method} ${path}`);

test("every procedure and every route is in the table of who may call it, and nothing else is", () => {
  expect(Object.keys(procedures).toSorted()).toEqual(Object.keys(kept).toSorted());
  expect(Object.keys(routes).toSorted()).toEqual([...new Set(routeList())].toSorted());
});

test("a REST call may be called by the same people as its procedure", () => {
  for (const { method, path, procedure } of restCalls) {
    expect([path, routes[`${method} ${path}`]]).toEqual([path, procedures[procedure]]);
  }
});

test("a REST call that is a GET only reads, any other one changes something", () => {
  for (const { method, path, procedure } of restCalls) {
    const kind = method === "GET" ? "query" : "mutation";
    expect([path, kept[procedure]?._def.type]).toEqual([path, kind]);
  }
});

test("procedures refuse whom they must, before they look at what was sent", async () => {
  for (const [name, access] of Object.entries(procedures)) {
    const isQuery = kept[name]?._def.type === "query";
    const path = `/api/trpc/${name}`;
    await expectAccess(name, access, (client) => (isQuery ? client.get(path) : client.post(path)));
  }
});

test("routes refuse whom they must, before they look at what was sent", async () => {
  for (const [route, access] of Object.entries(routes)) {
    const [method = "", pattern = ""] = route.split(" ");
    const path = pattern.replace(/:\w+/g, "unknown");
    if (!path.includes("*")) await expectAccess(route, access, (client) => client.send(method, path));
  }
});

async function expectAccess(
  call: string,
  access: Access,
  send: (client: TestClient) => Promise<{ status: number }>,
): Promise<void> {
  const withoutAccount = (await send(anonymous)).status;
  if (access === "anyone") return expect([call, [401, 403].includes(withoutAccount)]).toEqual([call, false]);
  expect([call, withoutAccount]).toEqual([call, 401]);
  const withAccount = (await send(user)).status;
  if (access === "admin") return expect([call, withAccount]).toEqual([call, 403]);
  expect([call, [401, 403].includes(withAccount)]).toEqual([call, false]);
}
