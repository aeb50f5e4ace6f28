import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { transaction } from "../../../db/transaction.ts";
import { runHousekeeping } from "../../server/housekeeping.ts";
import { newAdmin } from "../../testing/test-admin.ts";
import { assertIntegrity } from "../../testing/test-assert-integrity.ts";
import { createTestClient, jane, type TestClient } from "../../testing/test-client.ts";
import {
  newPerson,
  newSender,
  processFile,
  startWorkingServer,
  untilFinished,
  uploadFile,
} from "../../testing/test-documents.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";
import { startTestSmtpServer, type TestSmtpServer } from "../../testing/test-smtp-server.ts";
import { sqlOf } from "../../testing/test-sql.ts";
import { until } from "../../testing/test-waiting.ts";
import { tell } from "../accounts/owner-notices.service.ts";
import { plans } from "../billing/plans.ts";
import type { NoticeView } from "./notices.output.schema.ts";
import { addNotice } from "./notices.service.ts";

setDefaultTimeout(600_000);

const day = 86_400_000;
let ahead = 0;
let server: TestServer;
let smtp: TestSmtpServer;
let admin: TestClient;
beforeAll(async () => {
  smtp = await startTestSmtpServer();
  server = await startWorkingServer({
    config: { smtpUrl: smtp.url },
    deps: { now: () => Date.now() + ahead },
  });
  admin = await newAdmin(server);
});
afterAll(async () => {
  await assertIntegrity(server.deps.config.dataDir, server.deps.now);
  await server.stop();
  await smtp.stop();
});

const broken = new TextEncoder().encode("%PDF-1.7\nthis is not the rest of a PDF");
const usernameOf = async (person: TestClient) => String((await person.get("/api/auth/me")).body.username);
const idOf = async (person: TestClient) =>
  String(
    sqlOf(server.deps.db)
      .prepare("SELECT id FROM users WHERE username = ?")
      .pluck()
      .get(await usernameOf(person)),
  );
const read = async (person: TestClient): Promise<NoticeView[]> =>
  JSON.parse((await person.get("/api/notices?limit=200")).text);
const kinds = async (person: TestClient) => (await read(person)).map(({ kind }) => kind);
/** The subjects of the emails that were queued for a person, oldest first. */
const mailsOf = async (person: TestClient) =>
  sqlOf(server.deps.db)
    .prepare("SELECT subject FROM mails WHERE user_id = ? ORDER BY created_at")
    .pluck()
    .all(await idOf(person));
const rows = (where: string, ...values: unknown[]) =>
  sqlOf(server.deps.db)
    .prepare(`SELECT count(*) FROM notices WHERE ${where}`)
    .pluck()
    .get(...values);

/** Milliseconds since 1970 in a UUID of version 7 (RFC 9562, 5.7). */
const timeIn = (id: string) => Number.parseInt(id.replace("-", "").slice(0, 12), 16);

async function failDocument(person: TestClient, name = "broken.pdf"): Promise<string> {
  const { id } = await uploadFile(person, name, broken);
  expect((await processFile(person, id)).status).toBe("error");
  return id;
}

test("notices are in the order of the time that all servers share, not of each server's own clock", async () => {
  const person = await newPerson(server);
  const userId = await idOf(person);
  ahead = -10 * day;
  await transaction(server.deps, (deps) => addNotice(deps, userId, { kind: "plan-used-up" }));
  ahead = 0;
  const [notice] = await read(person);
  expect(timeIn(notice?.id ?? "")).toBe(Date.parse(notice?.createdAt ?? ""));
});

test("a person whose document fails is told which one, and no longer when it is started again or deleted", async () => {
  const person = await newPerson(server);
  const id = await failDocument(person);
  expect(await read(person)).toMatchObject([
    {
      kind: "document-failed",
      isRead: false,
      office: null,
      document: { id, name: "broken.pdf", kind: "document" },
    },
  ]);
  await person.post(`/api/documents/${id}/process`);
  await untilFinished(person, id);
  expect((await read(person)).map(({ isRead }) => isRead)).toEqual([false, true]);
  expect((await person.send("DELETE", `/api/documents/${id}`)).status).toBe(200);
  expect(await read(person)).toEqual([]);
});

test("the person who uses the last document of a plan is told once, not at each refusal", async () => {
  const person = await newPerson(server);
  const free = plans.trial.documentLimit ?? 0;
  for (let number = 1; number <= free; number += 1) {
    expect(await kinds(person)).toEqual([]);
    await processFile(person, (await uploadFile(person)).id);
  }
  expect(await kinds(person)).toEqual(["plan-used-up"]);
  expect((await person.post(`/api/documents/${(await uploadFile(person)).id}/process`)).status).toBe(402);
  expect(await kinds(person)).toEqual(["plan-used-up"]);
});

test("the author of a ticket is told of its answer, by email, too, unless they chose otherwise", async () => {
  const person = await newSender(server, "tess@example.org");
  const ask = async () =>
    (
      await person.post("/api/support/ticket", {
        email: "tess@example.org",
        subject: "Lease",
        message: "It is stuck.",
      })
    ).body.id;
  const answer = (id: unknown) =>
    admin.send("PATCH", `/api/support/tickets/${id}`, {
      body: JSON.stringify({ status: "in_progress", answer: "We are looking." }),
      headers: { "content-type": "application/json" },
    });
  const id = await ask();
  expect((await answer(id)).status).toBe(200);
  expect(await read(person)).toMatchObject([{ kind: "ticket-answered", ticket: { id, subject: "Lease" } }]);
  expect(await mailsOf(person)).toEqual(["Re: Lease"]);
  await choose(person, "ticket-answered", false);
  const other = await ask();
  expect((await answer(other)).status).toBe(200);
  expect(await kinds(person)).toEqual(["ticket-answered", "ticket-answered"]);
  expect(await mailsOf(person)).toEqual(["Re: Lease"]);
  expect((await admin.send("DELETE", `/api/support/tickets/${id}`)).status).toBe(200);
  expect((await read(person)).map(({ ticket }) => ticket?.id)).toEqual([String(other)]);
});

async function choose(person: TestClient, kind: NoticeView["kind"], isMailed: boolean): Promise<void> {
  const { status, body } = await change(person, { [kind]: isMailed });
  expect([status, body[kind]]).toEqual([200, isMailed]);
}

const change = (person: TestClient, choices: object) =>
  person.send("PATCH", "/api/notices/mails", {
    body: JSON.stringify(choices),
    headers: { "content-type": "application/json" },
  });

test("a person chooses for each kind whether it is mailed, too; at first, answers and new sign-ins are", async () => {
  const person = await newPerson(server);
  const mails = async () => (await person.get("/api/notices/mails")).body;
  const first = {
    "document-failed": false,
    "plan-used-up": false,
    "seats-changed": true,
    "domain-lost": true,
    "ticket-answered": true,
    "project-acknowledged": false,
    "new-sign-in": true,
  };
  expect(await mails()).toEqual(first);
  await change(person, { "document-failed": true, "new-sign-in": false });
  await change(person, { "new-sign-in": true });
  expect(await mails()).toEqual({ ...first, "document-failed": true });
  expect((await change(person, { "document-failed": "yes" })).status).toBe(400);
  expect((await change(person, { "no-such-kind": true })).body).toEqual({
    ...first,
    "document-failed": true,
  });
});

test("notices are listed page by page, newest first, and read one by one or all that were seen", async () => {
  const person = await newPerson(server);
  const id = await idOf(person);
  const add = (browser: string) => addNotice(server.deps, id, { kind: "new-sign-in", browser });
  for (const browser of ["A", "B", "C"]) await add(browser);
  const first = await person.get("/api/notices?limit=2");
  const next = /<([^>]+)>; rel="next"/.exec(first.headers.get("link") ?? "")?.[1] ?? "";
  const second = await person.get(new URL(next, server.origin).href.slice(server.origin.length));
  const pages: NoticeView[][] = [first, second].map(({ text }) => JSON.parse(text));
  expect(pages.map((page) => page.map(({ browser }) => browser))).toEqual([["C", "B"], ["A"]]);
  const unread = async () => (await person.get("/api/notices/unread")).body.unread;
  expect(await unread()).toBe(3);
  const [newest, older] = pages[0] ?? [];
  expect((await person.post(`/api/notices/${older?.id}/read`)).status).toBe(200);
  expect(await unread()).toBe(2);
  // One that came since the page was loaded stays unread.
  await add("D");
  expect((await person.post("/api/notices/read", { upTo: newest?.id })).status).toBe(200);
  expect((await read(person)).map(({ browser, isRead }) => [browser, isRead])).toEqual([
    ["D", false],
    ["C", true],
    ["B", true],
    ["A", true],
  ]);
});

test("no one sees, counts or marks the notices of another account, nor does a program with a token [threat C36]", async () => {
  const [person, other] = [await newPerson(server), await newPerson(server)];
  await addNotice(server.deps, await idOf(person), { kind: "new-sign-in", browser: "Firefox" });
  const [notice] = await read(person);
  expect((await other.get("/api/notices")).text).toBe("[]");
  expect((await other.get("/api/notices/unread")).body).toEqual({ unread: 0 });
  const refused = await other.post(`/api/notices/${notice?.id}/read`);
  expect([refused.status, refused.body.code]).toEqual([404, "notice-not-found"]);
  await other.post("/api/notices/read", { upTo: notice?.id });
  await change(other, { "new-sign-in": false });
  expect((await read(person)).map(({ isRead }) => isRead)).toEqual([false]);
  expect((await person.get("/api/notices/mails")).body).toMatchObject({ "new-sign-in": true });
  const token = await person.post("/api/tokens", { name: "x", scopes: ["account:read", "documents:read"] });
  const program = createTestClient(server.origin);
  const bearer = { authorization: `Bearer ${token.body.token}` };
  expect((await program.get("/api/notices", bearer)).body.code).toBe("session-required");
  expect((await program.get("/api/notices")).status).toBe(401);
});

test("a failed document is mailed to people who chose that, with its name, which no subject has", async () => {
  const person = await newSender(server, "fay@example.org");
  await choose(person, "document-failed", true);
  const id = await failDocument(person, "will of Fay.pdf");
  expect(await mailsOf(person)).toEqual(["Attestamp: a document could not be stamped"]);
  const text = await untilMailed("fay@example.org");
  // A name in an email is never a link.
  expect(text.replaceAll("\u2060", "")).toContain("“will of Fay.pdf” could not be stamped.");
  expect(text).toContain(`/?document=${id}`);
});

/** The text of the first email to this address. */
async function untilMailed(address: string): Promise<string> {
  const find = async () =>
    (await smtp.untilReceived(0)).find(({ recipients }) => recipients.includes(address));
  await until(`a mail to ${address}`, async () => (await find()) !== undefined);
  return (await find())?.mail.text ?? "";
}

test("an email that quotes names does not go to an address that no one confirmed; the notice is there [threat A21]", async () => {
  const person = await newSender(server, "una@example.org");
  await choose(person, "document-failed", true);
  sqlOf(server.deps.db)
    .prepare("UPDATE users SET email_confirmed_at = NULL, email_key = NULL WHERE email = 'una@example.org'")
    .run();
  await failDocument(person, "buy now.pdf");
  expect(await kinds(person)).toEqual(["document-failed"]);
  expect(await mailsOf(person)).toEqual([]);
});

test("the owner is told of a sign-in in a new browser, also by email, but not of one in a known browser or of the first [threat C37]", async () => {
  const person = await newSender(server, "sid@example.org");
  const username = await usernameOf(person);
  expect((await person.login(username)).status).toBe(200);
  expect(await read(person)).toEqual([]);
  const elsewhere = createTestClient(server.origin);
  const firefox = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0" };
  expect((await elsewhere.login(username, "wrong horse", firefox)).status).toBe(401);
  expect(await read(person)).toEqual([]);
  expect((await elsewhere.login(username, jane.password, firefox)).status).toBe(200);
  expect((await elsewhere.login(username, jane.password, firefox)).status).toBe(200);
  expect(await read(person)).toMatchObject([{ kind: "new-sign-in", browser: "Firefox", system: "Linux" }]);
  expect(await mailsOf(person)).toEqual(["Attestamp: a new sign-in to your account"]);
  const text = await untilMailed("sid@example.org");
  expect(text).toContain("with a browser that was not used for it before: Firefox on Linux.");
  expect(text).toContain("/forgot-password");
});

test("the email about a sign-in is in the owner's language, and does not come if they chose so", async () => {
  const person = await newSender(server, "sol@example.org");
  const username = await usernameOf(person);
  await person.post("/api/auth/language", { language: "es" });
  sqlOf(server.deps.db).prepare("UPDATE users SET language = 'es' WHERE username = ?").run(username);
  await createTestClient(server.origin).login(username);
  expect(await untilMailed("sol@example.org")).toContain("ha iniciado sesión en su cuenta");
  await choose(person, "new-sign-in", false);
  await createTestClient(server.origin).login(username);
  expect(await kinds(person)).toEqual(["new-sign-in", "new-sign-in"]);
  expect(await mailsOf(person)).toHaveLength(1);
});

test("a program that logs in without cookies causes one email a day from its address, and a notice each time [threat C37]", async () => {
  const strict = await startTestServer({ config: { rateLimitFactor: 1, smtpUrl: smtp.url } });
  const person = await newSender(strict, "bot@example.org");
  const username = String((await person.get("/api/auth/me")).body.username);
  const logIn = async (agent: string) =>
    (await createTestClient(strict.origin).login(username, jane.password, { "user-agent": agent })).status;
  const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0";
  for (const agent of ["curl/8.1", "curl/8.1", "curl/8.2", firefox]) expect(await logIn(agent)).toBe(200);
  const mails = sqlOf(strict.deps.db)
    .prepare("SELECT count(*) FROM mails WHERE subject = 'Attestamp: a new sign-in to your account'")
    .pluck();
  expect([mails.get(), (await person.get("/api/notices/unread")).body.unread]).toEqual([2, 4]);
  await strict.stop();
});

test("the person who shared a project is told who acknowledged it", async () => {
  const person = await newSender(server, "ada@example.org");
  const { id, token, list } = await askFor(person, "reader-1@example.org");
  expect(await read(person)).toEqual([]);
  const answer = await createTestClient(server.origin).post("/api/share/acknowledge", {
    token,
    name: "Rea Reader",
    list,
  });
  expect([answer.status, answer.status === 200 ? "" : answer.text]).toEqual([200, ""]);
  expect(await read(person)).toMatchObject([
    { kind: "project-acknowledged", project: { id, name: "Roof" }, acknowledgedBy: "Rea Reader" },
  ]);
  expect((await person.send("DELETE", `/api/projects/${id}`)).status).toBe(200);
  expect(await read(person)).toEqual([]);
});

/** Asks someone to acknowledge a project with one document. */
async function askFor(person: TestClient, reader: string) {
  const project = await person.post("/api/projects", { name: "Roof" });
  const id = String(project.body.id);
  const document = await uploadFile(person);
  await processFile(person, document.id);
  await person.post(`/api/projects/${id}/entries`, { ids: [document.id] });
  expect((await person.post(`/api/projects/${id}/acknowledgements`, { email: reader })).status).toBe(200);
  const token = /\/share#([\w-]{43})/.exec(await untilMailed(reader))?.[1] ?? "";
  const opened = await createTestClient(server.origin).post("/api/share/open", { token });
  return { id, token, list: JSON.parse(opened.text).project.list };
}

/** An office that has paid for three documents, with its owner and a member, who both act for it. */
async function newOffice() {
  const [owner, member] = [await newPerson(server), await newPerson(server, "Max", "Member")];
  const office = String((await owner.post("/api/offices", { name: "Doe & Partners" })).body.id);
  await owner.post("/api/offices/switch", { id: office });
  sqlOf(server.deps.db)
    .prepare(
      `INSERT INTO purchases (id, user_id, plan, amount, stamps, state, payment_intent, created_at, settled_at)
       VALUES (?, ?, 'smallbundle', 1999, 3, 'paid', ?, 1, 1)`,
    )
    .run(office, office, `pi_${office}`);
  const { body } = await owner.post("/api/office/invitations", {
    role: "member",
    currentPassword: jane.password,
  });
  await member.post("/api/invitations/accept", { token: String(body.url).split("#")[1] });
  await member.post("/api/offices/switch", { id: office });
  return { owner, member, office };
}

test("in an office, the member who started a document is told that it failed, whatever they act for now; no one else is [threat C36]", async () => {
  const { owner, member, office } = await newOffice();
  const id = await failDocument(member);
  expect(await kinds(owner)).toEqual([]);
  const told = [
    { kind: "document-failed", office: { id: office, name: "Doe & Partners" }, document: { id } },
  ];
  expect(await read(member)).toMatchObject(told);
  await member.post("/api/offices/switch", { id: null });
  expect(await read(member)).toMatchObject(told);
});

test("a member who leaves an office keeps nothing that they were told about it; owners are told if what they started fails then [threat C36]", async () => {
  const { owner, member, office } = await newOffice();
  const documentId = await failDocument(member);
  const memberId = await idOf(member);
  expect((await owner.send("DELETE", `/api/office/members/${memberId}`)).status).toBe(200);
  expect(rows("user_id = ?", memberId)).toBe(0);
  const news = { kind: "document-failed", documentId, name: "broken.pdf", isCollection: false } as const;
  await transaction(server.deps, (deps) => tell(deps, { accountId: office, memberId }, news));
  expect(await read(owner)).toMatchObject([{ kind: "document-failed", document: { id: documentId } }]);
  expect(await read(member)).toEqual([]);
  // Nor is one shown that was written while the membership ended.
  await addNotice(server.deps, memberId, { kind: "plan-used-up", officeId: office });
  expect(await read(member)).toEqual([]);
});

test("many failed documents use up no email about a sign-in, and the owner gets at most 20 about them a day [threat C37]", async () => {
  const person = await newSender(server, "max@example.org");
  await choose(person, "document-failed", true);
  const documentId = await failDocument(person);
  const accountId = await idOf(person);
  const news = { kind: "document-failed", documentId, name: "broken.pdf", isCollection: false } as const;
  server.deps.config.rateLimitFactor = 1;
  for (let number = 1; number <= 25; number += 1)
    await transaction(server.deps, (deps) => tell(deps, { accountId }, news));
  expect(await mailsOf(person)).toHaveLength(20);
  await createTestClient(server.origin).login(await usernameOf(person));
  server.deps.config.rateLimitFactor = 1000;
  expect((await mailsOf(person)).at(-1)).toBe("Attestamp: a new sign-in to your account");
  expect(await read(person)).toHaveLength(27);
});

test("when an office's plan is used up, the member who used the last document is told, and so are its owners", async () => {
  const { owner, member } = await newOffice();
  for (let number = 1; number <= 3; number += 1) await processFile(member, (await uploadFile(member)).id);
  expect(await kinds(member)).toEqual(["plan-used-up"]);
  expect(await kinds(owner)).toEqual(["plan-used-up"]);
});

test("a person who has not read that a plan is used up is not told again when its last document fails and is started once more", async () => {
  const person = await newPerson(server);
  const free = plans.trial.documentLimit ?? 0;
  for (let number = 1; number < free; number += 1) await processFile(person, (await uploadFile(person)).id);
  const id = await failDocument(person);
  await processFile(person, id);
  const told = ["document-failed", "document-failed", "plan-used-up"] as const;
  expect(await kinds(person)).toEqual([...told]);
  await person.post("/api/notices/read", { upTo: (await read(person))[0]?.id });
  await processFile(person, id);
  expect(await kinds(person)).toEqual(["document-failed", "plan-used-up", ...told]);
});

test("an account and an office that are deleted leave no notice and no choice behind [threat A16]", async () => {
  const { owner, member, office } = await newOffice();
  await failDocument(member);
  const person = await newSender(server, "del@example.org");
  const [personId, memberId] = [await idOf(person), await idOf(member)];
  await failDocument(person);
  await choose(person, "document-failed", true);
  expect([rows("user_id = ?", personId), rows("user_id = ?", memberId)]).toEqual([1, 1]);
  for (const id of [personId, office]) {
    const answer = await admin.send("DELETE", `/api/admin/users/${id}`);
    expect([answer.status, answer.status === 200 ? "" : answer.text]).toEqual([200, ""]);
  }
  expect([rows("user_id = ?", personId), rows("user_id = ?", memberId)]).toEqual([0, 0]);
  const choices = sqlOf(server.deps.db)
    .prepare("SELECT count(*) FROM notice_mails WHERE user_id = ?")
    .pluck();
  expect(choices.get(personId)).toBe(0);
  expect((await owner.get("/api/auth/me")).status).toBe(200);
});

test("the newest 50 sign-ins and 150 other notices of a person are kept, for 90 days: many others hide no sign-in [threat C37]", async () => {
  const [person, other] = [await newPerson(server), await newPerson(server)];
  const [id, otherId] = [await idOf(person), await idOf(other)];
  await addNotice(server.deps, otherId, { kind: "plan-used-up" });
  for (let number = 1; number <= 53; number += 1)
    await addNotice(server.deps, id, { kind: "new-sign-in", browser: `Browser ${number}` });
  for (let number = 1; number <= 153; number += 1) await addNotice(server.deps, id, { kind: "plan-used-up" });
  const kept = await read(person);
  const [newest, ...older] = kept.filter(({ kind }) => kind === "new-sign-in");
  expect([kept.length, newest?.browser, older.length]).toEqual([200, "Browser 53", 49]);
  expect(older.at(-1)?.browser).toBe("Browser 4");
  expect(await read(other)).toHaveLength(1);
  ahead += 89 * day;
  await runHousekeeping(server.deps, 0);
  expect(rows("user_id = ?", id)).toBe(200);
  ahead += 2 * day;
  await runHousekeeping(server.deps, 0);
  expect([rows("user_id = ?", id), rows("user_id = ?", otherId)]).toEqual([0, 0]);
});
