import { expect, test } from "bun:test";
import { createTestClient } from "../http/test-client.ts";
import { startTestServer } from "../http/test-server.ts";
import { hashPassword, needsRehash, readyUnknownUserHash, verifyPassword } from "./passwords.ts";

test("one password hashed twice gives two strings of Argon2id with 19 MiB and two passes", async () => {
  const [one, other] = await Promise.all([hashPassword("correct horse"), hashPassword("correct horse")]);
  expect(one).toStartWith("$argon2id$v=19$m=19456,t=2,p=1$");
  expect(one).not.toBe(other);
  expect(needsRehash(one)).toBe(false);
});

test("every character of a long password counts", async () => {
  const long = "ä".repeat(100);
  const hash = await hashPassword(long);
  expect(await verifyPassword(long, hash)).toBe(true);
  expect(await verifyPassword(long.slice(0, 72), hash)).toBe(false);
});

test("a password opens the account whether its accents are typed composed or decomposed", async () => {
  const hash = await hashPassword("caf\u00e9-corner");
  expect(await verifyPassword("cafe\u0301-corner", hash)).toBe(true);
});

test("a hash of weaker parameters is made anew at the next login", async () => {
  const server = await startTestServer();
  const client = createTestClient(server.origin);
  await client.register();
  const weak = await Bun.password.hash("correct horse", {
    algorithm: "argon2id",
    memoryCost: 8192,
    timeCost: 1,
  });
  server.deps.db.$client.prepare("UPDATE users SET password_hash = ?").run(weak);
  expect((await client.login("jane")).status).toBe(200);
  const kept = server.deps.db.$client.prepare("SELECT password_hash FROM users").pluck().get();
  expect(needsRehash(String(kept))).toBe(false);
  expect((await client.login("jane")).status).toBe(200);
  await server.stop();
});

test("a name nobody has takes as long as a wrong password", async () => {
  await readyUnknownUserHash();
  const hash = await hashPassword("correct horse");
  const known: number[] = [];
  const unknown: number[] = [];
  for (let round = 0; round < 15; round += 1) {
    known.push(await msOf(() => verifyPassword("wrong", hash)));
    unknown.push(await msOf(() => verifyPassword("wrong", undefined)));
  }
  const ratio = median(unknown) / median(known);
  expect(ratio).toBeGreaterThan(0.7);
  expect(ratio).toBeLessThan(1.4);
});

test("nobody without an account gets in, whatever the password", async () => {
  expect(await verifyPassword("", undefined)).toBe(false);
});

async function msOf(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

function median(values: number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}
