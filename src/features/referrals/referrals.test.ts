import { afterAll, beforeAll, expect, test } from "bun:test";
import { sqliteOf } from "../../../db/client.ts";
import { createLogger } from "../../platform/logger.ts";
import { createTestClient, type TestClient } from "../../testing/test-client.ts";
import { processFile, startWorkingServer, uploadFile } from "../../testing/test-documents.ts";
import type { TestServer } from "../../testing/test-server.ts";
import { until } from "../../testing/test-waiting.ts";
import { createMagicLink } from "../mail/magic-links.service.ts";

const day = 86_400_000;
let now = Date.now();
let server: TestServer;
beforeAll(async () => {
  server = await startWorkingServer({ config: { credits: "redeem" }, deps: { now: () => now } });
});
afterAll(() => server.stop());

async function newUser(on = server): Promise<TestClient> {
  const user = createTestClient(on.origin);
  await user.register({ username: `user-${crypto.randomUUID().slice(0, 8)}` });
  return user;
}

const codeOf = async (user: TestClient) =>
  String((await user.post("/api/referral/generate")).body.referralCode);
const apply = (user: TestClient, referralCode: unknown) => user.post("/api/referral/apply", { referralCode });
/** Stamps a user's first document, which a referral requires. */
const stamp = async (user: TestClient) => processFile(user, (await uploadFile(user)).id);
const statsOf = async (user: TestClient) => (await user.get("/api/referral/stats")).body;

async function creditsOf(user: TestClient): Promise<unknown> {
  const { username } = (await user.get("/api/auth/me")).body;
  return sqliteOf(server.deps.db)
    .prepare("SELECT free_credits FROM users WHERE username = ?")
    .pluck()
    .get(username);
}

test("GET /api/referral/stats: a new user has no code, no referrals and no earnings [spec 7 referral-stats]", async () => {
  expect(await statsOf(await newUser())).toEqual({
    referralCode: null,
    referralCount: 0,
    creditsEarned: 0,
    pendingCount: 0,
  });
});

test("POST /api/referral/generate: a short readable code that stays the same [spec 7 referral-generate]", async () => {
  const user = await newUser();
  const first = await user.post("/api/referral/generate");
  expect(first.status).toBe(200);
  expect(first.body).toMatchObject({ referralCount: 0, creditsEarned: 0 });
  expect(first.body.referralCode).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/);
  const again = await Promise.all(Array.from({ length: 5 }, () => codeOf(user)));
  expect(new Set([...again, (await statsOf(user)).referralCode])).toEqual(new Set([first.body.referralCode]));
  expect(await codeOf(await newUser())).not.toBe(String(first.body.referralCode));
});

test("POST /api/referral/apply: where credits buy nothing, both users get 3 at once, even if they seem to be one person [spec 7 referral-apply] [spec 9 referral]", async () => {
  server.deps.config.credits = "display";
  try {
    const [ann, ben, eve] = [await newUser(), await newUser(), await newUser()];
    const code = await codeOf(ann);
    for (const user of [ben, eve]) {
      expect((await apply(user, code)).body).toEqual({
        success: true,
        message: "You and the person who referred you got 3 free credits each.",
        code: "referral-credited",
        params: { count: 3 },
      });
    }
    expect(await statsOf(ann)).toMatchObject({ referralCount: 2, creditsEarned: 6, pendingCount: 0 });
    expect([await creditsOf(ann), await creditsOf(ben), await creditsOf(eve)]).toEqual([6, 3, 3]);
    await stamp(ben);
    expect([await creditsOf(ann), await creditsOf(ben)]).toEqual([6, 3]);
  } finally {
    server.deps.config.credits = "redeem";
  }
});

test("where credits pay, the new account gets 3 at once, and the referrer with the first stamp; the statistics show it", async () => {
  const [ann, ben] = [await newUser(), await newUser()];
  const answer = await apply(ben, await codeOf(ann));
  expect([answer.status, answer.body]).toEqual([
    200,
    {
      success: true,
      message:
        "You got 3 free credits. The person who referred you gets 3 when you have stamped a first document or bought something.",
      code: "referral-newcomer-credited",
      params: { count: 3 },
    },
  ]);
  expect(await statsOf(ann)).toMatchObject({ referralCount: 1, creditsEarned: 0, pendingCount: 1 });
  expect([await creditsOf(ann), await creditsOf(ben)]).toEqual([0, 3]);
  await stamp(ben);
  expect(await statsOf(ann)).toMatchObject({ referralCount: 1, creditsEarned: 3, pendingCount: 0 });
  expect(await statsOf(ben)).toMatchObject({ referralCount: 0, creditsEarned: 0 });
  expect([await creditsOf(ann), await creditsOf(ben)]).toEqual([3, 3]);
  await stamp(ben);
  expect([await creditsOf(ann), await creditsOf(ben)]).toEqual([3, 3]);
});

test("a user who stamped a document before applying a code is credited immediately", async () => {
  const [ann, ben] = [await newUser(), await newUser()];
  await stamp(ben);
  const answer = await apply(ben, await codeOf(ann));
  expect(answer.body).toEqual({
    success: true,
    message: "You and the person who referred you got 3 free credits each.",
    code: "referral-credited",
    params: { count: 3 },
  });
  expect([await creditsOf(ann), await creditsOf(ben)]).toEqual([3, 3]);
});

test("a document that failed does not count as a first stamp [threat H16]", async () => {
  const [ann, ben] = [await newUser(), await newUser()];
  await apply(ben, await codeOf(ann));
  const broken = new TextEncoder().encode("%PDF-1.7\nThis file was cut off on its way.\n%%EOF\n");
  const { id } = await uploadFile(ben, "broken.pdf", broken);
  await ben.post(`/api/documents/${id}/process`);
  await until(
    "the document has failed",
    async () => (await ben.get(`/api/documents/${id}`)).body.status === "error",
  );
  expect([await creditsOf(ann), await creditsOf(ben)]).toEqual([0, 3]);
});

/** A server with an operator's limits that trusts the address each caller claims. */
async function strictServer(smtpUrl?: string) {
  const strict = await startWorkingServer({
    config: { credits: "redeem", rateLimitFactor: 1, trustProxy: 1, smtpUrl },
  });
  const at = (address: string) => ({ "x-forwarded-for": address });
  const join = async (code: unknown, address: string) => {
    const user = await newUser(strict);
    const { body } = await user.post("/api/referral/apply", { referralCode: code }, at(address));
    return { user, message: String(body.message) };
  };
  const referrer = await newUser(strict);
  const made = await referrer.post("/api/referral/generate", {}, at("192.0.2.1"));
  const earned = async () => (await statsOf(referrer)).creditsEarned;
  return { strict, referrer, code: made.body.referralCode, join, earned };
}

test("accounts from one network address count as one person until each confirms a different address [threat H16]", async () => {
  const { strict, code, join, earned } = await strictServer("smtp://127.0.0.1:9");
  try {
    const [first, second, housemate] = [
      await join(code, "198.51.100.1"),
      await join(code, "198.51.100.1"),
      await join(code, "192.0.2.1"),
    ];
    expect(first.message).toStartWith("You got 3 free credits.");
    for (const { message } of [second, housemate]) {
      expect(message).toEndWith("is stamped and you have confirmed your email address.");
    }
    for (const { user } of [first, second, housemate]) await stamp(user);
    expect(await earned()).toBe(3);
    const confirm = async (user: TestClient, email: string) => {
      await user.post("/api/auth/email", { email, currentPassword: "correct horse" });
      const { username } = (await user.get("/api/auth/me")).body;
      const id = sqliteOf(strict.deps.db)
        .prepare("SELECT id FROM users WHERE username = ?")
        .pluck()
        .get(username);
      const link = { purpose: "confirm-email", subject: String(id), lifetimeMs: day } as const;
      const token = await createMagicLink(strict.deps, link);
      expect((await user.post("/api/auth/confirm-email", { token })).status).toBe(200);
    };
    await confirm(second.user, "second@gmail.com");
    await until("the credits came", async () => (await earned()) === 6);
    await confirm(housemate.user, "s.e.cond+again@googlemail.com");
    const waiting = sqliteOf(strict.deps.db)
      .prepare("SELECT count(*) FROM jobs WHERE kind = 'account.email_confirmed'")
      .pluck();
    await until("the confirmed address was looked at", () => waiting.get() === 0);
    expect(await earned()).toBe(6);
  } finally {
    await strict.stop();
  }
});

test("a browser that signed in to the referrer's account, or to a referred account, does not count as a new person [threat H16]", async () => {
  const { strict, referrer, code, earned } = await strictServer();
  try {
    const answer = await referrer.register({ username: "the-same-browser" });
    expect(answer.status).toBe(200);
    const again = await referrer.post(
      "/api/referral/apply",
      { referralCode: code },
      { "x-forwarded-for": "198.51.100.7" },
    );
    expect(again.body.message).toEndWith("after your first purchase.");
    await stamp(referrer);
    const credits = sqliteOf(strict.deps.db).prepare("SELECT sum(free_credits) FROM users").pluck();
    expect(credits.get()).toBe(0);
    sqliteOf(strict.deps.db).exec("DELETE FROM known_devices");
    await stamp(referrer);
    expect(credits.get()).toBe(0);
    await referrer.login("the-same-browser");
    expect(await earned()).toBe(0);
  } finally {
    await strict.stop();
  }
});

test("an account stores no network address, and the counters store only a keyed hash [threat H16]", async () => {
  const { strict, code, join } = await strictServer();
  try {
    await join(code, "203.0.113.99");
    const $client = sqliteOf(strict.deps.db);
    const kept = ["users", "known_devices", "credit_entries"].flatMap((table) =>
      $client.prepare(`SELECT * FROM ${table}`).all(),
    );
    const counters = $client
      .prepare(
        "SELECT bucket FROM rate_limits WHERE bucket LIKE 'referralsPer%' OR bucket LIKE 'accountsPer%'",
      )
      .pluck()
      .all();
    expect(counters.length).toBeGreaterThanOrEqual(2);
    expect(JSON.stringify([kept, counters])).not.toContain("203.0.113.99");
  } finally {
    await strict.stop();
  }
});

test("referral: one user may refer any number of others [spec 9 referral-limit]", async () => {
  const ann = await newUser();
  const code = await codeOf(ann);
  for (let newcomer = 0; newcomer < 4; newcomer += 1) {
    const user = await newUser();
    expect((await apply(user, code)).status).toBe(200);
    await stamp(user);
  }
  expect(await statsOf(ann)).toMatchObject({ referralCount: 4, creditsEarned: 12 });
});

test("referral apply: the code is trimmed and uppercased; look-alike letters count as their digits [spec 5 referral-case] [threat H15]", async () => {
  const code = await codeOf(await newUser());
  const asHeard = `  ${code.toLowerCase().replaceAll("0", "o").replaceAll("1", "l")} `;
  expect((await apply(await newUser(), asHeard)).status).toBe(200);
});

test("referral apply: an empty code is refused with 'Please enter a referral code' [spec 5 referral-empty] [threat H15]", async () => {
  const user = await newUser();
  for (const code of ["", "   ", undefined, 7]) {
    const answer = await apply(user, code);
    expect([code, answer.status, answer.body.message]).toEqual([code, 400, "Please enter a referral code"]);
  }
});

test("referral apply: 21 characters are refused, and so is an unknown code of 20 [spec 5 referral-length] [threat H15]", async () => {
  const user = await newUser();
  const long = await apply(user, "X".repeat(21));
  expect([long.status, long.body.message]).toEqual([400, "Referral code too long"]);
  const unknown = await apply(user, "X".repeat(20));
  expect([unknown.status, unknown.body.message]).toEqual([400, "This referral code is not valid."]);
});

test("users cannot refer themselves [threat H15]", async () => {
  const user = await newUser();
  const answer = await apply(user, await codeOf(user));
  expect([answer.status, answer.body.message]).toEqual([400, "You cannot use your own referral code."]);
  expect(await creditsOf(user)).toBe(0);
});

test("two people cannot refer each other [threat H15]", async () => {
  const [ann, ben] = [await newUser(), await newUser()];
  await apply(ben, await codeOf(ann));
  await stamp(ben);
  const back = await apply(ann, await codeOf(ben));
  expect([back.status, back.body.message]).toEqual([400, "You cannot use the code of someone you referred."]);
  expect([await creditsOf(ann), await creditsOf(ben)]).toEqual([3, 3]);
});

test("an account applies at most one code, ever [threat H15]", async () => {
  const user = await newUser();
  await apply(user, await codeOf(await newUser()));
  await stamp(user);
  const second = await apply(user, await codeOf(await newUser()));
  expect([second.status, second.body.message]).toEqual([409, "You have already applied a referral code."]);
  expect(await creditsOf(user)).toBe(3);
});

test("of twenty simultaneous applications, one counts [threat H15]", async () => {
  const [ann, ben] = [await newUser(), await newUser()];
  const code = await codeOf(ann);
  const answers = await Promise.all(Array.from({ length: 20 }, () => apply(ben, code)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  await stamp(ben);
  expect([await creditsOf(ann), await creditsOf(ben)]).toEqual([3, 3]);
});

test("the code of a deleted user is refused [threat H15]", async () => {
  const code = await codeOf(await newUser());
  sqliteOf(server.deps.db).prepare("UPDATE users SET is_deleted = 1 WHERE referral_code = ?").run(code);
  const answer = await apply(await newUser(), code);
  expect([answer.status, answer.body.message]).toEqual([400, "This referral code is not valid."]);
});

test("an account older than 30 days can no longer apply a code [threat H15]", async () => {
  const code = await codeOf(await newUser());
  const [punctual, late] = [await newUser(), await newUser()];
  now += 30 * day;
  sqliteOf(server.deps.db)
    .prepare("UPDATE sessions SET expire = ?, sess = json_set(sess, '$.createdAt', ?)")
    .run(now + day, now);
  expect((await apply(punctual, code)).status).toBe(200);
  now += 1;
  const answer = await apply(late, code);
  expect([answer.status, answer.body.message]).toEqual([
    400,
    "A referral code can only be applied in the first 30 days of an account.",
  ]);
});

test("every referral is logged with both accounts and the address, so that account farms are visible [threat H16]", async () => {
  const lines: string[] = [];
  const log = createLogger("info", { write: (line) => void lines.push(line) });
  const watched = await startWorkingServer({ deps: { log } });
  const [ann, ben] = [await newUser(watched), await newUser(watched)];
  await apply(ben, await codeOf(ann));
  await watched.stop();
  const told = lines.map((line) => JSON.parse(line)).find(({ msg }) => msg === "a referral code was applied");
  const id = expect.stringMatching(/^[0-9a-f-]{36}$/);
  expect(told.newcomer).not.toBe(told.referrer);
  expect(told).toMatchObject({ newcomer: id, referrer: id, address: expect.any(String) });
});

test("codes cannot be guessed: the eleventh attempt of an account within an hour has to wait [threat H15]", async () => {
  const strict = await startWorkingServer({ config: { rateLimitFactor: 1 } });
  const user = await newUser(strict);
  for (let tries = 0; tries < 10; tries += 1) expect((await apply(user, "NOBODY")).status).toBe(400);
  expect((await apply(user, "NOBODY")).status).toBe(429);
  await strict.stop();
});
