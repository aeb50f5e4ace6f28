import { expect, spyOn, test } from "bun:test";
import { createTestClient } from "../../testing/test-client.ts";
import { startTestServer } from "../../testing/test-server.ts";
import { sqlOf } from "../../testing/test-sql.ts";
import { Passwords } from "./passwords.ts";

const passwords = new Passwords();

test("hashing one password twice gives two Argon2id strings with 19 MiB and two passes [threat A6]", async () => {
  const [one, other] = await Promise.all([passwords.hash("correct horse"), passwords.hash("correct horse")]);
  expect(one).toStartWith("$argon2id$v=19$m=19456,t=2,p=1$");
  expect(one).not.toBe(other);
  expect(passwords.needsRehash(one)).toBe(false);
});

test("every character of a long password counts [threat A7]", async () => {
  const long = "ä".repeat(100);
  const hash = await passwords.hash(long);
  expect(await passwords.verify(long, hash)).toBe(true);
  expect(await passwords.verify(long.slice(0, 72), hash)).toBe(false);
});

test("a password works whether its accents are typed composed or decomposed [threat A7]", async () => {
  const hash = await passwords.hash("caf\u00e9-corner");
  expect(await passwords.verify("cafe\u0301-corner", hash)).toBe(true);
});

test("a hash with weaker parameters is replaced at the next login [threat A6]", async () => {
  const server = await startTestServer({ deps: { passwords } });
  const client = createTestClient(server.origin);
  await client.register();
  const weak = await Bun.password.hash("correct horse", {
    algorithm: "argon2id",
    memoryCost: 8192,
    timeCost: 1,
  });
  sqlOf(server.deps.db).prepare("UPDATE users SET password_hash = ?").run(weak);
  expect((await client.login("jane")).status).toBe(200);
  const kept = sqlOf(server.deps.db).prepare("SELECT password_hash FROM users").pluck().get();
  expect(passwords.needsRehash(String(kept))).toBe(false);
  expect((await client.login("jane")).status).toBe(200);
  await server.stop();
});

test("for an unknown name, a hash of the same cost is checked as for a wrong password [threat A12]", async () => {
  const hash = await passwords.hash("correct horse");
  const verify = spyOn(Bun.password, "verify");
  for (const known of [hash, undefined]) expect(await passwords.verify("wrong", known)).toBe(false);
  const checked = verify.mock.calls.map(
    ([, checked]) => /^\$argon2id\$v=19\$[^$]*\$/.exec(String(checked))?.[0],
  );
  verify.mockRestore();
  expect(checked).toEqual(Array(2).fill("$argon2id$v=19$m=19456,t=2,p=1$"));
});

test("without an account no password works", async () => {
  expect(await passwords.verify("", undefined)).toBe(false);
});
