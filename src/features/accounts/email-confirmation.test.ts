import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "bun:test";
import { type Background, startBackground } from "../../server/background.ts";
import { createTestClient, jane, type TestClient } from "../../testing/test-client.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";
import { startTestSmtpServer, type TestSmtpServer } from "../../testing/test-smtp-server.ts";
import { sqlOf } from "../../testing/test-sql.ts";
import { until } from "../../testing/test-waiting.ts";

const minute = 60_000;
const day = 24 * 60 * minute;
const address = "jane@example.org";
let ahead: number;
let smtp: TestSmtpServer;
let server: TestServer;
let background: Background;
const now = () => Date.now() + ahead;

beforeAll(async () => {
  smtp = await startTestSmtpServer();
});
beforeEach(async () => {
  ahead = 0;
  smtp.received.length = 0;
  server = await startTestServer({ config: { smtpUrl: smtp.url }, deps: { now } });
  background = await startBackground(server.deps);
});
afterEach(async () => {
  await background.stop();
  await server.stop();
});
afterAll(() => smtp.stop());

let accounts = 0;
async function newAccount(email = address, fields: Record<string, unknown> = {}): Promise<TestClient> {
  const client = createTestClient(server.origin);
  accounts += 1;
  expect((await client.register({ username: `name-${accounts}`, email, ...fields })).status).toBe(200);
  return client;
}

/**
 * An account of an older version, with an address that was never confirmed. Call it only while no email is queued: the
 * server would store that one instead of sending it.
 */
async function newOldAccount(email = address, fields: Record<string, unknown> = {}): Promise<TestClient> {
  server.deps.config.smtpUrl = undefined;
  const client = await newAccount(email, fields);
  server.deps.config.smtpUrl = smtp.url;
  return client;
}

/** Waits until the only queued jobs are delayed longer than an email's retry. */
async function untilQuiet(): Promise<void> {
  const due = sqlOf(server.deps.db).prepare("SELECT count(*) FROM jobs WHERE available_at <= ?").pluck();
  await until("nothing is due", () => due.get(now() + 10 * minute) === 0);
}

/** The subjects of all emails to an address so far, without the product's name. */
async function mailsTo(email = address): Promise<string[]> {
  await untilQuiet();
  return smtp.received
    .filter(({ recipients }) => recipients.includes(email))
    .map(({ mail }) => (mail.subject ?? "").replace("Attestamp: ", ""));
}

async function tokensTo(path: string): Promise<string[]> {
  await untilQuiet();
  const links = new RegExp(`${path}#([\\w-]+)`, "g");
  return smtp.received.flatMap(({ mail }) =>
    [...(mail.text ?? "").matchAll(links)].map(([, token = ""]) => token),
  );
}

const confirm = (token = "") => createTestClient(server.origin).post("/api/auth/confirm-email", { token });
const forgot = (account: string) =>
  createTestClient(server.origin).post("/api/auth/forgot-password", { account });
const me = async (client: TestClient) => (await client.get("/api/auth/me")).body;
const confirmationSubject = "please confirm your email address";
const resetSubject = "choose a new password";

test("a person who registers with an address gets a link that confirms it", async () => {
  const person = await newAccount();
  expect(await me(person)).toMatchObject({ email: address, emailConfirmed: false });
  const [token] = await tokensTo("/confirm-email");
  expect(smtp.received[0]?.recipients).toEqual([address]);
  const answer = await confirm(token);
  const { username } = await me(person);
  expect([answer.status, answer.body]).toEqual([200, { success: true, email: address, username }]);
  expect(await me(person)).toMatchObject({ email: address, emailConfirmed: true });
  expect((await confirm(token)).status).toBe(200);
});

test("an address with a domain in any script is one mailbox, gets mail, and opens the account again", async () => {
  const ascii = "jane@xn--exmple-cua.de";
  // As the test's mail server shows what it heard, which it could not hear without an extension of SMTP.
  const heard = "jane@ex\u00e4mple.de";
  const person = await newAccount("jane@ex\u00e4mple.de");
  expect((await me(person)).email).toBe(ascii);
  await confirm((await tokensTo("/confirm-email"))[0]);
  expect(smtp.received[0]?.recipients).toEqual([heard]);
  expect(smtp.received[0]?.source).toContain(`To: ${ascii}`);
  expect(await me(person)).toMatchObject({ email: ascii, emailConfirmed: true });
  // Whoever else enters it, in whichever spelling, has no share in the confirmed account.
  const other = await newAccount("JANE@EX\u00c4MPLE.DE");
  expect((await me(other)).emailConfirmed).toBe(false);
  for (const account of ["jane@ex\u00e4mple.de", "JANE@EX\u00c4MPLE.de", ascii]) await forgot(account);
  const resets = (await mailsTo(heard)).filter((subject) => subject === resetSubject);
  expect(resets).toHaveLength(3);
  const keys = sqlOf(server.deps.db)
    .prepare("SELECT email_key FROM users WHERE email_key IS NOT NULL")
    .pluck();
  expect(keys.all()).toEqual([ascii]);
  const changed = await person.post("/api/auth/email", {
    email: " jane@b\u00fccher.example ",
    currentPassword: jane.password,
  });
  expect(changed.status).toBe(200);
  expect((await mailsTo("jane@b\u00fccher.example")).length).toBeGreaterThan(0);
});

test("a mail to an unconfirmed address contains nothing chosen by the person who entered it [threat A21]", async () => {
  await newAccount(address, { username: "Call 0800 bank now", firstName: "Urgent", lastName: "Message" });
  await forgot("Call 0800 bank now");
  expect(await mailsTo()).toEqual([confirmationSubject, resetSubject]);
  for (const { mail } of smtp.received) {
    expect(`${mail.subject} ${mail.text} ${mail.html}`).not.toMatch(/Call 0800|Urgent|Message/);
  }
});

test("a link that is made up, expired or meant for something else confirms nothing [threat A21]", async () => {
  const person = await newAccount();
  await forgot(address);
  const [token] = await tokensTo("/confirm-email");
  const [resetToken] = await tokensTo("/reset-password");
  ahead = 3 * day;
  for (const wrong of ["", "x".repeat(43), resetToken, token]) {
    const answer = await confirm(wrong);
    expect([answer.status, answer.body.message]).toEqual([
      400,
      "This link is no longer valid. Please ask for a new one on your account page.",
    ]);
  }
  ahead = 0;
  expect((await me(person)).emailConfirmed).toBe(false);
});

test("the link can be requested again, and a confirmed address does not need one", async () => {
  const person = await newAccount();
  const again = await person.post("/api/auth/request-confirmation");
  expect([again.status, again.body]).toEqual([
    200,
    {
      mailed: true,
      message: `We sent a link to confirm your email address to ${address}.`,
      code: "confirmation-sent",
      params: { email: address },
    },
  ]);
  const tokens = await tokensTo("/confirm-email");
  expect(tokens).toHaveLength(2);
  await confirm(tokens[1]);
  expect((await person.post("/api/auth/request-confirmation")).body).toEqual({
    mailed: false,
    message: "Your email address is already confirmed.",
    code: "confirmation-not-needed",
  });
  expect((await createTestClient(server.origin).post("/api/auth/request-confirmation")).status).toBe(401);
});

test("whoever has no address is told to enter one first: the account lacks something, not the request", async () => {
  const person = createTestClient(server.origin);
  await person.register({ username: `nameless-${crypto.randomUUID().slice(0, 8)}`, email: "" });
  const { status, body } = await person.post("/api/auth/request-confirmation");
  expect([status, body.code]).toEqual([409, "email-required-first"]);
});

test("one network can send a mailbox at most three confirmation links a day, across all accounts and spellings of the address [threat A21]", async () => {
  server.deps.config.rateLimitFactor = 1;
  for (let account = 0; account < 8; account += 1) await newAccount(`victim+${account}@example.org`);
  await untilQuiet();
  expect(smtp.received).toHaveLength(3);
  const last = await newAccount("victim@example.org");
  expect((await last.post("/api/auth/request-confirmation")).status).toBe(429);
  ahead = day;
  expect((await last.post("/api/auth/request-confirmation")).status).toBe(200);
});

/** The proxy's header for a client at this address. */
const from = (network: number) => ({ "x-forwarded-for": `198.51.100.${network}` });

async function newAccountFrom(network: number, email = address): Promise<TestClient> {
  const client = createTestClient(server.origin);
  accounts += 1;
  const fields = { ...jane, username: `name-${accounts}`, email };
  expect((await client.post("/api/auth/register", fields, from(network))).status).toBe(200);
  return client;
}

test("strangers who enter my address do not use up my link, and cannot cause many emails to me [threat A21]", async () => {
  server.deps.config.rateLimitFactor = 1;
  server.deps.config.trustProxy = 1;
  for (const network of [1, 2, 3, 4, 5]) {
    for (let account = 0; account < 4; account += 1) await newAccountFrom(network);
  }
  await untilQuiet();
  expect(smtp.received).toHaveLength(10);
  const owner = await newAccountFrom(99);
  await untilQuiet();
  expect(smtp.received).toHaveLength(11);
  const token = (await tokensTo("/confirm-email")).at(-1);
  expect((await confirm(token)).status).toBe(200);
  expect(await me(owner)).toMatchObject({ emailConfirmed: true });
  for (let network = 100; network < 140; network += 1) await newAccountFrom(network);
  await untilQuiet();
  expect(smtp.received.length).toBeLessThanOrEqual(25);
});

test("strangers who request a reset of my password do not use up my link, and cannot cause many emails to me [threat A21]", async () => {
  await newOldAccount(address, { username: "owner" });
  server.deps.config.rateLimitFactor = 1;
  server.deps.config.trustProxy = 1;
  const forgotFrom = (network: number, account: string) =>
    createTestClient(server.origin).post("/api/auth/forgot-password", { account }, from(network));
  for (let hour = 0; hour < 20; hour += 1) {
    for (const account of ["owner", address, "owner", address]) await forgotFrom(1, account);
    ahead += 60 * minute;
  }
  await untilQuiet();
  expect(smtp.received.length).toBeLessThanOrEqual(7);
  const before = smtp.received.length;
  expect((await forgotFrom(99, "owner")).status).toBe(200);
  await untilQuiet();
  expect(smtp.received).toHaveLength(before + 1);
});

test("without a mail server, no address needs to be confirmed, and the response says so", async () => {
  server.deps.config.smtpUrl = undefined;
  const person = await newAccount();
  expect((await person.post("/api/auth/request-confirmation")).body).toEqual({
    mailed: false,
    message: "This site can't send email yet, so there is nothing to confirm.",
    code: "confirmation-unavailable",
  });
  expect(sqlOf(server.deps.db).prepare("SELECT count(*) FROM mails").pluck().get()).toBe(0);
});

test("an address can be added later with the password, and a wrong one can be replaced until it is confirmed", async () => {
  const person = await newAccount("");
  const set = (email: string, currentPassword = jane.password) =>
    person.post("/api/auth/email", { email, currentPassword });
  const wrong = await set("typo@example.org", "wrong horse");
  expect([wrong.status, wrong.body.issues]).toEqual([
    400,
    [
      {
        path: "currentPassword",
        message: "This is not your current password.",
        code: "wrong-current-password",
      },
    ],
  ]);
  expect((await set("typo@example.org")).body.mailed).toBe(true);
  const [toTypo] = await tokensTo("/confirm-email");
  expect((await set(address)).status).toBe(200);
  expect((await confirm(toTypo)).status).toBe(400);
  expect(await mailsTo("typo@example.org")).toEqual([confirmationSubject, "your email address was replaced"]);
  const token = (await tokensTo("/confirm-email")).at(-1);
  expect((await confirm(token)).status).toBe(200);
  expect(await me(person)).toMatchObject({ email: address, emailConfirmed: true });
});

/** An account with a confirmed address, and a call that enters another address with the password. */
async function newConfirmed() {
  const person = await newAccount();
  expect((await confirm((await tokensTo("/confirm-email")).at(-1))).status).toBe(200);
  const set = (email: string, currentPassword = jane.password) =>
    person.post("/api/auth/email", { email, currentPassword });
  return { person, set };
}
const newAddress = "jane.new@example.org";

test("a confirmed address is replaced when the link to the new one is opened, and the old one is notified before and after", async () => {
  const { person, set } = await newConfirmed();
  expect((await set(newAddress)).body).toMatchObject({ mailed: true, code: "confirmation-sent" });
  expect(await me(person)).toMatchObject({ email: address, emailConfirmed: true, pendingEmail: newAddress });
  expect(await mailsTo(newAddress)).toEqual(["please confirm your new email address"]);
  expect((await mailsTo()).at(-1)).toBe("another email address was entered");
  const token = (await tokensTo("/confirm-email")).at(-1);
  for (const time of ["first", "again"]) {
    const answer = await confirm(token);
    expect([time, answer.status, answer.body.email]).toEqual([time, 200, newAddress]);
  }
  expect(await me(person)).toMatchObject({ email: newAddress, emailConfirmed: true, pendingEmail: null });
  expect((await mailsTo()).at(-1)).toBe("your email address was changed");
  expect(await mailsTo(newAddress)).toHaveLength(1);
});

test("changing a confirmed address requires the password and a different address", async () => {
  const { person, set } = await newConfirmed();
  expect((await set(newAddress, "wrong horse")).body.code).toBe("wrong-current-password");
  expect((await set(address)).body.issues).toEqual([
    { path: "email", message: "This is already your address.", code: "email-unchanged" },
  ]);
  expect(await me(person)).toMatchObject({ email: address, pendingEmail: null });
  server.deps.config.smtpUrl = undefined;
  expect((await set(newAddress)).body.code).toBe("email-already-confirmed");
});

test("a new password, a newer address or the owner can cancel a change of the address [threat A21]", async () => {
  const { person, set } = await newConfirmed();
  const enter = async (email: string) => {
    expect((await set(email)).status).toBe(200);
    return (await tokensTo("/confirm-email")).at(-1);
  };
  const first = await enter("first@example.org");
  const second = await enter("second@example.org");
  expect((await confirm(first)).status).toBe(400);
  expect((await person.post("/api/auth/email/cancel")).status).toBe(200);
  expect((await confirm(second)).status).toBe(400);
  const third = await enter("third@example.org");
  const change = { currentPassword: jane.password, newPassword: "battery staple" };
  expect((await person.post("/api/auth/change-password", change)).status).toBe(200);
  expect((await confirm(third)).status).toBe(400);
  expect(await me(person)).toMatchObject({ email: address, pendingEmail: null });
});

test("the confirmed address is notified of at most three entered addresses an hour [threat A21]", async () => {
  const { set } = await newConfirmed();
  server.deps.config.rateLimitFactor = 1;
  const statuses = [];
  for (const name of ["a", "b", "c", "d"]) statuses.push((await set(`${name}@example.org`)).status);
  expect(statuses).toEqual([200, 200, 200, 429]);
});

test("the notice of a changed password reaches the old address even if the address is replaced before the mail is sent", async () => {
  const person = await newAccount();
  const change = (currentPassword: string, newPassword: string) =>
    person.post("/api/auth/change-password", { currentPassword, newPassword });
  expect((await change(jane.password, "another horse")).status).toBe(200);
  expect((await change("another horse", "a third horse")).status).toBe(200);
  const replaced = await person.post("/api/auth/email", {
    email: "thief@example.org",
    currentPassword: "a third horse",
  });
  expect(replaced.status).toBe(200);
  ahead = 70 * minute;
  server.deps.jobEvents.queued();
  await until("the second change is told", async () => {
    const subjects = await mailsTo();
    return subjects.filter((subject) => subject === "your password was changed").length === 2;
  });
});

test("a reset link queued for an address that is then replaced is not sent, and opens nothing [threat A22]", async () => {
  const person = await newOldAccount("typo@example.org");
  await forgot("typo@example.org");
  const [token = ""] = await tokensTo("/reset-password");
  await person.post("/api/auth/email", { email: address, currentPassword: jane.password });
  const answer = await person.post("/api/auth/reset-password", { token, password: "stolen horse" });
  expect(answer.status).toBe(400);
  expect((await me(person)).emailConfirmed).toBe(false);
});

test("five accounts under one person's address do not block that person's own reset: an account of an older version [threat A22]", async () => {
  await newOldAccount(address, { username: "victim" });
  for (let account = 0; account < 5; account += 1) await newAccount();
  await untilQuiet();
  smtp.received.length = 0;
  await forgot(address);
  expect(await mailsTo()).toEqual([resetSubject]);
  const [token = ""] = await tokensTo("/reset-password");
  const reset = await createTestClient(server.origin).post("/api/auth/reset-password", {
    token,
    password: "new horse",
  });
  expect([reset.status, reset.body]).toEqual([200, { success: true, username: "victim" }]);
  const victim = createTestClient(server.origin);
  expect((await victim.login("victim", "new horse")).status).toBe(200);
  expect((await me(victim)).emailConfirmed).toBe(true);
});

test("five accounts under one person's address do not block that person's own reset: a newer, confirmed account [threat A22]", async () => {
  for (let account = 0; account < 5; account += 1) await newOldAccount();
  await newAccount(address, { username: "victim" });
  await confirm((await tokensTo("/confirm-email"))[0]);
  smtp.received.length = 0;
  await forgot(address);
  await forgot("victim");
  expect(await mailsTo()).toEqual([resetSubject, resetSubject]);
  expect(smtp.received[0]?.mail.text).toContain("your account victim.");
});

test("a mailbox gets no emails for accounts that others opened with its address [threat A22]", async () => {
  await newOldAccount(address, { username: "owner" });
  const names = ["one", "two", "three"];
  for (const username of names) await newOldAccount(address, { username });
  for (const username of names) await forgot(username);
  expect(await mailsTo()).toEqual([]);
});

test("several accounts with the same confirmed mailbox get their links in one mail [threat A22]", async () => {
  for (const username of ["work", "home"]) {
    await newAccount(address, { username });
    await confirm((await tokensTo("/confirm-email")).at(-1));
  }
  smtp.received.length = 0;
  await forgot(address);
  expect(await mailsTo()).toEqual([resetSubject]);
  expect(smtp.received[0]?.mail.text).toContain("Choose a new password for work:");
  expect(smtp.received[0]?.mail.text).toContain("Choose a new password for home:");
  expect(new Set(await tokensTo("/reset-password")).size).toBe(2);
});

test("a mailbox gets three reset mails an hour, whether requested by name or by address [threat A22]", async () => {
  await newOldAccount(address, { username: "owner" });
  server.deps.config.rateLimitFactor = 1;
  for (const account of ["owner", address, "owner", address]) {
    await forgot(account);
    // The same request, while it is still queued, counts once.
    await untilQuiet();
  }
  expect(await mailsTo()).toEqual([resetSubject, resetSubject, resetSubject]);
});

test("ten password changes in an hour send two emails: one immediately, and one about the last change at the end of the hour [threat A21]", async () => {
  server.deps.config.rateLimitFactor = 1;
  const person = await newOldAccount();
  for (let change = 0; change < 10; change += 1) {
    const again = { currentPassword: jane.password, newPassword: jane.password };
    expect((await person.post("/api/auth/change-password", again)).status).toBe(200);
    ahead += minute;
  }
  const changed = "your password was changed";
  expect(await mailsTo()).toEqual([changed]);
  ahead += 55 * minute;
  await until("the second mail came", () => smtp.received.length > 1);
  expect(await mailsTo()).toEqual([changed, changed]);
  expect(smtp.received[1]?.mail.text).toContain("was changed again, most recently on");
});

test("an unconfirmed address gets five notices a day across all accounts that claim it [threat A21]", async () => {
  server.deps.config.rateLimitFactor = 1;
  const people: TestClient[] = [];
  for (let account = 0; account < 7; account += 1) people.push(await newOldAccount());
  for (const person of people) {
    const change = { currentPassword: jane.password, newPassword: "new horse" };
    const answer = await person.post("/api/auth/change-password", change);
    expect([answer.status, answer.body]).toMatchObject([200, { success: true }]);
  }
  await until("five mails came", async () => (await mailsTo()).length >= 5);
  expect(await mailsTo()).toHaveLength(5);
});
