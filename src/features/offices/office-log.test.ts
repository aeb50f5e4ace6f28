import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { newAdmin } from "../../testing/test-admin.ts";
import { newPerson } from "../../testing/test-documents.ts";
import {
  accept,
  codeOf,
  idOf,
  inviteLink,
  me,
  newMember,
  newOffice,
  ownerPassword,
  sendJson,
} from "../../testing/test-offices.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";
import { sqlOf } from "../../testing/test-sql.ts";

setDefaultTimeout(600_000);

const day = 24 * 3_600_000;
let ahead = 0;
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    config: { rateLimitFactor: 1 },
    deps: { now: () => Date.now() + ahead },
  });
});
afterAll(() => server.stop());

const list = (text: string): Record<string, unknown>[] => JSON.parse(text);

test("a member cannot flood the log: tokens and webhooks are made or changed a hundred times a day [threat C41]", async () => {
  const office = await newOffice(server);
  const manager = await newMember(server, office, "manager");
  const hook = { url: "https://8.8.8.8/hook", events: ["document.completed"] };
  const path = `/api/webhooks/${(await manager.post("/api/webhooks", hook)).body.id}`;
  for (let more = 1; more < 100; more += 1) expect((await manager.post(`${path}/rotate`)).status).toBe(200);
  const refused = [
    await manager.post(`${path}/rotate`),
    await sendJson(manager, "PATCH", path, { isEnabled: false }),
    await manager.post("/api/webhooks", hook),
    await manager.post("/api/tokens", { name: "script", scopes: ["documents:read"] }),
  ];
  expect(refused.map(({ status }) => status)).toEqual([429, 429, 429, 429]);
  expect((await office.owner.post("/api/webhooks", hook)).status).toBe(200);
  expect((await manager.send("DELETE", path)).status).toBe(200);
});

test("a search finds values, not the names of facts, and reads a long log in parts [threat C41]", async () => {
  const office = await newOffice(server);
  const note = sqlOf(server.deps.db).prepare(
    "INSERT INTO office_log (id, office_id, actor_id, action, subject, detail, created_at) VALUES (?, ?, ?, 'document.stamped', NULL, ?, 0)",
  );
  const ownerId = await idOf(server, office.owner);
  const entry = (number: number) => {
    const detail = JSON.stringify({ serialNumber: `AT-${number}`, name: number < 3 ? 'Ärger "A"' : "B" });
    return [`0-${String(number).padStart(4, "0")}`, office.id, ownerId, detail];
  };
  note.runEach(Array.from({ length: 4500 }, (_, number) => entry(number)));
  const find = async (filter: Record<string, string>) => {
    const { text } = await office.owner.get(`/api/office/log?${new URLSearchParams(filter)}`);
    return list(text).map(({ id }) => id);
  };
  expect(await find({ search: "serialNumber" })).toEqual([]);
  expect(await find({ search: 'ärger "' })).toEqual(["0-0002", "0-0001", "0-0000"]);
  expect(await find({ search: "ärger", limit: "2" })).toEqual(["0-0002", "0-0001"]);
  expect(await find({ search: "ärger", limit: "2", cursor: "0-0001" })).toEqual(["0-0000"]);
  expect(await find({ search: "AT-2500" })).toEqual(["0-2500"]);
  expect(await find({ action: "office.created" })).toHaveLength(1);
  const { text } = await office.owner.get("/api/office/log.json?search=at-44");
  expect(list(text)).toHaveLength(111);
  let status = 200;
  for (let more = 0; more < 60 && status === 200; more += 1)
    ({ status } = await office.owner.get("/api/office/log?search=nothing"));
  expect(status).toBe(429);
});

test("an administrator's deletion of a member is in the log as the operator's, and in the audit log as theirs", async () => {
  const office = await newOffice(server);
  const member = await newMember(server, office, "manager");
  await member.post("/api/tokens", { name: "script", scopes: ["documents:read"] });
  const admin = await newAdmin(server);
  const id = await idOf(server, member);
  const adminId = await idOf(server, admin);
  expect((await admin.send("DELETE", `/api/admin/users/${id}`)).status).toBe(200);
  const [removed, revoked] = list((await office.owner.get("/api/office/log")).text);
  expect(removed).toMatchObject({ action: "member.removed", actor: null, detail: { by: "operator" } });
  expect(revoked).toMatchObject({ action: "token.revoked", actor: null, detail: { by: "operator" } });
  const acts = sqlOf(server.deps.db).prepare("SELECT actor_id FROM audit_log WHERE subject = ?").pluck();
  expect(acts.all(id)).toEqual([adminId]);
});

test("no one becomes an owner of a fourth office that never paid by an invitation or a new role [threat C34]", async () => {
  const person = await newPerson(server);
  for (let count = 0; count < 3; count += 1) {
    ahead += day;
    expect((await person.post("/api/offices", { name: "Doe LLP" })).status).toBe(200);
  }
  const other = await newOffice(server);
  const refused = [409, "too-many-free-offices"];
  expect(codeOf(await accept(person, await inviteLink(other.owner, "owner")))).toEqual(refused);
  expect((await accept(person, await inviteLink(other.owner, "manager"))).status).toBe(200);
  const promote = async () =>
    sendJson(other.owner, "PATCH", `/api/office/members/${await idOf(server, person)}`, {
      role: "owner",
      ...ownerPassword,
    });
  expect(codeOf(await promote())).toEqual([409, "member-owns-too-many-free-offices"]);
  sqlOf(server.deps.db)
    .prepare(
      "INSERT INTO purchases (id, user_id, plan, amount, state, created_at) VALUES ('paid-once', ?, 'payper', 100, 'paid', 0)",
    )
    .run(other.id);
  expect((await promote()).status).toBe(200);
  expect((await me(person)).office).toBeNull();
});
