import { afterAll, beforeAll, expect, test } from "bun:test";
import { createTestClient, type TestClient } from "../http/test-client.ts";
import { startTestServer, type TestServer } from "../http/test-server.ts";
import { createLog } from "../log.ts";

const day = 86_400_000;
let now = Date.now();
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ deps: { now: () => now } });
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
const statsOf = async (user: TestClient) => (await user.get("/api/referral/stats")).body;

async function creditsOf(user: TestClient): Promise<unknown> {
  const { username } = (await user.get("/api/auth/me")).body;
  return server.deps.db.$client
    .prepare("SELECT free_credits FROM users WHERE username = ?")
    .pluck()
    .get(username);
}

test("spec 7 GET /api/referral/stats: a new user has no code, nobody referred and nothing earned", async () => {
  expect(await statsOf(await newUser())).toEqual({ referralCode: null, referralCount: 0, creditsEarned: 0 });
});

test("spec 7 POST /api/referral/generate: a short readable code that stays the same", async () => {
  const user = await newUser();
  const first = await user.post("/api/referral/generate");
  expect(first.status).toBe(200);
  expect(first.body).toMatchObject({ referralCount: 0, creditsEarned: 0 });
  expect(first.body.referralCode).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/);
  const again = await Promise.all(Array.from({ length: 5 }, () => codeOf(user)));
  expect(new Set([...again, (await statsOf(user)).referralCode])).toEqual(new Set([first.body.referralCode]));
  expect(await codeOf(await newUser())).not.toBe(String(first.body.referralCode));
});

test("spec 7 POST /api/referral/apply and spec 9: both sides get 3 credits, and the statistics show it", async () => {
  const [ann, ben] = [await newUser(), await newUser()];
  const answer = await apply(ben, await codeOf(ann));
  expect([answer.status, answer.body]).toEqual([
    200,
    { success: true, message: "You and the person who referred you got 3 free credits each." },
  ]);
  expect(await statsOf(ann)).toMatchObject({ referralCount: 1, creditsEarned: 3 });
  expect(await statsOf(ben)).toMatchObject({ referralCount: 0, creditsEarned: 0 });
  expect([await creditsOf(ann), await creditsOf(ben)]).toEqual([3, 3]);
});

test("spec 9 referral: one user may refer any number of others", async () => {
  const ann = await newUser();
  const code = await codeOf(ann);
  for (let newcomer = 0; newcomer < 4; newcomer += 1) {
    expect((await apply(await newUser(), code)).status).toBe(200);
  }
  expect(await statsOf(ann)).toMatchObject({ referralCount: 4, creditsEarned: 12 });
});

test("spec 5 referral apply: the code is trimmed and uppercased; look-alike letters count as their digits", async () => {
  const code = await codeOf(await newUser());
  const asHeard = `  ${code.toLowerCase().replaceAll("0", "o").replaceAll("1", "l")} `;
  expect((await apply(await newUser(), asHeard)).status).toBe(200);
});

test("spec 5 referral apply: an empty code is refused with 'Please enter a referral code'", async () => {
  const user = await newUser();
  for (const code of ["", "   ", undefined, 7]) {
    const answer = await apply(user, code);
    expect([code, answer.status, answer.body.message]).toEqual([code, 400, "Please enter a referral code"]);
  }
});

test("spec 5 referral apply: 21 characters are refused, an unknown code of 20 too", async () => {
  const user = await newUser();
  const long = await apply(user, "X".repeat(21));
  expect([long.status, long.body.message]).toEqual([400, "Referral code too long"]);
  const unknown = await apply(user, "X".repeat(20));
  expect([unknown.status, unknown.body.message]).toEqual([400, "This referral code is not valid."]);
});

test("nobody earns by referring themselves", async () => {
  const user = await newUser();
  const answer = await apply(user, await codeOf(user));
  expect([answer.status, answer.body.message]).toEqual([400, "You cannot use your own referral code."]);
  expect(await creditsOf(user)).toBe(0);
});

test("two people cannot refer each other", async () => {
  const [ann, ben] = [await newUser(), await newUser()];
  await apply(ben, await codeOf(ann));
  const back = await apply(ann, await codeOf(ben));
  expect([back.status, back.body.message]).toEqual([
    400,
    "You cannot use the code of somebody you referred.",
  ]);
  expect([await creditsOf(ann), await creditsOf(ben)]).toEqual([3, 3]);
});

test("an account applies one code in its life", async () => {
  const user = await newUser();
  await apply(user, await codeOf(await newUser()));
  const second = await apply(user, await codeOf(await newUser()));
  expect([second.status, second.body.message]).toEqual([409, "You have already applied a referral code."]);
  expect(await creditsOf(user)).toBe(3);
});

test("of twenty applications at once one counts", async () => {
  const [ann, ben] = [await newUser(), await newUser()];
  const code = await codeOf(ann);
  const answers = await Promise.all(Array.from({ length: 20 }, () => apply(ben, code)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect([await creditsOf(ann), await creditsOf(ben)]).toEqual([3, 3]);
});

test("the code of a deleted user is refused", async () => {
  const code = await codeOf(await newUser());
  server.deps.db.$client.prepare("UPDATE users SET is_deleted = 1 WHERE referral_code = ?").run(code);
  const answer = await apply(await newUser(), code);
  expect([answer.status, answer.body.message]).toEqual([400, "This referral code is not valid."]);
});

test("an account that is older than 30 days applies no code any more", async () => {
  const code = await codeOf(await newUser());
  const [punctual, late] = [await newUser(), await newUser()];
  now += 30 * day;
  server.deps.db.$client.prepare("UPDATE sessions SET expire = ?").run(now + day);
  expect((await apply(punctual, code)).status).toBe(200);
  now += 1;
  const answer = await apply(late, code);
  expect([answer.status, answer.body.message]).toEqual([
    400,
    "A referral code can only be applied in the first 30 days of an account.",
  ]);
});

test("every referral is logged with both accounts and the address, so that farms of accounts show", async () => {
  const lines: string[] = [];
  const log = createLog("info", { write: (line) => void lines.push(line) });
  const watched = await startTestServer({ deps: { log } });
  const [ann, ben] = [await newUser(watched), await newUser(watched)];
  await apply(ben, await codeOf(ann));
  await watched.stop();
  const told = lines.map((line) => JSON.parse(line)).find(({ msg }) => msg === "a referral was credited");
  const id = expect.stringMatching(/^[0-9a-f-]{36}$/);
  expect(told.newcomer).not.toBe(told.referrer);
  expect(told).toMatchObject({ newcomer: id, referrer: id, address: expect.any(String) });
});

test("codes cannot be guessed: the eleventh try of an account within an hour has to wait", async () => {
  const strict = await startTestServer({ config: { rateLimitFactor: 1 } });
  const user = await newUser(strict);
  for (let tries = 0; tries < 10; tries += 1) expect((await apply(user, "NOBODY")).status).toBe(400);
  expect((await apply(user, "NOBODY")).status).toBe(429);
  await strict.stop();
});
