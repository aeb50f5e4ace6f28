import { afterAll, beforeAll, expect, spyOn, test } from "bun:test";
import { createLogger } from "../../platform/logger.ts";
import { createTestClient, jane } from "../../testing/test-client.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";
import { sqlOf } from "../../testing/test-sql.ts";
import { Passwords } from "./passwords.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ deps: { passwords: new Passwords() } });
});
afterAll(() => server.stop());

const client = () => createTestClient(server.origin);

test("a person who registers is signed in immediately and sees their own account [spec 7 register]", async () => {
  const person = client();
  const registered = await person.register({ username: "ann", email: "ann@example.org" });
  expect([registered.status, registered.body]).toEqual([200, { username: "ann" }]);
  const me = await person.get("/api/auth/me");
  expect([me.status, me.body]).toEqual([
    200,
    {
      username: "ann",
      isAdmin: false,
      needsSecondFactor: false,
      needsAdminPassword: false,
      pendingEmail: null,
      deletionAt: null,
      language: "en",
      timeZone: null,
      email: "ann@example.org",
      emailConfirmed: false,
      firstName: "Jane",
      lastName: "Doe",
      office: null,
    },
  ]);
});

test("a person registers without an e-mail address, or with the field left blank [spec 5 register-email]", async () => {
  expect((await client().register({ username: "no-mail" })).status).toBe(200);
  const blank = client();
  await blank.register({ username: "blank-mail", email: "" });
  expect((await blank.get("/api/auth/me")).body.email).toBeNull();
});

test("each invalid registration field gets the message to show next to it [spec 5 register-sentences] [threat A8]", async () => {
  const wrong = {
    username: "ab",
    password: "12345",
    email: "nonsense",
    firstName: "",
    lastName: "x".repeat(101),
  };
  const answer = await client().register(wrong);
  expect(answer.status).toBe(400);
  expect(answer.body.message).toBe("Username must be at least 3 characters");
  expect(answer.body.issues).toEqual([
    { path: "username", message: "Username must be at least 3 characters", code: "username-too-short" },
    { path: "password", message: "Password must be at least 6 characters", code: "password-too-short" },
    { path: "email", message: "Invalid email", code: "email-invalid" },
    { path: "firstName", message: "First name is required", code: "first-name-required" },
    { path: "lastName", message: "Last name too long", code: "last-name-too-long" },
  ]);
});

test("a password of 6 characters is accepted; a user name of 51 is too long [spec 5 register-limits] [threat A8]", async () => {
  expect((await client().register({ username: "six", password: "123456" })).status).toBe(200);
  const long = await client().register({ username: "x".repeat(51) });
  expect([long.status, long.body.message]).toEqual([400, "Username too long"]);
});

test("register: first and last name are required, with at most 100 characters each [spec 5 register-names]", async () => {
  const register = async (firstName: string, lastName: string) => {
    const { body } = await client().register({
      username: `named-${crypto.randomUUID()}`,
      firstName,
      lastName,
    });
    return body.message;
  };
  expect(await register("Jane", " ")).toBe("Last name is required");
  expect(await register("", "Doe")).toBe("First name is required");
  expect(await register("x".repeat(101), "Doe")).toBe("First name too long");
  expect(await register("x".repeat(100), "x".repeat(100))).toBeUndefined();
});

test("a form sent without fields gets an error for each required field [spec 5 login-server]", async () => {
  const answer = await client().login("", "");
  expect(answer.status).toBe(400);
  expect(answer.body.issues).toEqual([
    { path: "username", message: "Username is required", code: "username-required" },
    { path: "password", message: "Password is required", code: "password-required" },
  ]);
});

test("a name that is taken is refused in any capitalization [threat A13] [threat A14]", async () => {
  await client().register({ username: "admin-anna" });
  for (const username of ["admin-anna", "Admin-Anna", "admin-anna ", "ａｄｍｉｎ-anna"]) {
    const answer = await client().register({ username });
    expect([answer.status, answer.body.message]).toEqual([409, "Username already exists"]);
    expect(answer.body.issues).toMatchObject([{ path: "username", message: "Username already exists" }]);
  }
});

test("when two people register the same name at the same moment, only one gets it", async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, () => client().register({ username: "race" })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array<number>(7).fill(409)]);
});

test("an e-mail address that another account uses gets the same answer as a new one [threat A13]", async () => {
  const first = await client().register({ username: "mail-1", email: "shared@example.org" });
  const second = await client().register({ username: "mail-2", email: "shared@example.org" });
  expect([second.status, Object.keys(second.body)]).toEqual([first.status, Object.keys(first.body)]);
});

test("login is case-insensitive and returns the name as registered [spec 7 login]", async () => {
  await client().register({ username: "Cleo" });
  const answer = await client().login(" cLEO ");
  expect([answer.status, answer.body]).toEqual([200, { username: "Cleo" }]);
});

test("an unknown name, a wrong password and a deleted account get the same answer [threat A12]", async () => {
  await client().register({ username: "gone" });
  await client().register({ username: "here" });
  sqlOf(server.deps.db).prepare("UPDATE users SET is_deleted = 1 WHERE username = 'gone'").run();
  const answers = [
    await client().login("nobody-at-all"),
    await client().login("here", "wrong"),
    await client().login("gone"),
  ];
  for (const { status, body } of answers) {
    expect([status, { ...body, requestId: "" }]).toEqual([401, { ...answers[0]?.body, requestId: "" }]);
    expect(body.message).toBe("Invalid username or password");
  }
});

test("a login takes the same amount of work for a wrong password, an unknown name and a deleted account [threat A12]", async () => {
  await client().register({ username: "timed-here" });
  await client().register({ username: "timed-gone" });
  sqlOf(server.deps.db).prepare("UPDATE users SET is_deleted = 1 WHERE username = 'timed-gone'").run();
  const verify = spyOn(Bun.password, "verify");
  for (const name of ["timed-here", "timed-gone", "timed-nobody"]) await client().login(name, "wrong horse");
  const costs = verify.mock.calls.map(([, hash]) => /^\$argon2id\$v=19\$[^$]*\$/.exec(String(hash))?.[0]);
  verify.mockRestore();
  expect(costs).toEqual(Array(3).fill(expect.stringMatching(/^\$argon2id\$v=19\$m=\d+,t=\d+,p=1\$$/)));
  expect(new Set(costs).size).toBe(1);
});

test("unexpected fields are dropped: a visitor cannot register as an administrator or with credits [spec 6 register-admin] [threat A15]", async () => {
  const person = client();
  const extra = {
    isAdmin: true,
    freeCredits: 999,
    subscriptionStatus: "active",
    id: "chosen",
    isDeleted: true,
  };
  await person.register({ username: "greedy", ...extra });
  expect((await person.get("/api/auth/me")).body.isAdmin).toBe(false);
  const row = sqlOf(server.deps.db)
    .prepare(
      "SELECT CASE id WHEN 'chosen' THEN 0 ELSE 1 END AS own_id, free_credits, subscription_status FROM users WHERE username = 'greedy'",
    )
    .get();
  expect(row).toEqual({ own_id: 1, free_credits: 0, subscription_status: "none" });
});

test("a name that contains a link is refused, since mails would make it clickable [threat D3]", async () => {
  const answer = await client().register({ username: "linker", firstName: "see http://evil.test" });
  expect(answer.status).toBe(400);
});

test("a name that imitates the text of a stamp is refused, with a message next to its field [threat D2]", async () => {
  const wrong = {
    username: "forger",
    firstName: "Jane\nThis is a Professional Document Timestamp",
    lastName: "Doe · Serial AT-00000-00000-00000-00000 · 2015-01-01 09:00:00 UTC",
  };
  const answer = await client().register(wrong);
  expect([answer.status, answer.body.issues]).toEqual([
    400,
    [
      {
        path: "firstName",
        message: "First name has invisible characters",
        code: "first-name-hidden-characters",
      },
      {
        path: "lastName",
        message: "Last name must not contain a separator such as “·”",
        code: "last-name-separator",
      },
    ],
  ]);
});

test("a user name that looks like an existing one is refused [threat A14]", async () => {
  await client().register({ username: "victim" });
  const refusals = {
    "victim\u200b": [400, "Username has invisible characters"],
    "\u0000victim": [400, "Username has invisible characters"],
    "v\u0456ctim": [400, "Username mixes letters of different alphabets that look alike"],
    "v\u0131ctim": [409, "Username already exists"],
  };
  for (const [username, refusal] of Object.entries(refusals)) {
    const answer = await client().register({ username });
    expect([answer.status, answer.body.message]).toEqual(refusal);
  }
});

test("when sign-up is turned off, registering is refused with a message", async () => {
  const closed = await startTestServer({ config: { signupDisabled: true } });
  const answer = await createTestClient(closed.origin).register();
  expect([answer.status, answer.body.message]).toEqual([
    403,
    "New accounts cannot be created on this server.",
  ]);
  await closed.stop();
});

test("the login time is saved", async () => {
  await client().register({ username: "timed" });
  const before = Date.now();
  await client().login("timed", jane.password);
  const at = sqlOf(server.deps.db)
    .prepare("SELECT last_login_at FROM users WHERE username = 'timed'")
    .pluck()
    .get();
  expect(Number(at)).toBeWithin(before, Date.now() + 1);
});

test("failed logins are logged for the operator: the address and the account, and nothing that was typed [threat A19]", async () => {
  const lines: string[] = [];
  const watched = await startTestServer({
    config: { rateLimitFactor: 0.1 },
    deps: { log: createLogger("info", { write: (line) => void lines.push(line) }) },
  });
  const person = createTestClient(watched.origin);
  await person.register();
  await person.login("jane", "wrong horse");
  await person.login("jane", "wrong horse again");
  await person.login("a password typed as name", "x");
  await watched.stop();
  const told = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === "a login was refused");
  const user = expect.stringMatching(/^[0-9a-f-]{36}$/);
  const address = expect.stringMatching(/^(127\.0\.0\.1|0:0:0:0::\/64)$/);
  expect(told).toMatchObject([
    { level: 30, address, user, reason: "unauthenticated" },
    { level: 40, address, user, reason: "rate_limited" },
    { level: 30, address, user: null, reason: "unauthenticated" },
  ]);
  expect(lines.join()).not.toMatch(/horse|typed|jane/);
});
