import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Actor } from "../../features/accounts/accounts.ts";
import { requireAccountOf, requireScope } from "../../features/accounts/accounts.ts";
import type { TestClient } from "../../testing/test-client.ts";
import { newPerson } from "../../testing/test-documents.ts";
import { idOf, newMember, newOffice, removeMember, setRole } from "../../testing/test-offices.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";
import { sqlOf } from "../../testing/test-sql.ts";
import { findCaller } from "./identify.ts";
import { whileAllowed } from "./while-allowed.ts";

setDefaultTimeout(600_000);

let ahead = 0;
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ deps: { now: () => Date.now() + ahead } });
});
afterAll(() => server.stop());

test("an export of an office's log is broken off for an owner who no longer is one [threat C42]", async () => {
  const office = await newOffice(server);
  const other = await newMember(server, office, "owner");
  const detail = JSON.stringify({ serialNumber: "AT".repeat(500) });
  sqlOf(server.deps.db)
    .prepare(
      `WITH RECURSIVE numbers (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < 20000)
       INSERT INTO office_log (id, office_id, actor_id, action, subject, detail, created_at)
       SELECT '0-' || (100000 + number), ?, NULL, 'document.stamped', NULL, ?, 0 FROM numbers`,
    )
    .run(office.id, detail);
  const read = async (whenBegun: () => Promise<void>) => {
    const answer = await fetch(`${server.origin}/api/office/log.json`, {
      headers: { cookie: other.cookie() },
    });
    expect(answer.status).toBe(200);
    const reader = answer.body?.getReader();
    let bytes = (await reader?.read())?.value?.length ?? 0;
    await whenBegun();
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read())
      bytes += part.value.length;
    return bytes;
  };
  const all = await read(async () => {
    ahead += 2_000;
    await other.post("/api/offices/switch", { id: null });
  });
  expect(all).toBeGreaterThan(20_000_000);
  await other.post("/api/offices/switch", { id: office.id });
  const broken = read(async () => {
    await setRole(server, office.owner, other, "manager");
    ahead += 2_000;
  });
  await expect(broken).rejects.toThrow();
});

type Begun = { person: TestClient; token?: string; office?: string };

/** A download that the person has begun, with parts that never end. */
async function begin({ person, token }: Begun) {
  const { deps } = server;
  const accessToken = token ?? null;
  const sessionToken = accessToken === null ? deps.sessions.tokenIn(person.cookie()) : null;
  const context = { deps, accessToken, sessionToken };
  const caller = await findCaller(deps, context);
  const owner: Actor =
    accessToken === null ? requireAccountOf(caller, "viewer") : requireScope(caller, "documents:read");
  async function* parts() {
    for (;;) yield new Uint8Array(1);
  }
  const download = whileAllowed(context, owner, "viewer", parts());
  return async () => {
    ahead += 2_000;
    return (await download.next()).value?.length;
  };
}

const refused = { code: "download-no-longer-allowed" };

test("a download of files is broken off when its reader is removed, logs out, or their token or account goes [threat C42]", async () => {
  const office = await newOffice(server);
  const member = await newMember(server, office, "viewer");
  const inOffice = await begin({ person: member });
  expect(await inOffice()).toBe(1);
  await setRole(server, office.owner, member, "manager");
  const made = { name: "script", scopes: ["documents:read"] };
  const { id, token } = (await member.post("/api/tokens", made)).body;
  const byProgram = await begin({ person: member, token: String(token) });
  expect([await inOffice(), await byProgram()]).toEqual([1, 1]);
  await office.owner.send("DELETE", `/api/tokens/${id}`);
  await expect(byProgram()).rejects.toMatchObject({ code: "access-token-invalid" });
  await removeMember(server, office, member);
  await expect(inOffice()).rejects.toMatchObject(refused);

  const person = await newPerson(server);
  const own = await begin({ person });
  expect(await own()).toBe(1);
  sqlOf(server.deps.db)
    .prepare("UPDATE users SET is_deleted = 1 WHERE id = ?")
    .run(await idOf(server, person));
  await expect(own()).rejects.toMatchObject(refused);
  const other = await newPerson(server);
  const untilLogout = await begin({ person: other });
  expect(await untilLogout()).toBe(1);
  await other.post("/api/auth/logout");
  await expect(untilLogout()).rejects.toMatchObject(refused);
});
