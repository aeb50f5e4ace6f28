import { expect, test } from "bun:test";
import { createTestClient } from "../../testing/test-client.ts";
import { workedMs } from "../../testing/test-effort.ts";
import { startTestServer } from "../../testing/test-server.ts";
import { Passwords } from "./passwords.ts";

const passwords = new Passwords();

test("one password hashed twice gives two strings of Argon2id with 19 MiB and two passes [threat A6]", async () => {
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

test("a password opens the account whether its accents are typed composed or decomposed [threat A7]", async () => {
  const hash = await passwords.hash("caf\u00e9-corner");
  expect(await passwords.verify("cafe\u0301-corner", hash)).toBe(true);
});

test("a hash of weaker parameters is made anew at the next login [threat A6]", async () => {
  const server = await startTestServer({ deps: { passwords } });
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
  expect(passwords.needsRehash(String(kept))).toBe(false);
  expect((await client.login("jane")).status).toBe(200);
  await server.stop();
});

test("a name nobody has takes as long as a wrong password [threat A12]", async () => {
  const hash = await passwords.hash("correct horse");
  await passwords.verify("wrong", hash);
  const ratioOfTimes = async () => {
    const known: number[] = [];
    const unknown: number[] = [];
    for (let round = 0; round < 7; round += 1) {
      known.push(await workedMs(() => passwords.verify("wrong", hash)));
      unknown.push(await workedMs(() => passwords.verify("wrong", undefined)));
    }
    return median(unknown) / median(known);
  };
  /** What others do on the machine shows once, a difference always. */
  let ratio = await ratioOfTimes();
  for (let more = 0; more < 4 && (ratio < 0.7 || ratio > 1.4); more += 1) ratio = await ratioOfTimes();
  expect(ratio).toBeGreaterThan(0.7);
  expect(ratio).toBeLessThan(1.4);
});

test("nobody without an account gets in, whatever the password", async () => {
  expect(await passwords.verify("", undefined)).toBe(false);
});

function median(values: number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}
