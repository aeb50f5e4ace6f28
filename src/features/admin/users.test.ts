import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { sqliteOf } from "../../../db/client.ts";
import { auditOf, newAdmin } from "../../testing/test-admin.ts";
import { createTestClient, type TestClient } from "../../testing/test-client.ts";
import {
  filesIn,
  formWith,
  newPerson,
  processFile,
  smallPdf,
  startWorkingServer,
  untilFinished,
  uploadFile,
} from "../../testing/test-documents.ts";
import type { TestServer } from "../../testing/test-server.ts";
import { until } from "../../testing/test-waiting.ts";
import type { AdminUserView } from "./admin.output.schema.ts";

setDefaultTimeout(600_000);

let server: TestServer;
let admin: TestClient;
beforeAll(async () => {
  server = await startWorkingServer();
  admin = await newAdmin(server);
});
afterAll(() => server.stop());

async function users(): Promise<AdminUserView[]> {
  return JSON.parse((await admin.get("/api/admin/users")).text);
}
async function userOf(client: TestClient): Promise<AdminUserView> {
  const { username } = (await client.get("/api/auth/me")).body;
  const user = (await users()).find((one) => one.username === username);
  if (!user) throw new Error(`There is no user ${username}.`);
  return user;
}
const remove = (id: string, by = admin) => by.send("DELETE", `/api/admin/users/${id}`);
const rowOf = (id: string) => sqliteOf(server.deps.db).prepare("SELECT * FROM users WHERE id = ?").get(id);

test("admin: the list of users has the fields of the specification, newest first [spec 2 users-list] [spec 7 admin-users]", async () => {
  const person = createTestClient(server.origin);
  await person.register({ username: "ann", email: "ann@example.org", firstName: "Ann", lastName: "Lee" });
  const [newest] = await users();
  expect(newest).toEqual({
    id: expect.any(String),
    username: "ann",
    firstName: "Ann",
    lastName: "Lee",
    email: "ann@example.org",
    isAdmin: false,
    isOffice: false,
    createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
    lastLoginAt: expect.stringMatching(/^\d{4}-.*Z$/),
    subscriptionPlan: "trial",
    subscriptionStatus: "none",
    freeCredits: 0,
  });
  expect((await users()).find(({ username }) => username === "boss")?.isAdmin).toBe(true);
});

test("admin: the list of users is paged without duplicates, even after the last user on a page is deleted [spec 2 admin-lists]", async () => {
  for (const username of ["one", "two", "three", "four", "five"]) {
    await createTestClient(server.origin).register({ username });
  }
  const part = async (query: string): Promise<AdminUserView[]> =>
    JSON.parse((await admin.get(`/api/admin/users?limit=2${query}`)).text);
  const first = await part("");
  expect(first.map(({ username }) => username)).toEqual(["five", "four"]);
  await remove(first[1]?.id ?? "");
  const second = await part(`&cursor=${first[1]?.id}`);
  expect(second.map(({ username }) => username)).toEqual(["three", "two"]);
  const all = await users();
  const rest: AdminUserView[] = JSON.parse(
    (await admin.get(`/api/admin/users?cursor=${second[1]?.id}`)).text,
  );
  expect(rest).toEqual(all.slice(3));
  expect((await admin.get("/api/admin/users?limit=1001")).status).toBe(400);
  expect((await admin.get("/api/admin/users?cursor=nobody")).status).toBe(404);
});

test("users: a deleted account is signed out everywhere, cannot log in and leaves the list [spec 4 deletion-soft] [spec 7 admin-delete-user] [threat A16]", async () => {
  const person = createTestClient(server.origin);
  await person.register({ username: "leaver" });
  const elsewhere = createTestClient(server.origin);
  await elsewhere.login("leaver");
  const { id } = await userOf(person);
  expect((await remove(id)).body).toEqual({ success: true });
  expect([(await person.get("/api/auth/me")).status, (await elsewhere.get("/api/auth/me")).status]).toEqual([
    401, 401,
  ]);
  expect((await createTestClient(server.origin).login("leaver")).status).toBe(401);
  expect((await users()).some((user) => user.id === id)).toBe(false);
  expect((await createTestClient(server.origin).register({ username: "Leaver" })).status).toBe(409);
});

test("users: the names, address and password of a deleted account are erased, and its referral code stops working [spec 4 deletion-anonymized] [threat A16]", async () => {
  const person = createTestClient(server.origin);
  await person.register({ username: "forget-me", email: "forget@example.org" });
  const { referralCode } = (await person.post("/api/referral/generate")).body;
  const { id } = await userOf(person);
  await remove(id);
  expect(rowOf(id)).toMatchObject({
    username: `deleted-${id}`,
    password_hash: "",
    email: null,
    first_name: null,
    last_name: null,
    referral_code: null,
    is_deleted: 1,
  });
  const applied = await (await newPerson(server)).post("/api/referral/apply", { referralCode });
  expect(applied.status).toBe(400);
});

test("users: documents of a deleted account are anonymized and stay verifiable without a name [spec 4 deletion-anonymized] [threat A16]", async () => {
  const person = await newPerson(server, "Zoë", "Quill");
  const config = { otherParties: "Omar Vance", originalDate: "2020" };
  const uploaded = await uploadFile(person, "Zoë Quill.PDF");
  const { id, serialNumber, sha256, stampedSha256 } = await processFile(person, uploaded.id, config);
  const visitor = createTestClient(server.origin);
  expect((await visitor.get(`/api/verify/${serialNumber}`)).body.clientName).toBe("Zoë Quill");
  await remove((await userOf(person)).id);
  const verified = await visitor.get(`/api/verify/${serialNumber}`);
  expect([verified.status, verified.body.serialNumber]).toEqual([200, serialNumber]);
  expect(verified.body).not.toHaveProperty("clientName");
  expect(verified.body).not.toHaveProperty("attestation");
  expect(verified.body).toMatchObject({
    documentName: "name-removed.pdf",
    originalSha256: sha256,
    stampedSha256,
  });
  const row = sqliteOf(server.deps.db).prepare("SELECT * FROM documents WHERE id = ?").get(id);
  expect(JSON.stringify(row)).not.toMatch(/Zoë|Quill|Omar/);
  const [found] = JSON.parse((await admin.get(`/api/admin/documents/search?serial=${serialNumber}`)).text);
  expect(found).toMatchObject({ username: null, userEmail: null, userFirstName: null, userLastName: null });
});

test("work in progress is finished when its account is deleted, and the result contains no name [threat A16]", async () => {
  const person = await newPerson(server, "Rita", "Moss");
  const user = await userOf(person);
  const { id } = await uploadFile(person, "Rita Moss, lease.pdf");
  const { workers } = server.deps;
  const run = workers.run.bind(workers);
  workers.run = async (...task) => {
    const output = await run(...task);
    if (task[0] === "stamp") await remove(user.id);
    return output;
  };
  await person.post(`/api/documents/${id}/process`, { otherParties: "Omar Vance" });
  const $client = sqliteOf(server.deps.db);
  const status = () => $client.prepare("SELECT status FROM documents WHERE id = ?").pluck().get(id);
  await until("the document is finished", () => status() !== "processing");
  workers.run = run;
  expect(status()).toBe("completed");
  const attestation = $client
    .prepare("SELECT attestation FROM certificates WHERE document_id = ?")
    .pluck()
    .get(id);
  const payload = Buffer.from(String(attestation).split(".")[1] ?? "", "base64url").toString();
  expect(JSON.parse(payload)).not.toHaveProperty("client");
  const row = $client.prepare("SELECT * FROM documents WHERE id = ?").get(id);
  expect(JSON.stringify([row, payload])).not.toMatch(/Rita|Moss|Omar/);
});

/** A body whose first part is sent immediately, and whose last part is sent when `finish` is called. */
function slowBody(bytes: Uint8Array) {
  const half = Math.floor(bytes.length / 2);
  let finish = () => {};
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(bytes.subarray(0, half));
      finish = () => {
        controller.enqueue(bytes.subarray(half));
        controller.close();
      };
    },
  });
  return { body, finish: () => finish() };
}

test("an upload still in progress when its account is deleted is refused, and nothing of it is stored [threat A16]", async () => {
  const person = await newPerson(server);
  const user = await userOf(person);
  const { dataDir } = server.deps.config;
  const rows = "SELECT (SELECT count(*) FROM documents), (SELECT count(*) FROM support_tickets)";
  const files = () => filesIn(dataDir).filter((name) => !name.includes("warm-up"));
  const kept = () => [files().toSorted(), sqliteOf(server.deps.db).prepare(rows).get()];
  const before = kept();
  const form = new Response(formWith("late.pdf", smallPdf()));
  const type = form.headers.get("content-type") ?? "";
  const ticket = { email: "a@b.example", subject: "Help", message: "I am stuck.", category: "general" };
  const bodies = [
    ["/api/documents/upload", type, slowBody(new Uint8Array(await form.arrayBuffer()))],
    ["/api/support/ticket", "application/json", slowBody(Buffer.from(JSON.stringify(ticket)))],
    ["/api/trpc/support.submit", "application/json", slowBody(Buffer.from(JSON.stringify(ticket)))],
  ] as const;
  const answers = bodies.map(([path, contentType, { body }]) =>
    person.send("POST", path, { body, headers: { "content-type": contentType } }),
  );
  const isUnderWay = () => files().some((name) => name.startsWith("tmp/"));
  await until("the upload is under way", isUnderWay);
  // This later request was answered, so the server has read the start of the others.
  expect((await person.get("/api/auth/me")).status).toBe(200);
  await remove(user.id);
  for (const [, , { finish }] of bodies) finish();
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([401, 401, 401]);
  expect(kept()).toEqual(before);
});

test("links in mails about a deleted account and its documents no longer work", async () => {
  const person = await newPerson(server);
  const user = await userOf(person);
  const { id } = await uploadFile(person);
  await untilFinished(person, id);
  const link = sqliteOf(server.deps.db).prepare(
    "INSERT INTO secret_links (token_hash, purpose, subject, expires_at) VALUES (?, ?, ?, ?)",
  );
  const later = Date.now() + 3_600_000;
  link.run("a".repeat(64), "password-reset", user.id, later);
  link.run("b".repeat(64), "shared-document", id, later);
  await remove(user.id);
  expect(
    sqliteOf(server.deps.db)
      .prepare("SELECT count(*) FROM secret_links WHERE subject IN (?, ?)")
      .pluck()
      .get(user.id, id),
  ).toBe(0);
});

test("users: an admin account cannot be deleted, not even by itself; nothing changes [spec 4 deletion-admin] [threat C4]", async () => {
  const other = await newAdmin(server, "second-boss");
  const [self, second] = [await userOf(admin), await userOf(other)];
  const refusals = [await remove(second.id), await remove(self.id)];
  expect(refusals.map(({ status, body }) => [status, body.message])).toEqual([
    [403, "Admin accounts cannot be deleted."],
    [403, "You cannot delete your own account."],
  ]);
  expect((await other.get("/api/auth/me")).status).toBe(200);
  expect(rowOf(second.id)).toMatchObject({ is_deleted: 0 });
});

test("a deletion that fails halfway changes nothing [threat A16]", async () => {
  const person = await newPerson(server, "Halina", "Wolf");
  const { id } = await userOf(person);
  const $client = sqliteOf(server.deps.db);
  const before = rowOf(id);
  $client.exec(
    "CREATE TRIGGER fault BEFORE INSERT ON audit_log BEGIN SELECT RAISE(ABORT, 'the disk is gone'); END",
  );
  const answer = await remove(id);
  $client.exec("DROP TRIGGER fault");
  expect(answer.status).toBe(500);
  expect(rowOf(id)).toEqual(before);
  expect((await person.get("/api/auth/me")).body.firstName).toBe("Halina");
  expect((await remove(id)).status).toBe(200);
  expect((await person.get("/api/auth/me")).status).toBe(401);
});

test("users: a deletion cannot be undone or repeated, and is recorded without the person's data [spec 4 deletion-final]", async () => {
  const person = createTestClient(server.origin);
  await person.register({ username: "once", email: "once@example.org" });
  const { id } = await userOf(person);
  await remove(id);
  expect((await remove(id)).status).toBe(404);
  expect(auditOf(server, id)).toEqual([
    { action: "user.deleted", actor: "boss", subject: id, detail: { documents: 0 } },
  ]);
});

test("a user cannot list or delete users, grant credits or read the audit log [spec 6 admin-users]", async () => {
  const person = await newPerson(server);
  const { id } = await userOf(person);
  const answers = [
    await person.get("/api/admin/users"),
    await remove(id, person),
    await person.post("/api/admin/grant-credits", { userEmail: "a@b.example", credits: 5 }),
    await person.get("/api/admin/audit-log"),
    await person.post("/api/trpc/admin.removeUser", { id }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
  expect(rowOf(id)).toMatchObject({ is_deleted: 0 });
});

test("users are found by part of their name, address or username", async () => {
  const person = createTestClient(server.origin);
  await person.register({ username: "quincy-found", email: "q.found@example.org", lastName: "Underwood" });
  const found = async (term: string) => {
    const list: AdminUserView[] = JSON.parse((await admin.get(`/api/admin/users?search=${term}`)).text);
    return list.map(({ username }) => username);
  };
  for (const term of ["QUINCY-f", "q.found@", "underwoo", "jane underwood", "underwood found@"])
    expect(await found(term)).toEqual(["quincy-found"]);
  expect(await found("nobody-like-that")).toEqual([]);
});
