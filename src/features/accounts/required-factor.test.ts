import { afterEach, beforeEach, expect, test } from "bun:test";
import { TOTP } from "otpauth";
import { createTestClient, jane, type TestClient } from "../../testing/test-client.ts";
import { createWith, makePasskey, signInWith } from "../../testing/test-passkey.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";
import { sqlOf } from "../../testing/test-sql.ts";

const proof = { currentPassword: jane.password };

let server: TestServer;
let owner: TestClient;
beforeEach(async () => {
  server = await startTestServer();
  owner = createTestClient(server.origin);
  await owner.register();
});
afterEach(() => server.stop());

const calls = ["/api/documents", "/api/tokens", "/api/auth/sessions", "/api/account/export", "/api/projects"];
const look = async (client: TestClient, headers: Record<string, string> = {}) =>
  Promise.all(calls.map(async (path) => (await client.get(path, headers)).status));
const needsIt = async () => (await owner.get("/api/auth/me")).body.needsSecondFactor;

async function addPasskey() {
  const passkey = makePasskey(server.origin);
  const { options } = (await owner.post("/api/auth/passkeys/options", proof)).body;
  const made = createWith(passkey, options);
  expect((await owner.post("/api/auth/passkeys", { name: "Key", passkey: made })).status).toBe(200);
  return passkey;
}

test("who must have a second factor can only set it up, through REST, files and the page's calls [threat A33]", async () => {
  server.deps.config.requireSecondFactor = "all";
  expect(await look(owner)).toEqual(calls.map(() => 403));
  const upload = await owner.send("POST", "/api/documents/upload", { body: "x" });
  expect([upload.status, upload.body.code]).toEqual([403, "second-factor-setup-required"]);
  expect((await owner.get("/api/trpc/documents.list")).status).toBe(403);
  const change = { ...proof, newPassword: "new horse" };
  expect((await owner.post("/api/auth/change-password", change)).status).toBe(403);
  expect((await owner.post("/api/auth/authenticator-app/remove", proof)).status).toBe(403);
  expect(await needsIt()).toBe(true);
  const { secret } = (await owner.post("/api/auth/authenticator-app", proof)).body;
  const code = new TOTP({ secret: String(secret) }).generate({ timestamp: server.deps.now() });
  expect(await look(owner)).toEqual(calls.map(() => 403));
  expect((await owner.post("/api/auth/authenticator-app/confirm", { code })).status).toBe(200);
  expect([await needsIt(), await look(owner)]).toEqual([false, calls.map(() => 200)]);
});

test("a passkey is enough, but then the password alone no longer signs in [threat A33]", async () => {
  server.deps.config.requireSecondFactor = "all";
  const passkey = await addPasskey();
  expect(await look(owner)).toEqual(calls.map(() => 200));
  const client = createTestClient(server.origin);
  const refused = await client.login("jane");
  expect([refused.status, refused.body.code, client.cookie()]).toEqual([401, "passkey-required", ""]);
  expect(refused.body.message).toContain("If you have lost it, the people who run this site can help.");
  server.deps.config.rateLimitFactor = 1;
  for (let count = 0; count < 12; count += 1) expect((await client.login("jane")).status).toBe(401);
  expect((await client.login("jane", "wrong")).body.code).toBe("wrong-username-or-password");
  const { options } = (await client.post("/api/auth/passkey-login/options")).body;
  const signed = signInWith(passkey, Object(options).challenge);
  expect((await client.post("/api/auth/passkey-login", { passkey: signed })).status).toBe(200);
  expect(await look(client)).toEqual(calls.map(() => 200));
});

test("only administrators must have one if the operator says so", async () => {
  server.deps.config.requireSecondFactor = "admins";
  expect([await needsIt(), await look(owner)]).toEqual([false, calls.map(() => 200)]);
  sqlOf(server.deps.db).prepare("UPDATE users SET is_admin = ?, has_admin_password = ?").run(1, 1);
  expect([await needsIt(), await look(owner)]).toEqual([true, calls.map(() => 403)]);
  expect((await owner.get("/api/admin/users")).body.code).toBe("second-factor-setup-required");
  await addPasskey();
  expect((await owner.get("/api/admin/users")).status).toBe(200);
});

test("an access token goes on, since it is a credential of its own", async () => {
  const made = await owner.post("/api/tokens", { name: "script", scopes: ["documents:read"] });
  server.deps.config.requireSecondFactor = "all";
  const program = createTestClient(server.origin);
  const answer = await program.get("/api/documents", { authorization: `Bearer ${made.body.token}` });
  expect(answer.status).toBe(200);
});
