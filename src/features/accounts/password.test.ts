import { afterAll, afterEach, beforeAll, beforeEach, expect, spyOn, test } from "bun:test";
import { sqliteOf } from "../../../db/client.ts";
import { magicLinks, mails } from "../../../db/schema.ts";
import { type Background, startBackground } from "../../server/background.ts";
import { createTestClient, jane, type TestClient } from "../../testing/test-client.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";
import { startTestSmtpServer, type TestSmtpServer } from "../../testing/test-smtp-server.ts";
import { until } from "../../testing/test-waiting.ts";
import { Passwords } from "./passwords.ts";

const minute = 60_000;
let ahead: number;
let smtp: TestSmtpServer;
let server: TestServer;
let background: Background;
let visitor: TestClient;

beforeAll(async () => {
  smtp = await startTestSmtpServer();
});
beforeEach(async () => {
  ahead = 0;
  smtp.received.length = 0;
  server = await startTestServer({
    config: { smtpUrl: smtp.url },
    deps: { now: () => Date.now() + ahead, passwords: new Passwords() },
  });
  background = await startBackground(server.deps);
  visitor = createTestClient(server.origin);
});
afterEach(async () => {
  await background.stop();
  await server.stop();
});
afterAll(() => smtp.stop());

const address = "jane@example.org";

/** A user with a confirmed address, so that the tests read no confirmation emails. */
async function newJane(fields: Record<string, unknown> = {}): Promise<TestClient> {
  const client = createTestClient(server.origin);
  server.deps.config.smtpUrl = undefined;
  expect((await client.register({ email: address, ...fields })).status).toBe(200);
  server.deps.config.smtpUrl = smtp.url;
  sqliteOf(server.deps.db).exec(
    "UPDATE users SET email_confirmed_at = created_at, email_key = lower(email) WHERE email IS NOT NULL",
  );
  return client;
}

const forgot = (account: string) => visitor.post("/api/auth/forgot-password", { account });
const reset = (token: string, password = "new horse") =>
  visitor.post("/api/auth/reset-password", { token, password });

/** The token of the newest link once this many emails have arrived; one without a link may be among them. */
async function mailedToken(mailNumber = 1): Promise<string> {
  const received = await smtp.untilReceived(mailNumber);
  const tokens = () =>
    received.flatMap(({ mail }) => /\/reset-password#([\w-]+)/.exec(mail.text ?? "")?.[1] ?? []);
  await until("a link has come", () => tokens().length > 0);
  return tokens().at(-1) ?? "";
}

/** Waits until the queue is empty. */
async function untilQuiet(): Promise<void> {
  const count = sqliteOf(server.deps.db).prepare("SELECT count(*) AS jobs FROM jobs");
  await until("the queue is empty", () => JSON.stringify(count.get()) === '{"jobs":0}');
}

test("a forgotten password is reset through the link in a mail [threat A18]", async () => {
  await newJane();
  expect((await forgot("jane")).status).toBe(200);
  const token = await mailedToken();
  expect(token).toHaveLength(43);
  expect(smtp.received[0]?.recipients).toEqual([address]);
  const { text } = smtp.received[0]?.mail ?? {};
  expect(text).toContain("We got a request to reset your password for your account");
  expect(text).toContain(`${server.origin}/reset-password#${token}`);
  const answer = await reset(token);
  expect(answer.status).toBe(200);
  expect(answer.headers.getSetCookie()).toEqual([expect.stringMatching(/^device=/)]);
  expect((await visitor.login("jane")).status).toBe(401);
  expect((await visitor.login("jane", "new horse")).status).toBe(200);
});

test("a link works once, and for one hour [threat A18]", async () => {
  await newJane();
  await forgot(address.toUpperCase());
  const used = await mailedToken();
  expect((await reset(used)).status).toBe(200);
  const again = await reset(used, "another horse");
  expect([again.status, again.body.message]).toEqual([
    400,
    "This link was used before, or is too old. Please ask for a new one.",
  ]);
  await untilQuiet();
  await forgot("jane");
  const old = await mailedToken(3);
  ahead += 61 * minute;
  expect((await reset(old)).status).toBe(400);
});

test("when two people use a link at the same moment, only one sets a password [threat A18]", async () => {
  await newJane();
  await forgot("jane");
  const token = await mailedToken();
  const answers = await Promise.all([reset(token, "first horse"), reset(token, "second horse")]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
});

test("a new password ends all sessions, invalidates other links and is reported to the owner [threat A18]", async () => {
  const elsewhere = await newJane();
  await forgot("jane");
  const first = await mailedToken();
  await forgot("jane");
  const second = await mailedToken(2);
  await reset(second);
  expect((await elsewhere.get("/api/auth/me")).status).toBe(401);
  expect((await reset(first)).status).toBe(400);
  const received = await smtp.untilReceived(3);
  expect(received[2]?.mail.subject).toBe("Attestamp: your password was changed");
  expect(received[2]?.recipients).toEqual([address]);
});

test("the response is the same for a name, for an address and for neither [threat A18]", async () => {
  await newJane();
  const answers = [
    await forgot("jane"),
    await forgot(address),
    await forgot("nobody"),
    await forgot("no@example.org"),
  ];
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  await untilQuiet();
  expect(smtp.received).toHaveLength(2);
});

test("the request looks up no account: before the job runs, the rows differ only in the name typed [threat A18]", async () => {
  await background.stop();
  await newJane();
  sqliteOf(server.deps.db).exec("ALTER TABLE users RENAME TO hidden");
  for (const account of ["jane", "nobody"]) expect((await forgot(account)).status).toBe(200);
  const rows = sqliteOf(server.deps.db).prepare(
    "SELECT kind, subject, user_id, state FROM jobs ORDER BY subject",
  );
  const requester = expect.stringMatching(/^[\w-]{43}$/);
  const shown = rows.all().map((row) => JSON.parse(JSON.stringify(row)));
  expect(shown.map(({ subject, ...row }) => ({ ...row, ...JSON.parse(subject) }))).toEqual([
    { kind: "password.reset", account: "jane", requester, user_id: null, state: "queued" },
    { kind: "password.reset", account: "nobody", requester, user_id: null, state: "queued" },
  ]);
  expect(await server.deps.db.select().from(mails).all()).toEqual([]);
});

test("only the hash of a token is stored, and no stored mail contains the token [threat A18]", async () => {
  await newJane();
  await forgot("jane");
  const token = await mailedToken();
  await untilQuiet();
  const kept = [
    ...(await server.deps.db.select().from(magicLinks).all()),
    ...(await server.deps.db.select().from(mails).all()),
  ];
  expect(kept).toHaveLength(2);
  expect(JSON.stringify(kept)).not.toContain(token);
});

test("links are built from the public address, regardless of the Host header [threat A18]", async () => {
  await newJane();
  await visitor.post("/api/auth/forgot-password", { account: "jane" }, { host: "evil.test" });
  await smtp.untilReceived(1);
  expect(smtp.received[0]?.source).not.toContain("evil.test");
});

test("an account locked by wrong passwords is unlocked by its owner through the mail [threat A11]", async () => {
  server.deps.config.rateLimitFactor = 1;
  await newJane();
  for (let wrong = 0; wrong < 11; wrong += 1) await visitor.login("jane", "wrong");
  expect((await visitor.login("jane")).status).toBe(429);
  await forgot("jane");
  await reset(await mailedToken());
  expect((await visitor.login("jane", "new horse")).status).toBe(200);
});

test("a stranger who takes my address as a user name does not block my link", async () => {
  await newJane();
  await newJane({ username: address, email: "squatter@example.org" });
  await forgot(address);
  const received = await smtp.untilReceived(2);
  expect(received.flatMap(({ recipients }) => recipients).toSorted()).toEqual([
    address,
    "squatter@example.org",
  ]);
  sqliteOf(server.deps.db).prepare("UPDATE users SET is_deleted = 1 WHERE username = ?").run(address);
  await forgot(address);
  expect((await smtp.untilReceived(3))[2]?.recipients).toEqual([address]);
});

test("a person whose username is their own address gets one link, not two", async () => {
  await newJane({ username: address });
  await forgot(address);
  await untilQuiet();
  expect(smtp.received).toHaveLength(1);
});

test("a user name is not a link in the mail, and can be copied from it", async () => {
  await newJane({ username: "evil.com" });
  await forgot("evil.com");
  const [got] = await smtp.untilReceived(1);
  const [, shown = ""] = /your account (\S+)\.\n/.exec(got?.mail.text ?? "") ?? [];
  expect(shown).toBe("evil\u2060.\u2060com");
  expect((await visitor.login(shown)).status).toBe(200);
});

test("a deleted account and one without an address get no mail [threat A16]", async () => {
  await newJane();
  await newJane({ username: "john", email: "" });
  sqliteOf(server.deps.db).exec("UPDATE users SET is_deleted = 1 WHERE username = 'jane'");
  await forgot("jane");
  await forgot(address);
  await forgot("john");
  await untilQuiet();
  expect(smtp.received).toEqual([]);
});

test("a deleted user's link no longer works", async () => {
  await newJane();
  await forgot("jane");
  const token = await mailedToken();
  sqliteOf(server.deps.db).exec("UPDATE users SET is_deleted = 1 WHERE username = 'jane'");
  expect((await reset(token)).status).toBe(400);
});

test("a new password follows the same rule as at registration [threat A8]", async () => {
  await newJane();
  await forgot("jane");
  const token = await mailedToken();
  const short = await reset(token, "12345");
  expect([short.status, short.body.message]).toEqual([400, "Password must be at least 6 characters"]);
  expect((await reset(token, "123456")).status).toBe(200);
});

test("too many requests for one account are refused, whether it exists or not", async () => {
  server.deps.config.rateLimitFactor = 1;
  for (const account of ["jane", "nobody"]) {
    const statuses = [];
    for (let wish = 0; wish < 4; wish += 1) statuses.push((await forgot(account)).status);
    expect([account, ...statuses]).toEqual([account, 200, 200, 200, 429]);
  }
});

test("without a mail server, the answer says that no email can be sent", async () => {
  server.deps.config.smtpUrl = undefined;
  const answer = await forgot("jane");
  expect(String(answer.body.message)).toStartWith("This site can't send email yet.");
});

test("when a signed-in user changes the password, this browser stays signed in and all others are signed out", async () => {
  const here = await newJane();
  const elsewhere = createTestClient(server.origin);
  await elsewhere.login("jane");
  const before = here.cookie();
  const answer = await here.post("/api/auth/change-password", {
    currentPassword: jane.password,
    newPassword: "new horse",
  });
  expect(answer.status).toBe(200);
  expect(here.cookie()).not.toBe(before);
  expect((await here.get("/api/auth/me")).status).toBe(200);
  expect((await elsewhere.get("/api/auth/me")).status).toBe(401);
  expect((await createTestClient(server.origin, before).get("/api/auth/me")).status).toBe(401);
  expect((await visitor.login("jane", "new horse")).status).toBe(200);
  // Two others tell of the sign-ins elsewhere.
  const texts = (await smtp.untilReceived(3)).map(({ mail }) => mail.text ?? "");
  const isChange = (text: string) => text.includes("The password of your account jane was changed on");
  expect(texts.filter(isChange)).toHaveLength(1);
});

/** Pauses the next call of this method just before it returns; `reached` resolves at that point. */
function holdNext(method: "hash" | "verify") {
  const { passwords } = server.deps;
  const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const hold = async <T>(result: Promise<T>) => {
    const value = await result;
    reached.resolve();
    await released.promise;
    return value;
  };
  const [hash, verify] = [passwords.hash.bind(passwords), passwords.verify.bind(passwords)];
  if (method === "hash") spyOn(passwords, "hash").mockImplementationOnce((password) => hold(hash(password)));
  else
    spyOn(passwords, "verify").mockImplementationOnce((password, stored) => hold(verify(password, stored)));
  return { reached: reached.promise, release: released.resolve };
}

for (const [moment, held, method] of [
  ["the old password was checked", "change", "verify"],
  ["the stolen password was hashed", "change", "hash"],
  ["the new password was hashed", "reset", "hash"],
] as const) {
  test(`a person with the old password cannot undo a reset that happens when ${moment}`, async () => {
    const thief = await newJane();
    await forgot("jane");
    const token = await mailedToken();
    const acts = {
      change: () =>
        thief.post("/api/auth/change-password", {
          currentPassword: jane.password,
          newPassword: "stolen horse",
        }),
      reset: () => reset(token),
    };
    const { reached, release } = holdNext(method);
    const first = acts[held]();
    await reached;
    const second = await acts[held === "change" ? "reset" : "change"]();
    release();
    const resetAnswer = held === "change" ? second : await first;
    await first;
    expect(resetAnswer.status).toBe(200);
    expect((await visitor.login("jane", "new horse")).status).toBe(200);
    expect((await visitor.login("jane", "stolen horse")).status).toBe(401);
    expect((await thief.get("/api/auth/me")).status).toBe(401);
  });
}

test("a login with the old password that is in progress during the change does not succeed", async () => {
  const owner = await newJane();
  const late = createTestClient(server.origin);
  const { reached, release } = holdNext("verify");
  const login = late.login("jane");
  await reached;
  await forgot("jane");
  const replaced = [
    await owner.post("/api/auth/change-password", {
      currentPassword: jane.password,
      newPassword: "second horse",
    }),
    await reset(await mailedToken(), "third horse"),
  ];
  expect(replaced.map(({ status }) => status)).toEqual([200, 200]);
  release();
  await login;
  expect((await late.get("/api/auth/me")).status).toBe(401);
});

test("a password checked against an older kind of hash is rehashed only if it is still the password", async () => {
  const cheap = { algorithm: "argon2id", memoryCost: 8, timeCost: 1 } as const;
  const [old, other] = await Promise.all([
    Bun.password.hash(jane.password, cheap),
    Bun.password.hash("set by someone else", cheap),
  ]);
  const $client = sqliteOf(server.deps.db);
  const hash = () => String($client.prepare("SELECT password_hash FROM users").pluck().get());
  const set = (value: string) => $client.prepare("UPDATE users SET password_hash = ?").run(value);
  await newJane();
  set(old);
  expect((await visitor.login("jane")).status).toBe(200);
  expect(hash()).not.toBe(old);

  set(old);
  const { passwords } = server.deps;
  const rehash = spyOn(passwords, "hash").mockImplementation((password) => {
    set(other);
    rehash.mockRestore();
    return passwords.hash(password);
  });
  expect([(await visitor.login("jane")).status, hash()]).toEqual([401, other]);
});

test("of two changes at the same moment, one succeeds", async () => {
  const here = await newJane();
  const change = (newPassword: string) =>
    here.post("/api/auth/change-password", { currentPassword: jane.password, newPassword });
  const answers = await Promise.all([change("first horse"), change("second horse")]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
});

test("someone who knows the password cannot lock out the owner by changing it repeatedly", async () => {
  const thief = await newJane();
  await forgot("jane");
  const token = await mailedToken();
  server.deps.config.rateLimitFactor = 0.2;
  const again = { currentPassword: jane.password, newPassword: jane.password };
  const statuses = [];
  for (let count = 0; count < 3; count += 1) {
    statuses.push((await thief.post("/api/auth/change-password", again)).status);
  }
  expect(statuses).toEqual([200, 200, 429]);
  expect((await reset(token)).status).toBe(200);
  expect((await visitor.login("jane", "new horse")).status).toBe(200);
});

test("the current password is required, and guessing it is limited", async () => {
  server.deps.config.rateLimitFactor = 1;
  const here = await newJane();
  const change = (currentPassword: string) =>
    here.post("/api/auth/change-password", { currentPassword, newPassword: "new horse" });
  const wrong = await change("wrong");
  expect([wrong.status, wrong.body.message]).toEqual([400, "This is not your current password."]);
  expect(wrong.body.issues).toEqual([
    {
      path: "currentPassword",
      message: "This is not your current password.",
      code: "wrong-current-password",
    },
  ]);
  for (let guess = 2; guess <= 10; guess += 1) expect((await change(`guess ${guess}`)).status).toBe(400);
  expect((await change(jane.password)).status).toBe(429);
  expect((await visitor.login("jane")).status).toBe(200);
});
