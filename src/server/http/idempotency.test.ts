import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { tokenScopes } from "../../../db/columns/accounts.ts";
import { deleteOldAnswers, hashRequest } from "../../features/idempotency/idempotency.service.ts";
import { newAdmin } from "../../testing/test-admin.ts";
import { createTestClient, jane, type TestClient } from "../../testing/test-client.ts";
import { attestFiles, makeFiles } from "../../testing/test-collections.ts";
import {
  formWith,
  newPerson,
  newSender,
  processFile,
  smallPdf,
  startWorkingServer,
  uploadFile,
} from "../../testing/test-documents.ts";
import { newOffice } from "../../testing/test-offices.ts";
import type { TestServer } from "../../testing/test-server.ts";
import { startTestSmtpServer } from "../../testing/test-smtp-server.ts";
import { sqlOf } from "../../testing/test-sql.ts";

setDefaultTimeout(600_000);

let clock = Date.now();
let server: TestServer;
let owner: TestClient;
beforeAll(async () => {
  server = await startWorkingServer({ deps: { now: () => clock } });
  owner = await newPerson(server);
});
afterAll(() => server.stop());

const hour = 3_600_000;
const newKey = () => ({ "idempotency-key": crypto.randomUUID() });
const countRows = (sql: string, ...values: string[]) =>
  Number(
    sqlOf(server.deps.db)
      .prepare(`SELECT count(*) FROM ${sql}`)
      .pluck()
      .get(...values),
  );
const projectsNamed = (name: string) => countRows("projects WHERE name = ?", name);

async function tokenOf(person: TestClient, scopes: readonly string[]) {
  const { body } = await person.post("/api/tokens", { name: "a script", scopes });
  return { id: String(body.id), headers: { authorization: `Bearer ${body.token}` } };
}

test("a repeated request creates nothing twice and gets the first answer for a day", async () => {
  const key = newKey();
  const first = await owner.post("/api/projects", { name: "One" }, key);
  const again = await owner.post("/api/projects", { name: "One" }, key);
  expect([first.status, again.status, again.text]).toEqual([200, 200, first.text]);
  expect([first, again].map(({ headers }) => headers.get("idempotency-replayed"))).toEqual([null, "true"]);
  const quoted = { "idempotency-key": `"${key["idempotency-key"]}"` };
  expect((await owner.post("/api/projects", { name: "One" }, quoted)).text).toBe(first.text);
  expect(projectsNamed("One")).toBe(1);
  clock += 24 * hour;
  expect((await owner.post("/api/projects", { name: "One" }, key)).headers.get("idempotency-replayed")).toBe(
    null,
  );
  expect(projectsNamed("One")).toBe(2);
});

test("the same key with another body, address or file is refused", async () => {
  const key = newKey();
  const { body } = await owner.post("/api/projects", { name: "Two" }, key);
  const upload = (name: string) =>
    owner.send("POST", "/api/documents/upload", { body: formWith(name, smallPdf()), headers: key });
  for (const { status, body: refused } of [
    await owner.post("/api/projects", { name: "Three" }, key),
    await owner.post(`/api/projects/${body.id}/timeline`, { name: "Two" }, key),
    await upload("a.pdf"),
  ])
    expect([status, refused.code]).toEqual([422, "idempotency-key-reused"]);
  expect(projectsNamed("Three")).toBe(0);
});

test("an upload that is sent again is stored once, whatever the boundary of its form", async () => {
  const key = newKey();
  const send = (name: string) =>
    owner.send("POST", "/api/documents/upload", { body: formWith(name, smallPdf()), headers: key });
  const first = await send("once.pdf");
  expect([first.status, (await send("once.pdf")).text]).toEqual([200, first.text]);
  expect(countRows("documents WHERE original_name = ?", "once.pdf")).toBe(1);
  expect((await send("other.pdf")).body.code).toBe("idempotency-key-reused");
});

test("of requests that arrive together, one runs and the others are asked to wait or get its answer", async () => {
  const key = newKey();
  const sent = Array.from({ length: 8 }, () => owner.post("/api/projects", { name: "Together" }, key));
  for (const { status, body, headers } of await Promise.all(sent)) {
    if (status === 200) continue;
    expect([status, body.code]).toEqual([409, "idempotency-key-in-use"]);
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
  }
  expect(projectsNamed("Together")).toBe(1);
});

test("after a server died between the effect and its answer, a repeated call does not spend again [threat H17]", async () => {
  const key = newKey();
  const request = { name: "Died" };
  const ask = () => owner.post("/api/projects", request, key);
  await ask();
  // What the database says if the machine dies at that moment: the effect, a key that is taken, and no answer.
  sqlOf(server.deps.db).prepare("UPDATE idempotent_calls SET status = NULL, answer = NULL").run();
  const soon = await ask();
  expect([soon.status, soon.body.code]).toEqual([409, "idempotency-key-in-use"]);
  clock += 150_000;
  const late = await ask();
  expect([late.status, late.body.code]).toEqual([409, "idempotency-outcome-unknown"]);
  expect(late.headers.get("retry-after")).toBe(null);
  expect(projectsNamed("Died")).toBe(1);
});

test("a key of another account opens no answer, not even to an administrator [threat C16]", async () => {
  const key = newKey();
  const first = await owner.post("/api/projects", { name: "Mine" }, key);
  for (const stranger of [await newPerson(server), await newAdmin(server, "keys")]) {
    const { status, body, headers } = await stranger.post("/api/projects", { name: "Mine" }, key);
    expect([status, headers.get("idempotency-replayed")]).toEqual([200, null]);
    expect(body.id).not.toBe(first.body.id);
  }
  expect((await createTestClient(server.origin).post("/api/projects", { name: "Mine" }, key)).status).toBe(
    401,
  );
});

test("what is stored about a request tells no one who guesses its password that the guess is right [threat C47]", async () => {
  const office = await newOffice(server);
  const sent = { role: "owner", currentPassword: jane.password };
  expect((await office.owner.post("/api/office/invitations", sent, newKey())).status).toBe(200);
  const [stored] = sqlOf(server.deps.db)
    .prepare("SELECT request_sha256 FROM idempotent_calls WHERE user_id = ?")
    .pluck()
    .all(office.id);
  const parts = ["POST", "/api/office/invitations", sent];
  const guess = new Bun.CryptoHasher("sha256").update(JSON.stringify(parts)).digest("hex");
  expect(stored).not.toBe(guess);
  expect(stored).toBe(hashRequest(server.deps, ...parts));
  const otherKey = { counterKey: { secret: new Uint8Array(32) } };
  expect(stored).not.toBe(hashRequest(otherKey, ...parts));
});

test("a key opens no answer to a token that was revoked or lacks the scope [threat C17]", async () => {
  const key = newKey();
  const visitor = createTestClient(server.origin);
  const maker = await tokenOf(owner, ["projects:write"]);
  const lacking = await tokenOf(owner, ["webhooks:write"]);
  const ask = (headers: Record<string, string>) =>
    visitor.post("/api/projects", { name: "By a program" }, { ...headers, ...key });
  const first = await ask(maker.headers);
  expect(first.status).toBe(200);
  const { status, text } = await ask(lacking.headers);
  expect([status, text.includes(String(first.body.id))]).toEqual([403, false]);
  await owner.send("DELETE", `/api/tokens/${maker.id}`);
  expect((await ask(maker.headers)).status).toBe(401);
  const other = await tokenOf(owner, ["projects:write"]);
  expect((await ask(other.headers)).text).toBe(first.text);
});

test("a secret that is shown once is not kept, and the call is not made again", async () => {
  const key = newKey();
  const wish = { name: "secret", scopes: tokenScopes };
  const { status, body } = await owner.post("/api/tokens", wish, key);
  expect(status).toBe(200);
  const again = await owner.post("/api/tokens", wish, key);
  expect([again.status, again.body.code]).toEqual([409, "idempotency-answer-not-kept"]);
  const rows = JSON.stringify(sqlOf(server.deps.db).prepare("SELECT * FROM idempotent_calls").all());
  expect(rows).not.toContain(String(body.token).split("_")[2] ?? "");
  expect(rows).not.toContain(key["idempotency-key"]);
  expect(countRows("access_tokens WHERE name = ?", "secret")).toBe(1);
});

test("a refusal is kept unless it asks to try again", async () => {
  const key = newKey();
  const refused = await owner.post("/api/projects", { name: "" }, key);
  expect([refused.status, (await owner.post("/api/projects", { name: "" }, key)).text]).toEqual([
    400,
    refused.text,
  ]);

  const generous = server.deps.config.rateLimitFactor;
  server.deps.config.rateLimitFactor = 0.000_001;
  const tooMany = newKey();
  const wish = { name: "limited", note: "" };
  await owner.post("/api/projects", wish, newKey());
  const limited = await owner.post("/api/projects", wish, tooMany);
  server.deps.config.rateLimitFactor = generous;
  expect(limited.status).toBe(429);
  expect((await owner.post("/api/projects", wish, tooMany)).status).toBe(200);
});

test("a collection that waits for its stamp is stored once, even if its request is repeated", async () => {
  const person = await newPerson(server);
  const key = newKey();
  const files = makeFiles(2);
  const list = { title: "Waiting", files };
  for (const _ of [1, 2, 3]) await attestFiles(person, files);
  const first = await person.post("/api/collections", list, key);
  const again = await person.post("/api/collections", list, key);
  expect([first.status, again.status, again.text]).toEqual([402, 402, first.text]);
  expect(countRows("documents WHERE original_name = ?", "Waiting")).toBe(1);
});

test("a collection that was stored before the database failed is stored once, and the error says which it is", async () => {
  const person = await newPerson(server);
  const key = newKey();
  const list = { title: "Interrupted", files: makeFiles(2) };
  const { db } = server.deps;
  sqlOf(db).exec("ALTER TABLE jobs RENAME TO jobs_elsewhere");
  const first = await person.post("/api/collections", list, key);
  sqlOf(db).exec("ALTER TABLE jobs_elsewhere RENAME TO jobs");
  const again = await person.post("/api/collections", list, key);
  expect([first.status, again.status, again.text]).toEqual([500, 500, first.text]);
  const { collection } = Object(first.body.params);
  expect((await person.get(`/api/collections/${collection}`)).body).toMatchObject({ title: "Interrupted" });
  expect(countRows("documents WHERE original_name = ?", "Interrupted")).toBe(1);
});

test("an email that the mail server refused is not sent again by a repeated request", async () => {
  const smtp = await startTestSmtpServer({ onRecipient: () => "550 No such user" });
  const mailing = await startWorkingServer({ config: { smtpUrl: smtp.url } });
  try {
    const sender = await newSender(mailing, "jane@example.org");
    const { id } = await uploadFile(sender, "lease.pdf", smallPdf());
    await processFile(sender, id);
    const key = newKey();
    const mail = { email: "smith@example.org" };
    const first = await sender.post(`/api/documents/${id}/email`, mail, key);
    const again = await sender.post(`/api/documents/${id}/email`, mail, key);
    expect([first.status, first.body.code]).toEqual([503, "mail-refused"]);
    expect([again.status, again.text]).toEqual([503, first.text]);
    const count = sqlOf(mailing.deps.db).prepare("SELECT count(*) FROM mails WHERE recipient = ?").pluck();
    expect(count.get(mail.email)).toBe(1);
  } finally {
    await mailing.stop();
    await smtp.stop();
  }
});

test("a key that is empty, too long or not printable is refused", async () => {
  for (const key of ['""', "x".repeat(256), "a b", 'a"b'])
    expect([
      key,
      (await owner.post("/api/projects", { name: "x" }, { "idempotency-key": key })).body.code,
    ]).toEqual([key, "idempotency-key-invalid"]);
});

test("answers are deleted after a day, and with the account", async () => {
  await owner.post("/api/projects", { name: "Swept" }, newKey());
  expect(countRows("idempotent_calls")).toBeGreaterThan(0);
  clock += 24 * hour;
  await deleteOldAnswers(server.deps);
  expect(countRows("idempotent_calls")).toBe(0);
  const leaving = await newPerson(server);
  await leaving.post("/api/projects", { name: "Leaving" }, newKey());
  const { username } = (await leaving.get("/api/auth/me")).body;
  const id = String(
    sqlOf(server.deps.db).prepare("SELECT id FROM users WHERE username = ?").pluck().get(username),
  );
  const admin = await newAdmin(server, "erases");
  expect((await admin.send("DELETE", `/api/admin/users/${id}`)).status).toBe(200);
  expect(countRows("idempotent_calls WHERE user_id = ?", id)).toBe(0);
});
