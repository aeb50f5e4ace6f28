import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chooseOwnUser, keepOwnUser } from "./own-user.ts";

let folder: string;
let claims: string;
beforeEach(() => {
  folder = mkdtempSync("/var/tmp/attestamp-users-");
  claims = join(folder, "claims");
});
afterEach(() => rmSync(folder, { recursive: true }));

function newDataDir(name: string): string {
  const dataDir = join(folder, name);
  mkdirSync(dataDir);
  return dataDir;
}

const accounts = readFileSync("/etc/passwd", "utf8");

test("many data folders get as many users, none of them an account of the machine", () => {
  const users = Array.from({ length: 50 }, (_, index) => {
    const dataDir = newDataDir(`data-${index}`);
    const user = chooseOwnUser(dataDir, claims);
    expect(keepOwnUser(dataDir, user, claims)).toBe(true);
    expect(chooseOwnUser(dataDir, claims)).toEqual(user);
    return user.uid;
  });
  expect(new Set(users).size).toBe(50);
  for (const uid of users) {
    expect(accounts).not.toContain(`:${uid}:`);
    expect(uid).toBeGreaterThanOrEqual(60_578);
    expect(uid).toBeLessThanOrEqual(61_183);
  }
});

test("a user that another installation has recorded is not taken, even if both choose at the same moment", () => {
  const [one, other] = [newDataDir("one"), newDataDir("other")];
  const user = chooseOwnUser(one, claims);
  expect(keepOwnUser(one, user, claims)).toBe(true);
  expect(keepOwnUser(other, user, claims)).toBe(false);
  expect(keepOwnUser(one, user, claims)).toBe(true);
});

test("if no id is left, one is taken whose data folder no longer exists", () => {
  mkdirSync(claims);
  for (let uid = 60_578; uid <= 61_183; uid += 1)
    writeFileSync(join(claims, String(uid)), join(folder, "deleted"));
  const dataDir = newDataDir("late");
  const user = chooseOwnUser(dataDir, claims);
  expect(keepOwnUser(dataDir, user, claims)).toBe(true);
  expect(chooseOwnUser(dataDir, claims)).toEqual(user);
});
