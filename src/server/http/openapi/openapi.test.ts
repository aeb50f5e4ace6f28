import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { Validator } from "@seriousme/openapi-schema-validator";
import Ajv from "ajv/dist/2020";
import addFormats from "ajv-formats";
import { TOTP } from "otpauth";
import { sqliteOf } from "../../../../db/client.ts";
import { tokenScopes } from "../../../../db/columns/accounts.ts";
import { createMagicLink } from "../../../features/mail/magic-links.service.ts";
import { addNotice } from "../../../features/notices/notices.service.ts";
import { insertDelivery } from "../../../features/webhooks/webhooks.repo.ts";
import { newAdmin } from "../../../testing/test-admin.ts";
import {
  choose,
  complete,
  getId,
  intentIn,
  newPersonOverQuota,
  openShop,
  pay,
  type Shop,
} from "../../../testing/test-billing.ts";
import { createTestClient, jane, type TestClient } from "../../../testing/test-client.ts";
import { makeFiles, untilAttested } from "../../../testing/test-collections.ts";
import { formWith, newPerson, smallPdf, untilFinished, uploadFile } from "../../../testing/test-documents.ts";
import { noteLimits } from "../../../testing/test-limits.ts";
import { createWith, makePasskey, signInWith } from "../../../testing/test-passkey.ts";
import { everyRoute, listRoutes, undescribedRoutes } from "../test-routes.ts";
import { describeApi } from "./describe.ts";
import type { OpenApi, Operation } from "./openapi.ts";

setDefaultTimeout(600_000);

let shop: Shop;
let visitor: TestClient;
let document: OpenApi;
const ajv = new Ajv({ strict: false, allErrors: true });
addFormats(ajv);
beforeAll(async () => {
  shop = await openShop();
  visitor = createTestClient(shop.origin);
  document = JSON.parse((await visitor.get("/api/openapi.json")).text);
  ajv.addSchema({ $id: "openapi", components: document.components });
});
afterAll(() => shop.stop());

/** `METHOD /path/:name` → `METHOD /path/{name}`. */
const templateOf = (route: string) => route.replace(/:(\w+)/g, "{$1}").replace("*", "{path}");

/** Every operation as `METHOD /path/{name}`. */
const operations = (): [string, Operation][] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, Operation] => [
      `${method.toUpperCase()} ${path}`,
      operation,
    ]),
  );

test("the description is valid OpenAPI 3.1", async () => {
  expect(document.openapi).toBe("3.1.0");
  expect(await new Validator().validate(structuredClone(Object(document)))).toEqual({ valid: true });
  const ids = operations().map(([, { operationId }]) => operationId);
  expect(new Set(ids).size).toBe(ids.length);
});

test("it lists every route except the page, adopted sites and its logo, the page's own calls, Stripe's webhook, providers' answers and metrics", () => {
  const templates = listRoutes(shop.deps)
    .filter((route) => !(route in undescribedRoutes))
    .map(templateOf);
  expect(
    operations()
      .map(([route]) => route)
      .toSorted(),
  ).toEqual(templates.toSorted());
});

test("its access rules match for a visitor, an access token and an administrator", async () => {
  const admin = await newAdmin(shop, "guard");
  const make = async (scope: string) =>
    String((await admin.post("/api/tokens", { name: scope, scopes: [scope], exactScopes: true })).body.token);
  const tokens: Record<string, string> = {};
  for (const scope of tokenScopes) tokens[scope] = await make(scope);
  for (const [route, { security }] of operations()) {
    const [method = "", template = ""] = route.split(" ");
    const path = template.replace(/\{\w+\}/g, "unknown");
    const isOpen = security.length === 0;
    const { status } = await visitor.send(method, path);
    expect([route, status !== 401 && status !== 403]).toEqual([route, isOpen]);
    const wanted = security.find(({ accessToken }) => accessToken)?.accessToken;
    for (const [scope, token] of Object.entries(tokens)) {
      const may = isOpen || (wanted !== undefined && (wanted.length === 0 || wanted.includes(scope)));
      const answer = await visitor.send(method, path, { headers: { authorization: `Bearer ${token}` } });
      expect([route, scope, answer.status !== 403]).toEqual([route, scope, may]);
      if (may) continue;
      const names = wanted?.length === 1 ? `, scope="${wanted[0]}"` : "";
      const challenge = `Bearer realm="api", error="insufficient_scope"${names}`;
      expect([route, answer.headers.get("www-authenticate")]).toEqual([route, challenge]);
    }
  }
});

test("every call names the scope that its token needs, or says why it takes no token", () => {
  for (const [route, { security, description }] of operations()) {
    const wanted = security.find(({ accessToken }) => accessToken)?.accessToken;
    const isOpen = security.length === 0 || route === "GET /api/auth/me";
    const reason = description?.match(/^Takes no access token: (?!undefined)\w/);
    expect([route, isOpen || wanted?.length === 1 || reason !== null]).toEqual([route, true]);
    expect([route, wanted?.every((scope) => tokenScopes.some((known) => known === scope))]).not.toEqual([
      route,
      false,
    ]);
  }
});

test("the description of an upload names Word unless the operator turned its conversion off", () => {
  const described = (converter: string) =>
    JSON.stringify(describeApi({ ...shop.deps.config, converter }).paths["/api/documents/upload"]?.post);
  expect([described("auto"), described("off")]).toEqual([
    expect.stringContaining("PDF, Word (.docx, .doc), PNG, JPEG or TIFF"),
    expect.stringContaining("PDF, PNG, JPEG or TIFF"),
  ]);
});

test("a call says what its limits allow on this server", () => {
  const { paths } = describeApi({ ...shop.deps.config, rateLimitFactor: 2 });
  expect(paths["/api/documents/{id}/picture"]?.get?.responses[429]?.description).toBe(
    "Too many requests; Retry-After has the number of seconds to wait. The limits: pictures-per-account (300 in 1 minute)",
  );
  expect(paths["/api/documents/upload"]?.post?.responses[429]?.description).toEndWith(
    ". The limits: uploads-per-account (200 in 5 minutes), free-megabytes-per-address (20,000 in 1 day), idempotency-keys-per-account (120,000 in 1 day)",
  );
});

/** The calls that succeeded and matched the description. */
const seen = new Set<string>();

/** The limits of each operation. */
const statedLimits = new Map(
  Object.entries(everyRoute).map(([route, { limits }]): [string, readonly string[]] => [
    templateOf(route),
    "none" in limits ? [] : limits,
  ]),
);

type Sent = { params?: Record<string, string>; query?: string; init?: RequestInit; body?: unknown };

/**
 * Makes a call, and checks that it counts in no limit that it does not state, and the answer against the described
 * schema of its status and type.
 */
async function call(client: TestClient, route: string, { params = {}, query = "", init, body }: Sent = {}) {
  const [method = "", template = ""] = route.split(" ");
  const path = template.replace(/\{(\w+)\}/g, (_, name) => params[name] ?? "unknown");
  const json = { body: JSON.stringify(body), headers: { "content-type": "application/json" } };
  const listCounted = noteLimits(shop.deps);
  const answer = await client.send(method, `${path}${query}`, body === undefined ? init : json);
  const unstated = listCounted().filter((name) => !statedLimits.get(route)?.includes(name));
  expect([route, unstated]).toEqual([route, []]);
  const responses = document.paths[template]?.[method.toLowerCase()]?.responses;
  const described = responses?.[String(answer.status)];
  expect([route, answer.status, described === undefined]).toEqual([route, answer.status, false]);
  const type = answer.headers.get("content-type")?.split(";")[0] ?? "";
  const content = described?.content?.[type] ?? described?.content?.["*/*"];
  expect([route, answer.status, type, content === undefined]).toEqual([route, answer.status, type, false]);
  if (content?.schema !== undefined) {
    const schema = JSON.parse(JSON.stringify(content.schema).replaceAll('"#/', '"openapi#/'));
    const validate = ajv.compile(schema);
    validate(JSON.parse(answer.text));
    expect([route, answer.status, validate.errors ?? null]).toEqual([route, answer.status, null]);
  }
  if (answer.status < 300) seen.add(route);
  return answer;
}

test("every call of a running server answers as described, also when it refuses, and counts only in the limits that it states", async () => {
  const person = await newPerson(shop);
  const admin = await newAdmin(shop, "boss-of-api");
  const upload = { init: { body: formWith("lease.pdf", smallPdf()) } };
  const uploaded = await call(person, "POST /api/documents/upload", upload);
  const params = { id: String(uploaded.body.id) };
  await call(person, "GET /api/documents/{id}/download", { params });
  await call(person, "POST /api/documents/{id}/process", { params, body: { position: "top-left" } });
  await call(person, "POST /api/documents/{id}/process", { params, body: { position: "nowhere" } });
  const done = await untilFinished(person, params.id);
  await call(person, "GET /api/documents/{id}", { params });
  await call(person, "GET /api/documents");
  await call(person, "GET /api/documents", { query: "?limit=0" });
  await call(person, "GET /api/documents/search", { query: `?query=${done.serialNumber}&kind=pdf` });
  await call(person, "GET /api/documents/search", { query: "?kind=song" });
  const words = { displayName: "Lease", note: "paid" };
  await call(person, "PATCH /api/documents/{id}", { params, body: words });
  await call(person, "PATCH /api/documents/{id}", { params, body: { note: "x".repeat(501) } });
  await call(person, "PATCH /api/documents/{id}", { body: words });
  for (const part of ["download", "certificate", "timestamp", "preview", "picture", "evidence"]) {
    await call(person, `GET /api/documents/{id}/${part}`, { params });
    await call(visitor, `GET /api/documents/{id}/${part}`, { params });
  }
  await call(person, "POST /api/documents/{id}/email", { params, body: { email: "a@b.example" } });
  const several = { ids: [params.id], email: "a@b.example" };
  await call(person, "POST /api/documents/email", { body: several });
  await call(person, "POST /api/documents/email", { body: { ...several, ids: [] } });
  await call(person, "GET /api/documents.zip", { query: `?ids=${params.id}` });
  await call(person, "GET /api/documents.zip", { query: "?ids=x" });
  await call(visitor, "GET /api/documents.zip");
  await call(person, "GET /api/account/export");
  await call(visitor, "GET /api/account/export");
  const [file] = makeFiles(1);
  const photos = { title: "Shoot", files: makeFiles(3) };
  const attested = await call(person, "POST /api/collections", { body: photos });
  await call(person, "POST /api/collections", { body: { ...photos, files: [] } });
  const ofCollection = { params: { id: String(attested.body.id) } };
  const collection = await untilAttested(person, ofCollection.params.id);
  await call(person, "GET /api/collections");
  await call(person, "GET /api/collections/{id}", ofCollection);
  await call(person, "GET /api/collections/{id}");
  for (const part of ["certificate", "evidence", "sha256sums"]) {
    await call(person, `GET /api/collections/{id}/${part}`, ofCollection);
    await call(visitor, `GET /api/collections/{id}/${part}`, ofCollection);
  }
  const ofFile = { serialNumber: String(collection.serialNumber), sha256: file?.sha256 ?? "" };
  await call(visitor, "GET /api/verify/{serialNumber}", { params: ofFile });
  await call(visitor, "GET /api/verify/{serialNumber}/files/{sha256}", { params: ofFile });
  await call(visitor, "GET /api/verify/{serialNumber}/files/{sha256}");
  await call(person, "DELETE /api/collections/{id}", ofCollection);
  const project = await call(person, "POST /api/projects", { body: { name: "Roof", note: "12 Oak Street" } });
  await call(person, "POST /api/projects", { body: { name: "" } });
  await call(person, "GET /api/projects");
  const ofProject = { params: { id: String(project.body.id) } };
  const entries = { ids: [params.id] };
  await call(person, "POST /api/projects/{id}/entries", { ...ofProject, body: entries });
  await call(person, "POST /api/projects/{id}/entries", { ...ofProject, body: { ids: [] } });
  await call(person, "POST /api/projects/{id}/versions", { ...ofProject, body: entries });
  await call(person, "GET /api/projects/{id}", ofProject);
  await call(person, "GET /api/projects/{id}");
  await call(person, "PATCH /api/projects/{id}", { ...ofProject, body: { note: "" } });
  await call(person, "POST /api/projects/{id}/timeline", { ...ofProject, body: { exhibits: "A" } });
  await call(person, "POST /api/projects/{id}/timeline", { ...ofProject, body: { exhibits: "a1" } });
  await call(person, "POST /api/projects/{id}/timeline");
  const protectedShare = { password: "open sesame", downloads: "everything" };
  const madeShare = await call(person, "POST /api/projects/{id}/shares", {
    ...ofProject,
    body: protectedShare,
  });
  await call(person, "POST /api/projects/{id}/shares", { ...ofProject, body: { password: "x" } });
  await call(person, "POST /api/projects/{id}/shares");
  const sharedToken = String(madeShare.body.url).split("#").at(-1) ?? "";
  await call(visitor, "POST /api/share/open", { body: { token: "x" } });
  await call(visitor, "POST /api/share/open", { body: { token: sharedToken, password: "wrong one" } });
  const opening = { body: { token: sharedToken, password: "open sesame" } };
  const opened = await call(visitor, "POST /api/share/open", opening);
  await call(person, "GET /api/projects/{id}/shares", ofProject);
  for (const file of ["download", "picture", "certificate", "evidence", "zip"]) {
    const fields = { token: sharedToken, serialNumber: String(done.serialNumber) };
    const withPass = { ...fields, pass: String(opened.body.pass) };
    await call(visitor, `POST /api/share/${file}`, { init: { body: new URLSearchParams(withPass) } });
    await call(visitor, `POST /api/share/${file}`, { init: { body: new URLSearchParams(fields) } });
    await call(visitor, `POST /api/share/${file}`, { init: { body: new URLSearchParams({ token: "x" }) } });
  }
  const asking = { ...ofProject, body: { email: "a@b.example" } };
  await call(person, "POST /api/projects/{id}/acknowledgements", asking);
  await call(person, "POST /api/projects/{id}/acknowledgements", { ...ofProject, body: {} });
  const shares: { id: string; recipient: string | null }[] = JSON.parse(
    (await call(person, "GET /api/projects/{id}/shares", ofProject)).text,
  );
  const mailedId = shares.find(({ recipient }) => recipient !== null)?.id ?? "";
  const mailedLink = { purpose: "shared-project", subject: mailedId, lifetimeMs: 60_000 } as const;
  const mailedToken = await createMagicLink(shop.deps, mailedLink);
  const seenProject = await call(visitor, "POST /api/share/open", { body: { token: mailedToken } });
  const list = String(Object(seenProject.body.project).list);
  const signed = { token: mailedToken, name: "Bob", list };
  await call(visitor, "POST /api/share/acknowledge", { body: { ...signed, list: "x" } });
  await call(visitor, "POST /api/share/acknowledge", { body: signed });
  await call(visitor, "POST /api/share/acknowledge", { body: { ...signed, name: "" } });
  await call(person, "POST /api/shares/{id}/link", { params: { id: mailedId } });
  await call(person, "POST /api/shares/{id}/link", { params: { id: String(madeShare.body.id) } });
  await call(person, "DELETE /api/shares/{id}", { params: { id: String(madeShare.body.id) } });
  await call(person, "DELETE /api/shares/{id}", { params: { id: "x" } });
  await call(person, "DELETE /api/project-entries", { body: entries });
  await call(person, "DELETE /api/projects/{id}", ofProject);
  await call(person, "POST /api/documents/delete", { body: { ids: ["x"] } });
  const link = { purpose: "shared-document", subject: params.id, lifetimeMs: 60_000 } as const;
  const shared = await createMagicLink(shop.deps, link);
  const withForm = (value: string) => ({ init: { body: new URLSearchParams({ token: value }) } });
  await call(visitor, "POST /api/shared/open", { body: { token: shared } });
  await call(visitor, "POST /api/shared/open", { body: { token: "x" } });
  await call(visitor, "POST /api/shared/picture", withForm(shared));
  await call(visitor, "POST /api/shared/picture", withForm("x"));
  for (const part of ["download", "certificate", "evidence"]) {
    await call(visitor, `POST /api/shared/${part}`, withForm(shared));
    await call(visitor, `POST /api/shared/${part}`, withForm("x"));
    await call(visitor, `GET /api/shared/${part}`, { query: `?token=${shared}` });
    await call(visitor, `GET /api/shared/${part}`, { query: "?token=x" });
  }
  const serialNumber = String(done.serialNumber);
  await call(visitor, "GET /api/verify/{serialNumber}", { params: { serialNumber } });
  await call(visitor, "GET /api/verify/{serialNumber}/receipt", { params: { serialNumber } });
  await call(visitor, "GET /api/verify/{serialNumber}");

  const made = await call(person, "POST /api/tokens", { body: { name: "x", scopes: ["documents:read"] } });
  await call(person, "POST /api/tokens", { body: { name: "x", scopes: [] } });
  await call(person, "GET /api/tokens");
  await call(person, "DELETE /api/tokens/{id}", { params: { id: String(made.body.id) } });
  await call(person, "DELETE /api/tokens/{id}");

  await addNotice(shop.deps, await getId(shop, person), { kind: "plan-used-up" });
  const notices: { id: string }[] = JSON.parse((await call(person, "GET /api/notices")).text);
  const newest = String(notices[0]?.id);
  await call(person, "GET /api/notices", { query: "?limit=x" });
  await call(person, "GET /api/notices/unread");
  await call(person, "POST /api/notices/{id}/read", { params: { id: newest } });
  await call(person, "POST /api/notices/{id}/read", { params: { id: "x" } });
  await call(person, "POST /api/notices/read", { body: { upTo: newest } });
  await call(person, "POST /api/notices/read", { body: {} });
  await call(person, "GET /api/notices/mails");
  await call(person, "PATCH /api/notices/mails", { body: { "document-failed": true } });
  await call(person, "PATCH /api/notices/mails", { body: { "document-failed": 1 } });

  const office = await call(person, "POST /api/offices", { body: { name: "Doe & Partners LLP" } });
  await call(person, "POST /api/offices", { body: { name: "" } });
  await call(person, "GET /api/offices");
  await call(person, "GET /api/office");
  await call(person, "POST /api/offices/switch", { body: { id: "unknown" } });
  await call(person, "POST /api/offices/switch", { body: { id: String(office.body.id) } });
  const invited = await call(person, "POST /api/office/invitations", { body: { role: "member" } });
  const secret = String(invited.body.url).split("#")[1];
  await call(visitor, "POST /api/invitations/open", { body: { token: secret } });
  const guest = await newPerson(shop);
  await call(guest, "POST /api/invitations/accept", { body: { token: secret } });
  await call(guest, "POST /api/invitations/accept", { body: { token: secret } });
  const open = await call(person, "POST /api/office/invitations", { body: { role: "viewer" } });
  await call(person, "GET /api/office");
  await call(person, "PATCH /api/office", { body: { name: "Doe LLP" } });
  await call(person, "DELETE /api/office/invitations/{id}", { params: { id: String(open.body.id) } });
  const member = { params: { id: await getId(shop, guest) } };
  await call(person, "PATCH /api/office/members/{id}", { ...member, body: { role: "viewer" } });
  await call(person, "DELETE /api/office/members/{id}", member);
  await call(person, "DELETE /api/office/members/{id}", member);
  await call(person, "POST /api/office/leave");
  const last = await call(person, "POST /api/office/invitations", {
    body: { role: "owner", currentPassword: jane.password },
  });
  const own = String(last.body.url).split("#")[1];
  await call(guest, "POST /api/invitations/accept", { body: { token: own } });
  await call(guest, "POST /api/offices/switch", { body: { id: String(office.body.id) } });
  await call(guest, "POST /api/office/leave");
  await call(person, "POST /api/office/close", { body: { currentPassword: jane.password } });
  await call(person, "POST /api/office/keep");
  const domain = await call(person, "POST /api/office/domains", { body: { name: "example.com" } });
  await call(person, "POST /api/office/domains", { body: { name: "co.uk" } });
  await call(person, "GET /api/office/domains");
  const claimed = { params: { id: String(domain.body.id) } };
  await call(person, "POST /api/office/domains/{id}/check", { params: { id: "unknown" } });
  // No name server answers there.
  shop.deps.config.dnsServer = "127.0.0.1:9";
  await call(person, "POST /api/office/domains/{id}/check", claimed);
  await call(person, "PATCH /api/office/domains/{id}", { ...claimed, body: { isShown: true } });
  await call(person, "PATCH /api/office/domains/{id}", { ...claimed, body: { isShown: false } });
  await call(person, "DELETE /api/office/domains/{id}", claimed);
  await call(person, "DELETE /api/office/domains/{id}", claimed);
  await call(person, "GET /api/office/access");
  await call(person, "GET /api/office/log");
  await call(person, "GET /api/office/export");
  await call(person, "GET /api/office/log.csv");
  await call(person, "GET /api/office/log.csv", { query: "?action=sung" });
  await call(person, "GET /api/office/log.json", { query: "?action=office.kept" });
  await call(person, "POST /api/offices/switch", { body: { id: null } });

  const hook = { url: "https://93.184.215.14/hook", events: ["document.completed"] };
  const ofHook = {
    params: { id: String((await call(person, "POST /api/webhooks", { body: hook })).body.id) },
  };
  await call(person, "POST /api/webhooks", { body: { ...hook, url: "http://example.org" } });
  await call(person, "GET /api/webhooks");
  await call(person, "PATCH /api/webhooks/{id}", { ...ofHook, body: { isEnabled: false } });
  await call(person, "POST /api/webhooks/{id}/rotate", ofHook);
  const told = {
    id: "msg_1",
    endpointId: ofHook.params.id,
    event: "document.completed",
    body: "{}",
  } as const;
  await insertDelivery(shop.deps.db, { ...told, state: "failed", createdAt: new Date() });
  await call(person, "GET /api/webhooks/{id}/deliveries", ofHook);
  const replay = "POST /api/webhooks/{id}/deliveries/{deliveryId}/replay";
  const ofDelivery = { params: { ...ofHook.params, deliveryId: told.id } };
  await call(person, replay, ofDelivery);
  await call(person, "PATCH /api/webhooks/{id}", { ...ofHook, body: { isEnabled: true } });
  await call(person, replay, { params: { ...ofHook.params, deliveryId: "unknown" } });
  sqliteOf(shop.deps.db).exec("UPDATE webhook_endpoints SET url = 'https://127.0.0.1/'");
  await call(person, replay, ofDelivery);
  await call(person, "DELETE /api/webhooks/{id}", ofHook);
  await call(person, "DELETE /api/webhooks/{id}", ofHook);

  const other = createTestClient(shop.origin);
  const account = { ...jane, username: "api-jane", email: "api-jane@example.org" };
  await call(other, "POST /api/auth/register", { body: account });
  await call(other, "POST /api/auth/register", { body: account });
  await call(other, "POST /api/auth/login", { body: { username: "api-jane", password: "wrong" } });
  await call(other, "POST /api/auth/login", { body: account });
  await call(other, "GET /api/auth/me");
  const email = { email: account.email, currentPassword: jane.password };
  await call(other, "POST /api/auth/email", { body: email });
  await call(other, "POST /api/auth/email", { body: { ...email, currentPassword: "wrong" } });
  await call(other, "POST /api/auth/request-confirmation");
  const owner = await getId(shop, other);
  const confirmation = { purpose: "confirm-email", subject: owner, lifetimeMs: 60_000 } as const;
  const confirmed = { token: await createMagicLink(shop.deps, confirmation) };
  await call(visitor, "POST /api/auth/confirm-email", { body: confirmed });
  await call(visitor, "POST /api/auth/confirm-email", { body: { token: "x" } });
  await call(other, "POST /api/auth/email", { body: email });
  await call(other, "POST /api/auth/email/cancel");
  await call(person, "POST /api/auth/language", { body: { language: "en" } });
  await call(person, "POST /api/auth/time-zone", { body: { timeZone: null } });
  await call(other, "PATCH /api/auth/me", { body: { firstName: "Ann", lastName: "Lee" } });
  await call(createTestClient(shop.origin), "POST /api/auth/login", { body: account });
  const sessions: { id: string; isCurrent: boolean }[] = JSON.parse(
    (await call(other, "GET /api/auth/sessions")).text,
  );
  const elsewhereId = sessions.find(({ isCurrent }) => !isCurrent)?.id ?? "";
  await call(other, "DELETE /api/auth/sessions/{id}", { params: { id: elsewhereId } });
  await call(other, "DELETE /api/auth/sessions/{id}", { params: { id: "unknown" } });
  await call(other, "POST /api/auth/sessions/end-others");
  const proof = { currentPassword: jane.password };
  const app = JSON.parse((await call(other, "POST /api/auth/authenticator-app", { body: proof })).text);
  const firstCode = new TOTP({ secret: app.secret }).generate();
  const confirm = { body: { code: firstCode } };
  const added = await call(other, "POST /api/auth/authenticator-app/confirm", confirm);
  const [toRenew]: string[] = JSON.parse(added.text).recoveryCodes;
  await call(other, "POST /api/auth/authenticator-app", { body: { ...proof, code: toRenew } });
  await call(visitor, "POST /api/auth/login", { body: account });
  await call(other, "GET /api/auth/second-factor");
  await call(other, "GET /api/auth/providers");
  const renewed = await call(other, "POST /api/auth/recovery-codes", { body: { ...proof, code: toRenew } });
  const [toRemove] = JSON.parse(renewed.text).recoveryCodes;
  await call(other, "POST /api/auth/authenticator-app/remove", { body: { ...proof, code: toRemove } });
  await call(other, "POST /api/auth/recovery-codes", { body: proof });
  const passkey = makePasskey(shop.origin);
  const optionsOf = (answer: { text: string }) => JSON.parse(answer.text).options;
  const creation = optionsOf(await call(other, "POST /api/auth/passkeys/options", { body: proof }));
  const newPasskey = { name: "Laptop", passkey: createWith(passkey, creation) };
  await call(other, "POST /api/auth/passkeys", { body: newPasskey });
  await call(other, "POST /api/auth/passkeys", { body: newPasskey });
  const ofPasskey = { id: passkey.id.toString("base64url") };
  await call(other, "PATCH /api/auth/passkeys/{id}", { params: ofPasskey, body: { name: "Phone" } });
  const proving = optionsOf(await call(other, "POST /api/auth/passkey-proof/options"));
  const newcomer = createTestClient(shop.origin);
  const entering = optionsOf(await call(newcomer, "POST /api/auth/passkey-login/options"));
  const entered = { passkey: signInWith(passkey, entering.challenge, { counter: 1 }) };
  await call(newcomer, "POST /api/auth/passkey-login", { body: entered });
  await call(visitor, "POST /api/auth/passkey-login", { body: entered });
  const signedProof = signInWith(passkey, proving.challenge, { counter: 2 });
  await call(other, "POST /api/auth/passkeys/{id}/remove", {
    params: ofPasskey,
    body: { passkey: signedProof },
  });
  await call(other, "POST /api/auth/passkeys/{id}/remove", { params: ofPasskey, body: proof });
  await call(other, "POST /api/auth/passkey-proof/options");
  await call(other, "POST /api/auth/delete-account", { body: { currentPassword: "wrong" } });
  await call(other, "POST /api/auth/delete-account", { body: { currentPassword: jane.password } });
  await call(other, "POST /api/auth/keep-account");
  const change = { currentPassword: jane.password, newPassword: "new horse" };
  await call(other, "POST /api/auth/change-password", { body: change });
  await call(visitor, "POST /api/auth/forgot-password", { body: { account: "nobody" } });
  const reset = { purpose: "password-reset", subject: await getId(shop, other), lifetimeMs: 60_000 } as const;
  const token = await createMagicLink(shop.deps, reset);
  await call(visitor, "POST /api/auth/reset-password", { body: { token, password: "third horse" } });
  await call(visitor, "POST /api/auth/reset-password", { body: { token, password: "third horse" } });
  await call(visitor, "POST /api/auth/logout");

  const legalText = { params: { name: "privacy" } };
  await call(visitor, "GET /api/legal/{name}", legalText);
  shop.deps.config.legalTexts = {
    privacy: { en: { language: "en", title: null, html: "<p>We keep little.</p>" } },
  };
  await call(visitor, "GET /api/legal/{name}", legalText);
  await call(visitor, "GET /api/subscription/plans");
  await call(person, "GET /api/subscription/status");
  shop.control.pay(intentIn(await choose(person, "unlimited")));
  await call(person, "GET /api/subscription/payments");
  await call(person, "POST /api/subscription/create", { body: { plan: "unlimited" } });
  await call(person, "POST /api/subscription/abandon");
  await call(person, "POST /api/subscription/cancel");
  const debtor = await newPersonOverQuota(shop);
  const { documentId } = debtor;
  await call(debtor.person, "POST /api/documents/{id}/process", { params: { id: documentId } });
  await call(debtor.person, "POST /api/subscription/create", { body: { plan: "smallbundle" } });
  await call(debtor.person, "POST /api/payment/redeem-credit", { body: { documentId } });
  await call(debtor.person, "POST /api/payment/complete-document-payment", { body: { documentId } });
  const all = { documents: [{ id: documentId }] };
  await call(debtor.person, "POST /api/payment/pay-for-documents", { body: all });
  const paidTogether = { documentIds: [documentId] };
  await call(debtor.person, "POST /api/payment/complete-documents-payment", { body: paidTogether });
  await call(debtor.person, "POST /api/payment/pay-per-document", { body: { documentId } });
  shop.control.pay(intentIn(await pay(debtor.person, documentId)));
  await call(debtor.person, "POST /api/payment/complete-document-payment", { body: { documentId } });
  await call(debtor.person, "POST /api/payment/complete-documents-payment", { body: paidTogether });
  await complete(debtor.person, documentId);
  const creditor = await newPersonOverQuota(shop);
  shop.deps.config.credits = "redeem";
  const setCredits = "UPDATE users SET free_credits = 2 WHERE id = ?";
  sqliteOf(shop.deps.db)
    .prepare(setCredits)
    .run(await getId(shop, creditor.person));
  const credit = { body: { documentId: creditor.documentId } };
  await call(creditor.person, "POST /api/payment/redeem-credit", credit);

  await call(person, "GET /api/referral/stats");
  const code = (await call(person, "POST /api/referral/generate")).body.referralCode;
  await call(debtor.person, "POST /api/referral/apply", { body: { referralCode: code } });
  await call(debtor.person, "POST /api/referral/apply", { body: { referralCode: "NOBODY" } });

  const letter = { email: "a@b.example", subject: "A question", message: "How does it work?" };
  const ticket = await call(person, "POST /api/support/ticket", { body: letter });
  await call(person, "GET /api/support/tickets");
  await call(visitor, "POST /api/contact", { body: { ...letter, name: "Ann" } });
  await call(visitor, "POST /api/contact", { body: letter });
  const ofTicket = { params: { id: String(ticket.body.id) } };
  await call(person, "POST /api/support/tickets/{id}/answers", { ...ofTicket, body: { answer: "And now?" } });
  await call(admin, "GET /api/support/tickets/all");
  await call(admin, "PATCH /api/support/tickets/{id}", { ...ofTicket, body: { status: "closed" } });
  await call(admin, "DELETE /api/support/tickets/{id}", ofTicket);

  const found = await call(admin, "GET /api/admin/documents/search", { query: `?serial=${serialNumber}` });
  expect(found.text).toContain(serialNumber);
  await call(admin, "GET /api/admin/documents/{id}/original", { params });
  await call(admin, "GET /api/admin/download", { query: `?path=${done.processedPath}` });
  await call(admin, "GET /api/admin/users");
  await call(admin, "GET /api/admin/users/search");
  await call(person, "GET /api/admin/users");
  const mail = { email: "a@b.example", serialNumber };
  await call(admin, "POST /api/admin/email-documents", { body: mail });
  const grant = { userEmail: "api-jane@example.org", credits: 2 };
  await call(admin, "POST /api/admin/grant-credits", { body: grant });
  const gone = await newPerson(shop);
  const unneeded = await uploadFile(gone);
  await call(gone, "DELETE /api/documents/{id}", { params: { id: unneeded.id } });
  const ofUser = { params: { id: await getId(shop, gone) } };
  await call(admin, "GET /api/admin/users/{id}", ofUser);
  await call(admin, "POST /api/admin/users/{id}/reset-link", { ...ofUser, body: {} });
  await call(admin, "POST /api/admin/users/{id}/reset-link", { ...ofUser, body: { by: "email" } });
  await call(admin, "GET /api/admin/emails");
  await call(admin, "GET /api/admin/setup");
  await call(admin, "GET /api/admin/anchors");
  await call(admin, "GET /api/admin/trusted-lists");
  await call(admin, "DELETE /api/admin/users/{id}", { params: { id: await getId(shop, gone) } });
  await call(admin, "GET /api/admin/audit-log");
  await call(admin, "GET /api/admin/figures");

  const tile = { params: { path: "0/000.p/1" } };
  await call(visitor, "GET /evidence/log/tile/{path}", tile);
  const simple = operations().filter(([route]) =>
    /^GET (\/evidence|\/\.well-known|\/api\/\w+$|\/api\/openapi)/.test(route),
  );
  await call(visitor, "GET /.well-known/security.txt");
  shop.deps.config.supportEmail = "help@example.org";
  for (const [route] of simple) if (!route.includes("{")) await call(visitor, route);

  /** These return bytes, which are checked in the tests of the authority, witnesses and retired logs. */
  const elsewhere = [
    "POST /evidence/tsa",
    "POST /evidence/witness/add-checkpoint",
    "GET /evidence/ca/{file}",
    "GET /evidence/log/ended/{number}/tile/{path}",
    "GET /evidence/log/ended/{number}/{file}",
    "GET /evidence/log/witnesses/{size}/{file}",
  ];
  /** These take an identity provider, which src/features/accounts/providers/providers.test.ts has. */
  const ofProviders = [
    "POST /api/auth/provider-login",
    "POST /api/auth/provider-login/finish",
    "POST /api/auth/providers",
    "POST /api/auth/providers/first-password",
    "POST /api/auth/providers/proof",
    "POST /api/auth/providers/{id}/unlink",
  ];
  const covered = [...elsewhere, ...ofProviders];
  const unseen = operations().filter(([route]) => !seen.has(route) && !covered.includes(route));
  expect(unseen.map(([route]) => route)).toEqual([]);
});
