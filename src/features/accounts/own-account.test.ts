import { afterAll, beforeAll, expect, test } from "bun:test";
import { createTestClient, jane } from "../../testing/test-client.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

const hour = 3_600_000;
const phone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1";
const desktop = "Mozilla/5.0 (Windows NT 10.0; rv:142.0) Gecko/20100101 Firefox/142.0";

let clock = Date.now();
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ deps: { now: () => clock } });
});
afterAll(() => server.stop());

type Session = { id: string; browser: string; system: string; lastUsedAt: string; isCurrent: boolean };

async function signIn(username: string, userAgent: string) {
  const client = createTestClient(server.origin);
  await client.login(username, jane.password, { "user-agent": userAgent });
  const sessions = async (): Promise<Session[]> =>
    JSON.parse((await client.get("/api/auth/sessions")).text).map((session: Session) => session);
  return { ...client, sessions };
}

async function newPerson(username: string) {
  await createTestClient(server.origin).register({ username });
  await server.deps.sessions.sweepExpired();
  return signIn(username, desktop);
}

test("a user sees where they are signed in, with device and last use, and which one is theirs", async () => {
  const atDesk = await newPerson("viewer");
  clock += 2 * hour;
  const onPhone = await signIn("viewer", phone);
  const seen = await onPhone.sessions();
  const now = new Date(clock).toISOString();
  expect(seen).toContainEqual(
    expect.objectContaining({ browser: "Safari", system: "iPhone", isCurrent: true, lastUsedAt: now }),
  );
  expect(seen).toContainEqual(
    expect.objectContaining({
      browser: "Firefox",
      system: "Windows",
      isCurrent: false,
      lastUsedAt: new Date(clock - 2 * hour).toISOString(),
    }),
  );
  await atDesk.get("/api/auth/me");
  const used = (await onPhone.sessions()).find(({ browser }) => browser === "Firefox");
  expect(used?.lastUsedAt).toBe(now);
});

test("a user can end one session or all others, but never another user's", async () => {
  const stranger = await newPerson("stranger");
  const person = await newPerson("ender");
  const onPhone = await signIn("ender", phone);
  const [theirs] = await stranger.sessions();
  const end = (id = "") => person.send("DELETE", `/api/auth/sessions/${id}`);
  expect((await end(theirs?.id)).body.code).toBe("session-not-found");
  const id = (await person.sessions()).find(({ browser }) => browser === "Safari")?.id;
  expect((await end(id)).status).toBe(200);
  expect((await end(id)).status).toBe(404);
  expect((await onPhone.get("/api/auth/me")).status).toBe(401);

  await signIn("ender", phone);
  expect((await person.post("/api/auth/sessions/end-others")).status).toBe(200);
  expect((await person.sessions()).map(({ isCurrent }) => isCurrent)).toEqual([true]);
  expect((await stranger.get("/api/auth/me")).status).toBe(200);
});

test("a user changes their name by the rules of registration", async () => {
  const person = await newPerson("renamed");
  const change = (body: object) =>
    person.send("PATCH", "/api/auth/me", {
      body: JSON.stringify(body),
      headers: { "content-type": "application/json" },
    });
  expect((await change({ firstName: "Ann", lastName: "O'Hara" })).body).toMatchObject({
    username: "renamed",
    firstName: "Ann",
    lastName: "O'Hara",
  });
  const refused = await change({ firstName: "", lastName: "AT-00000-00000-00000-00000" });
  expect([refused.status, refused.body.issues]).toEqual([
    400,
    [
      expect.objectContaining({ path: "firstName", code: "first-name-required" }),
      expect.objectContaining({ path: "lastName", code: "last-name-serial-number" }),
    ],
  ]);
  expect((await person.get("/api/auth/me")).body).toMatchObject({ firstName: "Ann", lastName: "O'Hara" });
});
