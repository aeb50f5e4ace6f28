import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { transaction } from "../../db/transaction.ts";
import { readHead } from "../issuing/log/log.service.ts";
import { loadLog } from "../issuing/log/log-state.service.ts";
import { certify } from "../issuing/log/test-log.ts";
import { queueJob, takeJob } from "../platform/jobs/jobs.repo.ts";
import { newPerson, uploadFile } from "../testing/test-documents.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import { sqlOf } from "../testing/test-sql.ts";
import { chargeStamp } from "./billing/stamps.service.ts";
import { generateReferralCode } from "./referrals/referrals.service.ts";

setDefaultTimeout(600_000);

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ config: { rateLimitFactor: 1 } });
});
afterAll(() => server.stop());

const outcomes = async (calls: Promise<unknown>[]): Promise<string[]> =>
  (await Promise.allSettled(calls)).map(({ status }) => status).toSorted();

test("of two simultaneous uploads with room for one, only one is stored", async () => {
  const person = await newPerson(server);
  const { id } = await uploadFile(person);
  const { db } = server.deps;
  sqlOf(db)
    .prepare("UPDATE documents SET file_size = ? WHERE id = ?")
    .run(String(2 * 1024 ** 3 - 1), id);
  const user = sqlOf(db).prepare("SELECT user_id FROM documents WHERE id = ?").pluck().get(id);
  const count = sqlOf(db).prepare("SELECT count(*) FROM documents WHERE user_id = ?").pluck();
  expect(await outcomes([uploadFile(person, "one.pdf"), uploadFile(person, "two.pdf")])).toEqual([
    "fulfilled",
    "rejected",
  ]);
  expect(count.get(user)).toBe(2);
});

test("when five documents are charged at the same time, the three free stamps pay for three", async () => {
  const { db } = server.deps;
  const person = await newPerson(server);
  const ids: string[] = [];
  for (let at = 0; at < 5; at += 1) ids.push((await uploadFile(person)).id);
  const userId = String(sqlOf(db).prepare("SELECT user_id FROM documents WHERE id = ?").pluck().get(ids[0]));
  const charge = (documentId: string) =>
    transaction(server.deps, (deps) => chargeStamp(deps, { userId, documentId, isPaid: false }));
  expect(await outcomes(ids.map(charge))).toEqual([
    ...["fulfilled", "fulfilled", "fulfilled"],
    ...["rejected", "rejected"],
  ]);
  const used = sqlOf(db).prepare("SELECT count(*) FROM stamp_usage WHERE user_id = ?").pluck();
  expect(used.get(userId)).toBe(3);
});

test("ten entries appended to the log at the same time get ten different positions in one history", async () => {
  const before = (await readHead(server.deps)).size;
  await Promise.all(Array.from({ length: 10 }, () => certify(server.deps)));
  expect((await readHead(server.deps)).size).toBe(before + 10);
  await loadLog(server.deps);
});

test("two runners that claim jobs at the same time never claim the same one", async () => {
  const { db } = server.deps;
  const now = Date.now();
  for (const subject of ["one", "two", "three"])
    await queueJob(db, { kind: "race", subject, userId: subject, at: now });
  const take = () => takeJob(db, { owner: "node", kind: "race", now, leaseUntil: now + 30_000 });
  const taken = await Promise.all([take(), take(), take(), take()]);
  expect(taken.map((job) => job?.subject ?? "none").toSorted()).toEqual(["none", "one", "three", "two"]);
});

test("two calls at the same time give an account one referral code", async () => {
  await newPerson(server);
  const newest = sqlOf(server.deps.db).prepare("SELECT id FROM users ORDER BY created_at DESC LIMIT 1");
  const nameless = { firstName: null, lastName: null, email: null };
  const actor = { id: String(newest.pluck().get()), username: "ann", isAdmin: false, ...nameless };
  const call = () => generateReferralCode(server.deps, actor, "192.0.2.1");
  const [first, second] = await Promise.all([call(), call()]);
  expect(first.referralCode).toMatch(/^[0-9A-Z]{8}$/);
  expect(second.referralCode).toBe(first.referralCode);
});
