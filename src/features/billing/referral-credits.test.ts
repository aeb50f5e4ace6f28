import { afterAll, beforeAll, expect, test } from "bun:test";
import { choose, intentIn, openShop, type Shop } from "../../testing/test-billing.ts";
import type { TestClient } from "../../testing/test-client.ts";
import { newPerson } from "../../testing/test-documents.ts";
import { sqlOf } from "../../testing/test-sql.ts";

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ config: { credits: "redeem" } });
});
afterAll(() => shop.stop());

const creditsOf = async (person: TestClient) =>
  (await person.get("/api/subscription/status")).body.freeCredits;

async function refer(): Promise<{ referrer: TestClient; newcomer: TestClient }> {
  const [referrer, newcomer] = [await newPerson(shop), await newPerson(shop)];
  const { referralCode } = (await referrer.post("/api/referral/generate")).body;
  expect((await newcomer.post("/api/referral/apply", { referralCode })).status).toBe(200);
  return { referrer, newcomer };
}

test("a purchase is sufficient proof, even for a person who seems to be known already [threat H16]", async () => {
  for (const awaits of ["stamp", "email", "purchase"]) {
    const { referrer, newcomer } = await refer();
    sqlOf(shop.deps.db)
      .prepare("UPDATE users SET referral_awaits = ? WHERE referral_awaits IS NOT NULL")
      .run(awaits);
    const setup = await choose(newcomer, "smallbundle");
    expect([await creditsOf(newcomer), await creditsOf(referrer)]).toEqual([3, 0]);
    shop.control.pay(intentIn(setup));
    await shop.control.deliveriesSettled();
    expect([awaits, await creditsOf(newcomer), await creditsOf(referrer)]).toEqual([awaits, 3, 3]);
  }
});

test("a referrer whose account is deleted gets nothing, and the new user still gets their credits", async () => {
  const { referrer, newcomer } = await refer();
  const { username } = (await referrer.get("/api/auth/me")).body;
  sqlOf(shop.deps.db).prepare("UPDATE users SET is_deleted = 1 WHERE username = ?").run(username);
  shop.control.pay(intentIn(await choose(newcomer, "smallbundle")));
  await shop.control.deliveriesSettled();
  expect(await creditsOf(newcomer)).toBe(3);
  const kept = sqlOf(shop.deps.db).prepare("SELECT free_credits FROM users WHERE username = ?").pluck();
  expect(kept.get(username)).toBe(0);
});
