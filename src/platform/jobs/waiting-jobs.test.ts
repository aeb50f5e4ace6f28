import { afterAll, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { closeDatabase, migrateDatabase, openDatabase, sqliteOf } from "../../../db/client.ts";
import { makeTestFolder } from "../../testing/test-server.ts";
import { postponeJob, queueJob, takeJob, type WaitingTurn } from "./jobs.repo.ts";

const folder = makeTestFolder();
const db = openDatabase(join(folder, "attestamp.sqlite"));
migrateDatabase(db);
afterAll(async () => {
  await closeDatabase(db);
  rmSync(folder, { recursive: true });
});

const now = 1_000_000_000;
const queue = (kind: string, userId: string | null, subject: string, at: number) =>
  queueJob(db, { kind, subject, userId, at });
const findSubject = sqliteOf(db).prepare("SELECT subject FROM jobs WHERE id = ?").pluck();

/** The jobs that may be next, in the order of their names: user, subject and time. */
async function turns(kind: string, notAbout: string[] = []): Promise<string[]> {
  let found: string[] = [];
  const choose = (offered: WaitingTurn[]) => {
    found = offered.map(
      ({ jobId, userId, createdAt }) => `${userId} ${findSubject.get(jobId)} ${createdAt - now}`,
    );
    return undefined;
  };
  expect(await takeJob(db, { owner: "node", kind, now, leaseUntil: now, notAbout, choose })).toBeUndefined();
  return found.toSorted();
}

test("each user's oldest due job can get the next turn, and so can the oldest job without a user", async () => {
  for (const [userId, name] of [
    ["ann", "a"],
    ["bob", "b"],
    [null, "n"],
  ] as const) {
    await queue("tell", userId, `${name}-first`, now - 30);
    await queue("tell", userId, `${name}-second`, now - 20);
  }
  await queue("tell", "cat", "c-later", now + 1_000);
  await queue("mail", "ann", "a-mail", now - 10);
  expect(await turns("tell")).toEqual(["ann a-first -30", "bob b-first -30", "null n-first -30"]);
  expect(await turns("mail")).toEqual(["ann a-mail -10"]);
  expect(await turns("stamp")).toEqual([]);
  expect(await turns("tell", ["a-first", "n-first"])).toEqual([
    "ann a-second -20",
    "bob b-first -30",
    "null n-second -20",
  ]);
  for (let turn = 0; turn < 3; turn += 1) {
    const about = ["a-first", "b-first", "n-first"];
    const job = await takeJob(db, { owner: "node", kind: "tell", now, leaseUntil: now + 1_000, about });
    if (job?.userId === "bob") await postponeJob(db, job, now + 1_000, "later");
  }
  expect(await turns("tell")).toEqual(["ann a-second -20", "bob b-second -20", "null n-second -20"]);
});
