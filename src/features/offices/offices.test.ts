import { afterAll, beforeAll, expect, setDefaultTimeout, spyOn, test } from "bun:test";
import { TOTP } from "otpauth";
import type { OfficeRole } from "../../../db/columns/offices.ts";
import { transaction } from "../../../db/transaction.ts";
import { runHousekeeping } from "../../server/housekeeping.ts";
import { newAdmin } from "../../testing/test-admin.ts";
import { assertIntegrity } from "../../testing/test-assert-integrity.ts";
import { createTestClient, jane, type TestClient } from "../../testing/test-client.ts";
import {
  formWith,
  newPerson,
  newSender,
  processFile,
  readDocument,
  smallPdf,
  startWorkingServer,
  temporaryFilesOf,
  untilFinished,
  uploadFile,
} from "../../testing/test-documents.ts";
import {
  accept,
  newMember as addMember,
  codeOf,
  idOf as idIn,
  inviteLink,
  me,
  newOffice as openOffice,
  ownerPassword as password,
  removeMember,
  setRole as setRoleOf,
  type TestOffice,
} from "../../testing/test-offices.ts";
import type { TestServer } from "../../testing/test-server.ts";
import { startTestSmtpServer, type TestSmtpServer } from "../../testing/test-smtp-server.ts";
import { sqlOf } from "../../testing/test-sql.ts";
import { until } from "../../testing/test-waiting.ts";
import { findActor } from "../accounts/accounts.service.ts";
import { type Actor, requireAccountOf, requireScope } from "../accounts/accounts.ts";
import { promoteToAdmin } from "../accounts/operator.service.ts";
import { plans } from "../billing/plans.ts";
import { findDocument } from "../documents/documents.repo.ts";
import { removeRow } from "../documents/documents.service.ts";
import { startProcessing, waitForDocument } from "../documents/processing.service.ts";
import { isOwnersMailbox } from "../projects/owning-people.service.ts";
import { changeRole } from "./offices.service.ts";

setDefaultTimeout(600_000);

const day = 24 * 3_600_000;
let ahead = 0;
let server: TestServer;
let smtp: TestSmtpServer;
beforeAll(async () => {
  smtp = await startTestSmtpServer();
  const { trial } = plans;
  server = await startWorkingServer({
    config: { smtpUrl: smtp.url, plans: { ...plans, trial: { ...trial, documentLimit: null } } },
    deps: { now: () => Date.now() + ahead },
  });
});
afterAll(async () => {
  await server.stop();
  await smtp.stop();
});

const stamp = {
  position: "top-left",
  format: "document-timestamp",
  originalDate: undefined,
  otherParties: undefined,
} as const;
const list = (text: string): Record<string, unknown>[] => JSON.parse(text);

const idOf = (person: TestClient) => idIn(server, person);
const newOffice = (name?: string) => openOffice(server, name);
const newMember = (office: TestOffice, role: OfficeRole, person?: TestClient) =>
  addMember(server, office, role, person);
const remove = (office: TestOffice, member: TestClient) => removeMember(server, office, member);
const setRole = (by: TestClient, member: TestClient, role: OfficeRole) => setRoleOf(server, by, member, role);

/** Deletes what is due, and signs the owner in again, whose session has ended. */
async function aWeekLater({ owner, id }: { owner: TestClient; id: string }): Promise<void> {
  const { username } = await me(owner);
  ahead += 8 * day;
  await runHousekeeping(server.deps, 0);
  await owner.login(String(username));
  await owner.post("/api/offices/switch", { id });
}

test("what a member stamps belongs to the office, in its name, and each person sees the account that they act for", async () => {
  const office = await newOffice();
  const member = await newMember(office, "member");
  const { id } = await uploadFile(member, "contract.pdf");
  const done = await processFile(member, id);
  const record = await createTestClient(server.origin).get(`/api/verify/${done.serialNumber}`);
  expect(record.text).toContain("Doe & Partners LLP");
  expect(record.text).not.toContain("Member");
  expect((await readDocument(office.owner, id)).serialNumber).toBe(done.serialNumber);
  expect((await me(member)).office).toEqual({
    id: office.id,
    name: "Doe & Partners LLP",
    role: "member",
    deletionAt: null,
  });
  await member.post("/api/offices/switch", { id: null });
  expect([(await me(member)).office, (await member.get(`/api/documents/${id}`)).status]).toEqual([null, 404]);
  expect(list((await member.get("/api/documents")).text)).toEqual([]);
  expect(list((await member.get("/api/offices")).text)).toEqual([
    { id: office.id, name: "Doe & Partners LLP", role: "member" },
  ]);
  const stranger = await newPerson(server);
  expect(codeOf(await stranger.post("/api/offices/switch", { id: office.id }))).toEqual([
    404,
    "office-not-found",
  ]);
  expect(codeOf(await stranger.get("/api/office"))).toEqual([409, "office-not-chosen"]);
});

test("each role may do what the one before may, and a little more", async () => {
  const office = await newOffice();
  const { id } = await uploadFile(office.owner);
  const other = await idOf(await newMember(office, "viewer"));
  const calls: Record<OfficeRole, [string, string, unknown?][]> = {
    viewer: [
      ["GET", "/api/documents"],
      ["GET", `/api/documents/${id}`],
      ["GET", "/api/projects"],
      ["GET", "/api/subscription/status"],
      ["GET", "/api/office"],
    ],
    member: [
      ["PATCH", `/api/documents/${id}`, { note: "checked" }],
      ["POST", "/api/projects", { name: "Case" }],
      ["POST", "/api/documents/upload"],
      ["POST", "/api/documents/unknown/process", {}],
      ["POST", "/api/documents/unknown/email", { email: "a@b.example" }],
      ["POST", "/api/projects/unknown/shares", {}],
      ["POST", "/api/collections", {}],
    ],
    manager: [
      ["GET", "/api/tokens"],
      ["POST", "/api/tokens", { name: "script", scopes: ["documents:read"] }],
      ["GET", "/api/webhooks"],
      ["POST", "/api/office/invitations", { role: "viewer" }],
      ["POST", "/api/office/domains/unknown/check", {}],
      ["POST", "/api/documents/delete", { ids: ["unknown"] }],
      ["DELETE", "/api/documents/unknown"],
      ["DELETE", "/api/projects/unknown"],
    ],
    owner: [
      ["GET", "/api/subscription/payments"],
      ["POST", "/api/subscription/create", { plan: "unlimited" }],
      ["POST", "/api/payment/pay-per-document", { documentId: "unknown" }],
      ["GET", "/api/office/log"],
      ["PATCH", "/api/office", { name: "Doe LLP" }],
      ["POST", "/api/office/domains", { name: "example.com" }],
      ["PATCH", "/api/office/domains/unknown", { isShown: true }],
      ["DELETE", "/api/office/domains/unknown"],
      ["PATCH", `/api/office/members/${other}`, { role: "viewer" }],
      ["POST", "/api/office/keep"],
    ],
  };
  const inOrder = ["viewer", "member", "manager", "owner"] as const;
  for (const [rank, role] of inOrder.entries()) {
    const person = await newMember(office, role);
    for (const [needed, wanted] of Object.entries(calls)) {
      for (const [method, path, body] of wanted) {
        const init = body === undefined ? {} : { body: JSON.stringify(body) };
        const answer = await person.send(method, path, {
          ...init,
          ...(method === "GET" ? {} : { headers: { "content-type": "application/json" } }),
        });
        const isAllowed = inOrder.slice(0, rank + 1).some((each) => each === needed);
        const refused = isAllowed ? [] : [403, "office-role-too-low"];
        expect([role, method, path, ...(answer.status === 403 ? codeOf(answer) : [])]).toEqual([
          role,
          method,
          path,
          ...refused,
        ]);
      }
    }
    expect(codeOf(await person.post("/api/auth/language", { language: "en" }))).toEqual([200, undefined]);
  }
});

test("a removed member loses access at once, in open sessions and with tokens; what they made stays [threat C18] [threat C19]", async () => {
  const office = await newOffice();
  const member = await newMember(office, "manager");
  const { body } = await member.post("/api/tokens", { name: "script", scopes: ["documents:read"] });
  const withToken = { authorization: `Bearer ${body.token}` };
  const program = createTestClient(server.origin);
  const { id } = await uploadFile(member);
  const project = (await member.post("/api/projects", { name: "Case" })).body.id;
  const share = await member.post(`/api/projects/${project}/shares`, {
    downloads: "copies",
    expiresInDays: 7,
  });
  expect((await program.get(`/api/documents/${id}`, withToken)).status).toBe(200);
  await member.post(`/api/documents/${id}/process`);
  expect((await remove(office, member)).status).toBe(200);
  expect((await member.get(`/api/documents/${id}`)).status).toBe(404);
  expect((await me(member)).office).toBeNull();
  expect(codeOf(await member.post("/api/offices/switch", { id: office.id }))).toEqual([
    404,
    "office-not-found",
  ]);
  expect(codeOf(await program.get(`/api/documents/${id}`, withToken))).toEqual([401, "access-token-invalid"]);
  expect((await untilFinished(office.owner, id)).status).toBe("completed");
  const token = String(share.body.url).split("#")[1];
  expect((await program.post("/api/share/open", { token })).status).toBe(200);
  await assertIntegrity(server.deps.config.dataDir, server.deps.now);
});

/** What a request of someone with the role `member` has once its guard has let it pass. */
async function actingFor(office: { id: string }, member: TestClient) {
  const person = await findActor(server.deps, await idOf(member));
  const account = await findActor(server.deps, office.id);
  if (!person || !account) throw new Error("They exist.");
  const { id, username, firstName: name } = account;
  const acting = { id, username, name, timeZone: null, deletionAt: null, role: "member" } as const;
  return requireScope({ ...person, office: acting }, "documents:write");
}

test("what a member began before they were removed, or got another role, is not written [threat C18]", async () => {
  const office = await newOffice();
  const member = await newMember(office, "member");
  const { id } = await uploadFile(member);
  const before = await actingFor(office, member);
  const start = () =>
    server.deps.db.transaction((db) => startProcessing({ ...server.deps, db }, before, { ...stamp, id }));
  await setRole(office.owner, member, "viewer");
  await expect(start()).rejects.toMatchObject({ code: "office-role-changed" });
  await remove(office, member);
  await expect(start()).rejects.toMatchObject({ code: "office-role-changed" });
  expect((await readDocument(office.owner, id)).status).toBe("uploaded");
});

/** An upload of which half has arrived; `finish` sends the rest. */
async function startUpload(person: TestClient, headers: Record<string, string> = {}) {
  const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n';
  const form = Buffer.concat([Buffer.from(head), smallPdf(), Buffer.from("\r\n--b--\r\n")]);
  const half = form.length / 2;
  const rest = Promise.withResolvers<void>();
  const body = new ReadableStream<Uint8Array>({
    async start(stream) {
      stream.enqueue(form.subarray(0, half));
      await rest.promise;
      stream.enqueue(form.subarray(half));
      stream.close();
    },
  });
  const type = { "content-type": "multipart/form-data; boundary=b" };
  const answer = person.send("POST", "/api/documents/upload", { body, headers: { ...type, ...headers } });
  await until("half of it has arrived", () => temporaryFilesOf(server).length > 0);
  return {
    finish() {
      rest.resolve();
      return answer;
    },
  };
}

test("a file that arrives while another tab switches, or while its sender is removed, is stored nowhere [threat C18]", async () => {
  const [first, second] = [await newOffice(), await newOffice("Other LLP")];
  const member = await newMember(first, "member");
  await newMember(second, "member", member);
  const documents = async (person: TestClient) => list((await person.get("/api/documents")).text);
  const switchTo = (id: string | null) => member.post("/api/offices/switch", { id });
  for (const change of [() => switchTo(first.id), () => switchTo(null), () => remove(second, member)]) {
    await switchTo(second.id);
    const upload = await startUpload(member);
    expect((await change()).status).toBe(200);
    expect(codeOf(await upload.finish())).toEqual([409, "account-changed"]);
  }
  for (const person of [first.owner, second.owner, member]) expect(await documents(person)).toEqual([]);
  const upload = await startUpload(first.owner);
  expect((await upload.finish()).status).toBe(200);
  expect(await documents(first.owner)).toHaveLength(1);
});

test("someone who is removed while they wait for a stamp does not get to see it [threat C18]", async () => {
  const office = await newOffice();
  const member = await newMember(office, "member");
  const { id } = await uploadFile(member);
  const before = await actingFor(office, member);
  sqlOf(server.deps.db).prepare("UPDATE documents SET status = 'processing' WHERE id = ?").run(id);
  const untilEnded = async () => void (await remove(office, member));
  const jobEvents = { untilEnded };
  const waiting = waitForDocument({ ...server.deps, jobEvents }, before, id);
  await expect(waiting).rejects.toMatchObject({ code: "office-role-changed" });
  sqlOf(server.deps.db).prepare("UPDATE documents SET status = 'uploaded' WHERE id = ?").run(id);
});

test("a new password also ends the tokens that someone made for an office, which its log says [threat C19]", async () => {
  const office = await newOffice();
  const member = await newMember(office, "manager");
  const { body } = await member.post("/api/tokens", { name: "script", scopes: ["documents:read"] });
  const kept = await office.owner.post("/api/tokens", { name: "kept", scopes: ["documents:read"] });
  const read = (token: unknown) =>
    createTestClient(server.origin).get("/api/documents", { authorization: `Bearer ${token}` });
  expect((await read(body.token)).status).toBe(200);
  const change = { currentPassword: jane.password, newPassword: "another horse" };
  expect((await member.post("/api/auth/change-password", change)).status).toBe(200);
  expect(codeOf(await read(body.token))).toEqual([401, "access-token-invalid"]);
  expect((await read(kept.body.token)).status).toBe(200);
  const [entry] = list((await office.owner.get("/api/office/log")).text);
  expect(entry).toMatchObject({ action: "token.revoked", actor: (await me(member)).username });
});

test("an office is not closed with a password that was changed while it was checked", async () => {
  const { owner } = await newOffice();
  const check = spyOn(server.deps.passwords, "verify").mockImplementationOnce(async () => {
    const change = { currentPassword: jane.password, newPassword: "another horse" };
    expect((await owner.post("/api/auth/change-password", change)).status).toBe(200);
    return true;
  });
  expect((await owner.post("/api/office/close", password)).status).toBe(400);
  check.mockRestore();
});

test("no one makes a password, or an administrator, of an office", async () => {
  const office = await newOffice();
  const admin = await newAdmin(server, "no-office");
  const link = await admin.post(`/api/admin/users/${office.id}/reset-link`, { by: "copy" });
  expect(codeOf(link)).toEqual([403, "office-without-password"]);
  await expect(promoteToAdmin(server.deps, `office:${office.id}`)).rejects.toMatchObject({
    code: "username-unknown",
  });
});

test("an administrator sees an office by its name, marked as an office", async () => {
  const { id, owner } = await newOffice("Findable & Sons");
  const admin = await newAdmin(server, "office-finder");
  const { users } = (await admin.get("/api/admin/users/search?search=findable")).body;
  expect(users).toMatchObject([{ id, isOffice: true, firstName: "Findable & Sons" }]);
  const person = (await admin.get(`/api/admin/users/search?search=${(await me(owner)).username}`)).body;
  expect(person.users).toMatchObject([{ isOffice: false }]);
});

test("opening an office is not repeated under its key after a switch", async () => {
  const person = await newPerson(server);
  const key = { "idempotency-key": crypto.randomUUID() };
  const create = () => person.post("/api/offices", { name: "Doe LLP" }, key);
  const first = await create();
  await person.post("/api/offices/switch", { id: first.body.id });
  const again = await create();
  expect([again.body.id, again.headers.get("idempotency-replayed")]).toEqual([first.body.id, "true"]);
});

test("no member confirms for a recipient what their office asked, also not after leaving it [threat X8]", async () => {
  const office = await newOffice();
  const member = await newMember(office, "member", await newSender(server, "asking@example.org"));
  const other = await newMember(office, "viewer");
  const { id } = await uploadFile(member);
  await processFile(member, id);
  const project = (await member.post("/api/projects", { name: "Case" })).body.id;
  await member.post(`/api/projects/${project}/entries`, { ids: [id] });
  const received = smtp.received.length;
  const asked = await member.post(`/api/projects/${project}/acknowledgements`, {
    email: "asking@example.org",
  });
  expect(asked.status).toBe(200);
  const { mail } = (await smtp.untilReceived(received + 1)).at(-1) ?? {};
  const token = /share#([\w-]+)/.exec(mail?.text ?? "")?.[1] ?? "";
  const opened = (await createTestClient(server.origin).post("/api/share/open", { token })).body.project;
  const press = (person: TestClient) =>
    person.post("/api/share/acknowledge", { token, name: "Bob", list: Object(opened).list });
  const refused = [403, "acknowledgement-by-owner"];
  for (const person of [office.owner, member, other]) expect(codeOf(await press(person))).toEqual(refused);
  await member.post("/api/office/leave");
  expect(codeOf(await press(member))).toEqual(refused);
  await member.post("/api/auth/logout");
  expect(codeOf(await press(member))).toEqual(refused);
  const owned = { owner: { id: office.id, email: null }, project: { id: String(project) } };
  expect(await isOwnersMailbox(server.deps, owned, "Asking@example.org")).toBe(true);
  expect(await isOwnersMailbox(server.deps, owned, "bob@example.org")).toBe(false);
  expect((await press(createTestClient(server.origin))).status).toBe(200);
});

test("a token acts with the role that its maker has now", async () => {
  const office = await newOffice();
  const member = await newMember(office, "manager");
  const { body } = await member.post("/api/tokens", { name: "script", scopes: ["projects:write"] });
  const create = () =>
    createTestClient(server.origin).post(
      "/api/projects",
      { name: "Case" },
      { authorization: `Bearer ${body.token}` },
    );
  expect((await create()).status).toBe(200);
  await setRole(office.owner, member, "viewer");
  expect(codeOf(await create())).toEqual([403, "office-role-too-low"]);
});

test("a stored answer is only for the person who sent the key, and for no one who was removed [threat C20]", async () => {
  const office = await newOffice();
  const member = await newMember(office, "member");
  const key = { "idempotency-key": crypto.randomUUID() };
  const ask = (person: TestClient) => person.post("/api/projects", { name: "Case" }, key);
  const first = await ask(member);
  expect((await ask(member)).text).toBe(first.text);
  const ofOther = await ask(office.owner);
  expect([ofOther.status, ofOther.headers.get("idempotency-replayed")]).toEqual([200, null]);
  await remove(office, member);
  const afterwards = await ask(member);
  expect([afterwards.headers.get("idempotency-replayed"), afterwards.body.id === first.body.id]).toEqual([
    null,
    false,
  ]);
  expect((await office.owner.get(`/api/projects/${afterwards.body.id}`)).status).toBe(404);
});

test("no one invites to a role above their own, and a demoted owner's invitations for owners end [threat C21] [threat C22]", async () => {
  const office = await newOffice();
  const manager = await newMember(office, "manager");
  expect(codeOf(await manager.post("/api/office/invitations", { role: "owner" }))).toEqual([
    403,
    "office-role-above-own",
  ]);
  const second = await newMember(office, "owner");
  const asOwner = await inviteLink(second, "owner");
  const asViewer = await inviteLink(second, "viewer");
  await setRole(office.owner, second, "manager");
  const guest = await newPerson(server);
  expect(codeOf(await accept(guest, asOwner))).toEqual([404, "invitation-ended"]);
  expect((await accept(guest, asViewer)).body.role).toBe("viewer");
  const open = await inviteLink(second, "viewer");
  await remove(office, second);
  expect(codeOf(await accept(await newPerson(server), open))).toEqual([404, "invitation-ended"]);
});

test("an invitation works once, for a week, until it is withdrawn", async () => {
  const office = await newOffice();
  const token = await inviteLink(office.owner, "member");
  const guest = await newPerson(server);
  const opened = await createTestClient(server.origin).post("/api/invitations/open", { token });
  expect(opened.body).toMatchObject({ office: "Doe & Partners LLP", role: "member", invitedBy: "Jane Doe" });
  expect((await accept(guest, token)).status).toBe(200);
  expect(codeOf(await accept(await newPerson(server), token))).toEqual([404, "invitation-ended"]);
  const again = await inviteLink(office.owner, "member");
  expect(codeOf(await accept(guest, again))).toEqual([409, "office-member-already"]);
  const [shown] = list(JSON.stringify((await office.owner.get("/api/office")).body.invitations));
  await office.owner.send("DELETE", `/api/office/invitations/${shown?.id}`);
  expect(codeOf(await accept(await newPerson(server), again))).toEqual([404, "invitation-ended"]);
  const late = await inviteLink(office.owner, "member");
  ahead += 7 * day;
  expect(codeOf(await accept(await newPerson(server), late))).toEqual([404, "invitation-ended"]);
});

test("a mailed invitation is only for the person with that confirmed address [threat C23]", async () => {
  const office = await newOffice();
  const sender = await newMember(office, "manager", await newSender(server, "manager@example.org"));
  const before = smtp.received.length;
  const { body } = await sender.post("/api/office/invitations", {
    role: "member",
    email: "guest@example.org",
  });
  expect(body).toMatchObject({ email: "guest@example.org", url: null });
  const { mail } = (await smtp.untilReceived(before + 1)).at(-1) ?? {};
  expect(mail?.text).toContain("Doe & Partners LLP");
  const token = /invitation#([\w-]+)/.exec(mail?.text ?? "")?.[1] ?? "";
  const stranger = await newSender(server, "stranger@example.org");
  expect(codeOf(await accept(stranger, token))).toEqual([403, "invitation-for-other-address"]);
  const unconfirmed = await newPerson(server);
  await unconfirmed.post("/api/auth/email", { email: "guest@example.org", ...password });
  expect(codeOf(await accept(unconfirmed, token))).toEqual([403, "invitation-for-other-address"]);
  expect((await accept(await newSender(server, "Guest@example.org"), token)).status).toBe(200);
});

test("of two owners who demote each other at the same moment, one remains [threat C24]", async () => {
  const office = await newOffice();
  const second = await newMember(office, "owner");
  const demote = (by: TestClient, whom: TestClient) => setRole(by, whom, "viewer");
  const answers = await Promise.all([demote(office.owner, second), demote(second, office.owner)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403]);
  const ids = await Promise.all([office.owner, second].map(idOf));
  const role = (id: string) =>
    sqlOf(server.deps.db)
      .prepare("SELECT role FROM office_members WHERE office_id = ? AND user_id = ?")
      .pluck()
      .get(office.id, id);
  expect(ids.map(role).toSorted()).toEqual(["owner", "viewer"]);
  // Both were owners when their requests began.
  const [remaining = "", demoted = ""] = role(ids[0] ?? "") === "owner" ? ids : ids.toReversed();
  const person = await findActor(server.deps, demoted);
  if (!person) throw new Error("They exist.");
  const acting = {
    id: office.id,
    username: "x",
    name: "x",
    timeZone: null,
    deletionAt: null,
    role: "owner",
  } as const;
  const stale = requireAccountOf({ ...person, office: acting }, "owner");
  await expect(
    changeRole(server.deps, stale, { id: remaining, role: "viewer", ...password }),
  ).rejects.toMatchObject({
    code: "office-role-changed",
  });
});

test("an office always has an owner: the last one cannot leave, be demoted or be deleted [threat C25]", async () => {
  const office = await newOffice();
  const refused = [409, "office-needs-owner"];
  expect(codeOf(await office.owner.post("/api/office/leave"))).toEqual(refused);
  expect(codeOf(await setRole(office.owner, office.owner, "manager"))).toEqual(refused);
  expect(codeOf(await office.owner.post("/api/auth/delete-account", password))).toEqual(refused);
  const admin = await newAdmin(server, "offices");
  const erase = async (person: TestClient) => admin.send("DELETE", `/api/admin/users/${await idOf(person)}`);
  expect(codeOf(await erase(office.owner))).toEqual(refused);
  const second = await newMember(office, "owner");
  expect((await second.post("/api/auth/delete-account", password)).status).toBe(200);
  // An owner whose account is to be deleted does not count.
  expect(codeOf(await office.owner.post("/api/office/leave"))).toEqual(refused);
  await aWeekLater(office);
  const { members } = (await office.owner.get("/api/office")).body;
  expect(list(JSON.stringify(members))).toHaveLength(1);
  const third = await newMember(office, "owner");
  expect((await office.owner.post("/api/office/leave")).status).toBe(200);
  expect((await third.get("/api/office")).status).toBe(200);
  await assertIntegrity(server.deps.config.dataDir, server.deps.now);
});

test("an office that is to be closed takes no one in, can be kept, and is gone after a week [threat C26]", async () => {
  const office = await newOffice();
  const done = await processFile(office.owner, (await uploadFile(office.owner)).id);
  const token = await inviteLink(office.owner, "member");
  const close = () => office.owner.post("/api/office/close", password);
  expect((await office.owner.post("/api/office/close", { currentPassword: "wrong horse" })).status).toBe(400);
  expect((await close()).status).toBe(200);
  expect(codeOf(await accept(await newPerson(server), token))).toEqual([409, "office-closing"]);
  expect(codeOf(await office.owner.post("/api/office/invitations", { role: "member" }))).toEqual([
    409,
    "office-closing",
  ]);
  expect((await office.owner.post("/api/office/keep")).body).toEqual({ deletionAt: null });
  await newMember(office, "member");
  await close();
  await aWeekLater(office);
  expect((await me(office.owner)).office).toBeNull();
  expect((await office.owner.get(`/api/documents/${done.id}/download`)).status).toBe(404);
  expect(list((await office.owner.get("/api/offices")).text)).toEqual([]);
  const record = await createTestClient(server.origin).get(`/api/verify/${done.serialNumber}`);
  expect([record.status, record.text.includes(String(done.serialNumber))]).toEqual([200, true]);
  expect(record.text).not.toContain("Doe & Partners");
  await assertIntegrity(server.deps.config.dataDir, server.deps.now);
});

test("owners learn by email when its owners change, all members when the office is to be closed, at confirmed addresses, and the operator keeps a record [threat C30] [threat A21]", async () => {
  const office = await newOffice();
  await newMember(office, "owner", await newSender(server, "second-owner@example.org"));
  await newMember(office, "viewer", await newSender(server, "bystander@example.org"));
  await newMember(office, "viewer", await newSender(server, "unconfirmed@example.org"));
  sqlOf(server.deps.db)
    .prepare(
      "UPDATE users SET email_confirmed_at = NULL, email_key = NULL WHERE email = 'unconfirmed@example.org'",
    )
    .run();
  const person = await newMember(office, "member", await newSender(server, "third-member@example.org"));
  const personId = await idOf(person);
  await setRole(office.owner, person, "owner");
  expect(codeOf(await remove(office, person))).toEqual([409, "office-owner-not-removable"]);
  await setRole(office.owner, person, "viewer");
  await office.owner.post("/api/office/close", password);
  await office.owner.post("/api/office/keep");
  await office.owner.post("/api/office/close", password);
  await aWeekLater(office);
  const told = sqlOf(server.deps.db)
    .prepare(
      "SELECT recipient, count(*) AS mails FROM mails WHERE subject = ? GROUP BY recipient ORDER BY recipient",
    )
    .all("Attestamp: a change in your office");
  expect(told).toEqual([
    { recipient: "bystander@example.org", mails: 4 },
    { recipient: "second-owner@example.org", mails: 7 },
    { recipient: "third-member@example.org", mails: 6 },
  ]);
  const acts = sqlOf(server.deps.db)
    .prepare("SELECT action, detail FROM audit_log WHERE subject = ? AND action LIKE 'office%' ORDER BY id")
    .all(office.id);
  expect(acts.map((act) => Object(act).action)).toEqual([
    "office_owner.added",
    "office_owner.added",
    "office_owner.demoted",
    "office.closing",
    "office.kept",
    "office.closing",
    "office.closed",
  ]);
  expect(JSON.parse(String(Object(acts[1]).detail))).toEqual({ person: personId });
});

test("an office is asked to close at most three times a day, and one owner's wrong codes keep no other from it [threat C30]", async () => {
  const office = await newOffice();
  const second = await newMember(office, "owner");
  const { secret } = (await office.owner.post("/api/auth/authenticator-app", password)).body;
  const code = new TOTP({ secret: String(secret) }).generate({ timestamp: server.deps.now() });
  expect((await office.owner.post("/api/auth/authenticator-app/confirm", { code })).status).toBe(200);
  const close = async (owner: TestClient, proof = {}) =>
    (await owner.post("/api/office/close", { ...password, ...proof })).status;
  const factor = server.deps.config.rateLimitFactor;
  server.deps.config.rateLimitFactor = 1;
  try {
    for (const wrong of ["000000", "000001", "000002"])
      expect(await close(office.owner, { code: wrong })).toBe(400);
    for (const _ of [1, 2, 3]) {
      expect(await close(second)).toBe(200);
      expect(await close(second)).toBe(200);
      expect((await second.post("/api/office/keep")).status).toBe(200);
    }
    expect(await close(second)).toBe(429);
  } finally {
    server.deps.config.rateLimitFactor = factor;
  }
});

test("members are told when an administrator deletes their office", async () => {
  const office = await newOffice();
  await newMember(office, "viewer", await newSender(server, "viewer-of-deleted@example.org"));
  const admin = await newAdmin(server, "deletes-offices");
  expect((await admin.send("DELETE", `/api/admin/users/${office.id}`)).status).toBe(200);
  const told = sqlOf(server.deps.db)
    .prepare("SELECT subject FROM mails WHERE recipient = 'viewer-of-deleted@example.org'")
    .all();
  expect(told).toEqual([{ subject: "Attestamp: a change in your office" }]);
});

test("only someone who proves who they are makes or demotes an owner, or invites one [threat C31]", async () => {
  const office = await newOffice();
  const member = await newMember(office, "member");
  const id = await idOf(member);
  const ask = (role: OfficeRole, proof = {}) =>
    office.owner.send("PATCH", `/api/office/members/${id}`, {
      body: JSON.stringify({ role, ...proof }),
      headers: { "content-type": "application/json" },
    });
  const refused = [400, "wrong-current-password"];
  expect(codeOf(await ask("owner"))).toEqual(refused);
  expect(codeOf(await office.owner.post("/api/office/invitations", { role: "owner" }))).toEqual(refused);
  expect((await ask("manager")).status).toBe(200);
  expect((await ask("owner", password)).status).toBe(200);
  expect(codeOf(await ask("viewer", { currentPassword: "wrong horse" }))).toEqual(refused);
  expect((await ask("viewer", password)).status).toBe(200);
});

/** Waits until an owner has received this many letters about an office, and returns them in no particular order. */
async function lettersTo(recipient: string, count: number): Promise<string[]> {
  const read = () =>
    smtp.received
      .filter(
        ({ recipients, mail }) => recipients.includes(recipient) && mail.subject?.includes("your office"),
      )
      .map(({ mail }) => String(mail.text).replaceAll(/\s+/g, " "));
  await until("they are received", () => read().length >= count);
  return read();
}

test("a person whom someone removes is told so by email, in their language; one who leaves is not", async () => {
  const office = await newOffice();
  const told = await newMember(office, "member", await newSender(server, "told-member@example.org"));
  expect((await told.post("/api/auth/language", { language: "es" })).status).toBe(200);
  const left = await newMember(office, "member", await newSender(server, "left-member@example.org"));
  expect((await left.post("/api/office/leave")).status).toBe(200);
  expect((await remove(office, told)).status).toBe(200);
  const queued = sqlOf(server.deps.db)
    .prepare("SELECT recipient FROM mails WHERE subject LIKE '%no longer belong to an office'")
    .all();
  expect(queued).toEqual([{ recipient: "told-member@example.org" }]);
  const news = () => smtp.received.find(({ mail }) => mail.subject?.includes("ya no pertenece"));
  await until("the email arrives", () => news() !== undefined);
  const text = String(news()?.mail.text).replaceAll(/\s+/g, " ");
  expect(text).toContain("Ya no pertenece a la oficina «Doe & Partners LLP».");
  expect(text).toContain(`${server.origin}/documents`);
});

test("a member reads by email, in their language, that the office will be closed, and then that it is", async () => {
  const office = await newOffice();
  const member = await newMember(office, "viewer", await newSender(server, "reading-member@example.org"));
  expect((await member.post("/api/auth/language", { language: "es" })).status).toBe(200);
  await office.owner.post("/api/office/close", password);
  await aWeekLater(office);
  const news = () => smtp.received.filter(({ mail }) => mail.subject?.includes("un cambio en su oficina"));
  await until("both emails arrive", () => news().length >= 2);
  const texts = news().map(({ mail }) => String(mail.text).replaceAll(/\s+/g, " "));
  const closing = texts.find((text) => text.includes("pedido que cerremos la oficina «Doe & Partners LLP»"));
  const closed = texts.find((text) => text.includes("La oficina «Doe & Partners LLP» se ha cerrado."));
  expect(closing).toContain("descargue antes los que necesite");
  expect(closing).toContain(`${server.origin}/office`);
  expect(closed).toContain(`${server.origin}/documents`);
});

test("what a removed member set up stays with the office, but their webhooks stop, and owners see and end the rest [threat C32]", async () => {
  const office = await newOffice();
  await newMember(office, "owner", await newSender(server, "told-owner@example.org"));
  const member = await newMember(office, "manager");
  const { username } = await me(member);
  const project = (await member.post("/api/projects", { name: "Case" })).body.id;
  const share = { downloads: "copies", expiresInDays: 7 };
  const link = (await member.post(`/api/projects/${project}/shares`, share)).body;
  const hook = { url: "https://8.8.8.8/hook", events: ["document.completed"] };
  const kept = (await office.owner.post("/api/webhooks", hook)).body.id;
  const stopped = (await member.post("/api/webhooks", hook)).body.id;
  const read = async () => (await office.owner.get("/api/office/access")).body;
  expect(await read()).toMatchObject({
    links: [{ id: link.id, madeBy: username, isMember: true, project: { name: "Case" } }],
    webhooks: [{ id: kept }, { id: stopped, madeBy: username, disabledFor: null }],
  });
  await remove(office, member);
  const afterwards = await read();
  expect(afterwards).toMatchObject({
    links: [{ madeBy: username, isMember: false }],
    webhooks: [{ disabledFor: null }, { madeBy: username, isMember: false, disabledFor: "maker-left" }],
    tokens: [],
  });
  const [entry] = list((await office.owner.get("/api/office/log")).text);
  expect(entry).toMatchObject({ action: "member.removed", detail: { links: "1", webhooks: "1" } });
  const told = await lettersTo("told-owner@example.org", 2);
  expect(told.filter((text) => text.includes("no longer belongs to the office"))).toHaveLength(1);
  const change = {
    body: JSON.stringify({ isEnabled: true }),
    headers: { "content-type": "application/json" },
  };
  for (const _ of ["it is enabled", "and asked for again, which changes nothing"])
    expect(
      (await office.owner.send("PATCH", `/api/webhooks/${stopped}`, change)).body.disabledFor,
    ).toBeNull();
  expect(await read()).toMatchObject({ webhooks: [{}, { isMember: true }] });
  expect((await office.owner.send("DELETE", `/api/shares/${link.id}`)).status).toBe(200);
  expect(await read()).toMatchObject({ links: [] });
  const acts = list((await office.owner.get("/api/office/log")).text).map(({ action }) => action);
  expect(acts.slice(0, 3)).toEqual(["share.ended", "webhook.changed", "member.removed"]);
  expect((await office.owner.send("DELETE", `/api/webhooks/${stopped}`)).status).toBe(200);
  expect(list((await office.owner.get("/api/office/log?limit=1")).text)[0]).toMatchObject({
    action: "webhook.deleted",
    detail: { name: "8.8.8.8" },
  });
});

test("a manager ends no invitation and no token of an owner [threat C33]", async () => {
  const office = await newOffice();
  const manager = await newMember(office, "manager");
  await inviteLink(office.owner, "viewer");
  await inviteLink(manager, "viewer");
  const { invitations } = (await manager.get("/api/office")).body;
  const [ofOwner, own] = list(JSON.stringify(invitations));
  const withdraw = (by: TestClient, id: unknown) => by.send("DELETE", `/api/office/invitations/${id}`);
  const refused = [403, "office-made-by-higher-role"];
  expect(codeOf(await withdraw(manager, ofOwner?.id))).toEqual(refused);
  expect((await withdraw(manager, own?.id)).status).toBe(200);
  expect((await withdraw(office.owner, ofOwner?.id)).status).toBe(200);
  const token = { name: "script", scopes: ["documents:read"] };
  const { id } = (await office.owner.post("/api/tokens", token)).body;
  expect(codeOf(await manager.send("DELETE", `/api/tokens/${id}`))).toEqual(refused);
  const ofManager = (await manager.post("/api/tokens", token)).body.id;
  expect((await office.owner.send("DELETE", `/api/tokens/${ofManager}`)).status).toBe(200);
  expect((await office.owner.send("DELETE", `/api/tokens/${id}`)).status).toBe(200);
});

test("other owners are told when an owner's account is to be deleted, is kept, and is deleted [threat C30]", async () => {
  const office = await newOffice();
  await newMember(office, "owner", await newSender(server, "staying-owner@example.org"));
  await office.owner.post("/api/auth/delete-account", password);
  await office.owner.post("/api/auth/keep-account");
  await office.owner.post("/api/auth/delete-account", password);
  ahead += 8 * day;
  await runHousekeeping(server.deps, 0);
  const told = await lettersTo("staying-owner@example.org", 5);
  const count = (words: string) => told.filter((text) => text.includes(words)).length;
  expect(count("asked us to delete their account")).toBe(2);
  expect(count("keeps their account")).toBe(1);
  expect(count("no longer an owner or a member")).toBe(1);
});

test("two people who delete a document at once withdraw it once: the log has one entry, and the record one time", async () => {
  const office = await newOffice();
  const { id } = await uploadFile(office.owner, "contract.pdf");
  const { serialNumber } = await processFile(office.owner, id);
  const row = await findDocument(server.deps.db, id);
  const person = await findActor(server.deps, await idOf(office.owner));
  const stranger = await findActor(server.deps, await idOf(await newPerson(server)));
  if (!row || !person || !stranger) throw new Error("All exist.");
  const by = { ...person, id: office.id, member: { ...person, role: "owner" as const } };
  const remove = (by: Actor) => transaction(server.deps, (deps) => removeRow(deps, row, { by }));
  expect(await remove(stranger)).toBeUndefined();
  expect((await remove(by))?.keys).toHaveLength(3);
  const withdrawnAt = async () => (await office.owner.get(`/api/verify/${serialNumber}`)).body.withdrawnAt;
  const first = await withdrawnAt();
  ahead += day;
  expect(await remove(by)).toBeUndefined();
  expect(await withdrawnAt()).toBe(first);
  const entries = list((await office.owner.get("/api/office/log?action=document.deleted")).text);
  expect(entries).toHaveLength(1);
});

test("someone who never paid owns at most three offices that never paid [threat C34]", async () => {
  const person = await newPerson(server);
  const open = async () => {
    ahead += day;
    return person.post("/api/offices", { name: "Doe LLP" });
  };
  const ids: unknown[] = [];
  for (let count = 0; count < 3; count += 1) ids.push((await open()).body.id);
  expect(codeOf(await open())).toEqual([409, "too-many-free-offices"]);
  sqlOf(server.deps.db)
    .prepare(
      "INSERT INTO purchases (id, user_id, plan, amount, state, created_at) VALUES ('paid', ?, 'payper', 100, 'paid', 0)",
    )
    .run(ids[0]);
  expect((await open()).status).toBe(200);
  expect(codeOf(await open())).toEqual([409, "too-many-free-offices"]);
});

test("owners read what members did, newest first", async () => {
  const office = await newOffice();
  const member = await newMember(office, "manager");
  const { id } = await uploadFile(member, "contract.pdf");
  const { serialNumber } = await processFile(member, id);
  await member.send("DELETE", `/api/documents/${id}`);
  await remove(office, member);
  const entries = list((await office.owner.get("/api/office/log")).text);
  expect(entries.map(({ action }) => action)).toEqual([
    "member.removed",
    "document.deleted",
    "document.stamped",
    "member.joined",
    "invitation.made",
    "office.created",
  ]);
  const { username } = await me(member);
  expect(entries[0]).toMatchObject({ actor: (await me(office.owner)).username, person: username });
  expect(entries[2]).toMatchObject({ actor: username, detail: { serialNumber } });
  expect(JSON.stringify(entries)).not.toContain("contract.pdf");
  const rest = list((await office.owner.get(`/api/office/log?limit=2&cursor=${entries[3]?.id}`)).text);
  expect(rest.map(({ action }) => action)).toEqual(["invitation.made", "office.created"]);
});

test("owners search the log by person, by kind and by words, page by page", async () => {
  const office = await newOffice();
  const member = await newMember(office, "manager");
  const { serialNumber } = await processFile(member, (await uploadFile(member, "contract.pdf")).id);
  await office.owner.send("PATCH", "/api/office", {
    body: JSON.stringify({ name: "Müller “100%” & Söhne" }),
    headers: { "content-type": "application/json" },
  });
  const { username } = await me(member);
  await remove(office, member);
  const find = async (filter: Record<string, string>) => {
    const { text } = await office.owner.get(`/api/office/log?${new URLSearchParams(filter)}`);
    return list(text).map(({ action }) => action);
  };
  expect(await find({ member: String(username) })).toEqual(["document.stamped", "member.joined"]);
  expect(await find({ action: "office.renamed" })).toEqual(["office.renamed"]);
  expect(await find({ member: String(username), action: "office.renamed" })).toEqual([]);
  expect(await find({ search: String(serialNumber).toLowerCase() })).toEqual(["document.stamped"]);
  expect(await find({ search: "MÜLLER “100%" })).toEqual(["office.renamed"]);
  expect(await find({ search: "1%0" })).toEqual([]);
  const about = ["member.removed", "document.stamped", "member.joined"];
  expect(await find({ search: String(username) })).toEqual(about);
  const [first, second] = list((await office.owner.get(`/api/office/log?search=${username}&limit=2`)).text);
  expect([first?.action, second?.action]).toEqual(about.slice(0, 2));
  expect(await find({ search: String(username), cursor: String(second?.id) })).toEqual(about.slice(2));
  expect(codeOf(await office.owner.get(`/api/office/log?search=${"x".repeat(201)}`))).toEqual([
    400,
    "search-too-long",
  ]);
});

test("owners export the whole log as CSV and JSON, or what they searched for", async () => {
  const office = await newOffice();
  await office.owner.send("PATCH", "/api/office", {
    body: JSON.stringify({ name: 'Doe, "Roe" LLP' }),
    headers: { "content-type": "application/json" },
  });
  const note = sqlOf(server.deps.db).prepare(
    "INSERT INTO office_log (id, office_id, actor_id, action, subject, detail, created_at) VALUES (?, ?, ?, 'document.stamped', NULL, ?, 0)",
  );
  const ownerId = await idOf(office.owner);
  const entry = (number: number) => [
    `0-${String(number).padStart(4, "0")}`,
    office.id,
    ownerId,
    `{"serialNumber":"AT-${number}"}`,
  ];
  note.runEach(Array.from({ length: 1200 }, (_, number) => entry(number)));
  const { username } = await me(office.owner);
  const all = list((await office.owner.get("/api/office/log.json")).text);
  expect(all.map(({ id }) => id)).toEqual(
    all
      .map(({ id }) => id)
      .toSorted()
      .toReversed(),
  );
  expect([all.length, all[2]?.detail]).toEqual([1202, { serialNumber: "AT-1199" }]);
  const found = list((await office.owner.get("/api/office/log.json?action=office.created")).text);
  expect(found).toEqual(all.slice(1, 2));
  expect(list((await office.owner.get("/api/office/log.json?search=unknown")).text)).toEqual([]);
  const csv = await office.owner.send("GET", "/api/office/log.csv");
  const [head, renamed, created, ...rest] = csv.text.replace(/^\uFEFF/, "").split("\r\n");
  expect(head).toBe("id,at,actor,action,person,detail");
  expect(renamed).toBe(`${all[0]?.id},${all[0]?.at},${username},office.renamed,,"name: Doe, ""Roe"" LLP"`);
  expect(created).toBe(`${all[1]?.id},${all[1]?.at},${username},office.created,,`);
  expect([rest.length, rest.at(-1)]).toEqual([1201, ""]);
});

test("managers, viewers, other offices and removed owners get nothing of an office's log [threat C35]", async () => {
  const office = await newOffice("Secret & Sons");
  const other = await newOffice();
  const [manager, viewer, gone] = [
    await newMember(office, "manager"),
    await newMember(office, "viewer"),
    await newMember(office, "member"),
  ];
  await setRole(office.owner, gone, "owner");
  expect((await gone.get("/api/office/log.csv")).status).toBe(200);
  await setRole(office.owner, gone, "member");
  await remove(office, gone);
  const visitor = createTestClient(server.origin);
  for (const path of ["/api/office/log", "/api/office/log.csv", "/api/office/log.json"]) {
    for (const member of [manager, viewer]) {
      for (const method of ["GET", "HEAD"]) expect((await member.send(method, path)).status).toBe(403);
      expect(codeOf(await member.get(path))).toEqual([403, "office-role-too-low"]);
    }
    expect(codeOf(await gone.get(path))).toEqual([409, "office-not-chosen"]);
    expect((await visitor.get(path)).status).toBe(401);
    const theirs = await other.owner.get(`${path}?search=e`);
    expect([theirs.status, theirs.text.includes(String((await me(office.owner)).username))]).toEqual([
      200,
      false,
    ]);
    expect((await other.owner.get(`${path}?member=${(await me(manager)).username}`)).text).not.toContain(
      "member.joined",
    );
  }
});

test("no one signs in as an office, and a page that shows another account is asked to reload", async () => {
  const office = await newOffice();
  for (const currentPassword of ["", jane.password])
    expect(
      (await createTestClient(server.origin).login(`office:${office.id}`, currentPassword)).status,
    ).not.toBe(200);
  const { username } = await me(office.owner);
  const read = (account: string) =>
    office.owner.get("/api/documents", { "x-account": encodeURIComponent(account) });
  expect((await read(`${username}/${office.id}`)).status).toBe(200);
  expect((await read(String(username))).body.code).toBe("account-changed");
  const upload = await office.owner.send("POST", "/api/documents/upload", {
    body: formWith("a.pdf", smallPdf()),
    headers: { "x-account": encodeURIComponent(String(username)) },
  });
  expect(upload.body.code).toBe("account-changed");
});
