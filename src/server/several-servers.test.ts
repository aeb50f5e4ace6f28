import { afterEach, beforeEach, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { count, isNotNull } from "drizzle-orm";
import { certificates, documents } from "../../db/schema.ts";
import { hasAdmin } from "../features/accounts/accounts.repo.ts";
import { ensureAdmin } from "../features/accounts/operator.service.ts";
import { maxOriginals } from "../features/documents/upload.service.ts";
import { adoptSite, listAdopted } from "../features/publishing/adopt.service.ts";
import { publishSite } from "../features/publishing/publish.service.ts";
import { testSiteParts } from "../features/publishing/test-site-parts.ts";
import { countEntries } from "../issuing/log/log.repo.ts";
import { lockLog } from "../issuing/log/log.service.ts";
import { loadLog } from "../issuing/log/log-state.service.ts";
import { whileLeased } from "../platform/cluster/leases.ts";
import { createTestClient, jane } from "../testing/test-client.ts";
import {
  formWith,
  newPerson,
  processFile,
  smallPdf,
  startWorkingServer,
  untilFinished,
  uploadFile,
} from "../testing/test-documents.ts";
import { makeTestFolder, type TestServer } from "../testing/test-server.ts";
import { sqlOf } from "../testing/test-sql.ts";
import { until } from "../testing/test-waiting.ts";

const keysSecret = { current: "the secret that the operator made with openssl", previous: undefined };
const admin = { username: "operator", password: "a password of the operator", email: undefined };
let first: TestServer;
let second: TestServer;

/** Two servers with separate keys folders but the same database, file store and address. */
beforeEach(async () => {
  const node = () => ({ id: crypto.randomUUID(), isAlone: false });
  const shared = { keysSecret, admin, rateLimitFactor: 1 };
  first = await startWorkingServer({ config: shared, deps: { node: node() } });
  const { config, db, files } = first.deps;
  const sameDatabase = config.databaseUrl === undefined ? { db } : {};
  second = await startWorkingServer({
    config: { ...shared, databaseUrl: config.databaseUrl },
    deps: { ...sameDatabase, files, node: node() },
  });
});
afterEach(async () => {
  await second.stop();
  await first.stop();
});

/** The same browser at another server, as if a load balancer had sent it there. */
const sameBrowserAt = (server: TestServer, cookie: string) => createTestClient(server.origin, cookie);
const statusOfMe = async (browser: { get: (path: string) => Promise<{ status: number }> }) =>
  (await browser.get("/api/auth/me")).status;

test("a session of one server is valid on the other, until it ends on either of them", async () => {
  const person = await newPerson(first);
  const elsewhere = sameBrowserAt(second, person.cookie());
  expect(await statusOfMe(elsewhere)).toBe(200);
  await elsewhere.post("/api/auth/logout");
  expect(await statusOfMe(person)).toBe(401);
});

test("a password change on one server immediately ends the other sessions on every server", async () => {
  const person = await newPerson(first);
  const { username } = (await person.get("/api/auth/me")).body;
  const thief = createTestClient(second.origin);
  await thief.login(String(username));
  expect(await statusOfMe(thief)).toBe(200);
  const change = { currentPassword: jane.password, newPassword: "another horse" };
  expect((await person.post("/api/auth/change-password", change)).status).toBe(200);
  expect(await statusOfMe(thief)).toBe(401);
});

test("wrong passwords on two servers count together", async () => {
  const guess = async (at: number) => {
    const { origin } = at % 2 === 0 ? first : second;
    return (await createTestClient(origin).login("jane", "a wrong secret")).status;
  };
  const statuses: number[] = [];
  for (let at = 0; at < 11; at += 1) statuses.push(await guess(at));
  expect(statuses).toEqual([...Array<number>(10).fill(401), 429]);
});

test("an account's limit of stored originals holds for uploads at two servers at the same moment", async () => {
  const person = await newPerson(first);
  const { username } = (await person.get("/api/auth/me")).body;
  const sql = sqlOf(first.deps.db);
  const id = sql.prepare("SELECT id FROM users WHERE username = ?").pluck().get(username);
  const rows = Array.from(
    { length: maxOriginals - 1 },
    () => `('${crypto.randomUUID()}', '${id}', 'a.pdf', 'originals/none', 'application/pdf', '1', 'none', 0)`,
  );
  sql.exec(
    `INSERT INTO documents (id, user_id, original_name, original_path, file_type, file_size, sha256, created_at)
     VALUES ${rows.join()}`,
  );
  const statuses = await Promise.all(
    [first, second].map(async (server) => {
      const browser = sameBrowserAt(server, person.cookie());
      const body = formWith("lease.pdf", smallPdf());
      return (await browser.send("POST", "/api/documents/upload", { body })).status;
    }),
  );
  expect(statuses.toSorted()).toEqual([200, 429]);
});

test("documents sent to two servers are each stamped once, in one log that does not fork", async () => {
  const people = [await newPerson(first), await newPerson(second)];
  const finished = await Promise.all(
    people.map(async (person) => {
      const { id } = await uploadFile(person);
      expect((await person.post(`/api/documents/${id}/process`)).status).toBe(200);
      return untilFinished(person, id);
    }),
  );
  expect(finished.map(({ status }) => status)).toEqual(["completed", "completed"]);
  const { db } = second.deps;
  const registered = db
    .select({ rows: count() })
    .from(certificates)
    .where(isNotNull(certificates.entryIndex));
  expect([await countEntries(db), (await registered.get())?.rows]).toEqual([2, 2]);
  await loadLog(first.deps);
  await loadLog(second.deps);
});

test("what one server issues, the other verifies: both publish the same keys and roots", async () => {
  const read = async ({ origin }: TestServer, path: string) =>
    (await createTestClient(origin).get(path)).text;
  for (const path of ["/.well-known/jwks.json", "/evidence/ca.pem", "/evidence/log/checkpoint"]) {
    const [here, there] = [await read(first, path), await read(second, path)];
    expect([path, here.length > 0, there]).toEqual([path, true, here]);
  }
});

test("servers that start at the same moment create the administrator only once", async () => {
  const start = ({ deps }: TestServer) => whileLeased(deps, "start", () => ensureAdmin(deps));
  await Promise.all([start(first), start(second)]);
  expect(await hasAdmin(first.deps.db)).toBe(true);
});

/** The site that a service with one record published before it ended. */
async function publishEnded(): Promise<{ folder: string; serialNumber: string }> {
  const ended = await startWorkingServer();
  const person = await newPerson(ended);
  const { serialNumber } = await processFile(person, (await uploadFile(person)).id);
  const folder = makeTestFolder();
  await publishSite(ended.deps, { folder, hashesOnly: false, parts: testSiteParts, onProgress: () => {} });
  await ended.stop();
  return { folder, serialNumber: serialNumber ?? "" };
}

test("[threat E15] a service that two servers adopt at the same moment is adopted once, and the log does not fork", async () => {
  const { folder } = await publishEnded();
  const person = await newPerson(second);
  const [one, other] = await Promise.allSettled([
    adoptSite(first.deps, { folder }),
    adoptSite(second.deps, { folder }),
    processFile(person, (await uploadFile(person)).id),
  ]);
  const outcomes = [one, other].map((outcome) =>
    outcome.status === "fulfilled" ? "adopted" : String(outcome.reason),
  );
  expect(outcomes.toSorted()).toEqual([expect.stringMatching(/has just been adopted/), "adopted"]);
  const { db } = first.deps;
  expect(await countEntries(db)).toBe(2);
  expect((await listAdopted(second.deps)).length).toBe(1);
  const sql = sqlOf(db);
  expect(Number(sql.prepare("SELECT count(*) AS n FROM adopted_records").pluck().get())).toBe(1);
  await loadLog(first.deps);
  await loadLog(second.deps);
  rmSync(folder, { recursive: true });
});

test("[threat E15] a serial number that another server issues while this one waits for the log is not adopted", async () => {
  const { folder, serialNumber } = await publishEnded();
  const { db } = second.deps;
  const waiting = `SELECT count(*) AS n FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  // SQLite has one writer: there, the adoption begins once the other transaction has ended.
  const isWaiting = () => db.engine === "sqlite" || Number(sqlOf(db).prepare(waiting).pluck().get()) > 0;
  const locked = Promise.withResolvers<void>();
  const issuing = db.transaction(async (db) => {
    await lockLog({ db });
    locked.resolve();
    await until("the adoption waits for the log", isWaiting);
    const [id, at] = [crypto.randomUUID(), new Date(0)];
    const file = { originalName: "a.pdf", fileType: "application/pdf", fileSize: "1", sha256: "11" };
    await db
      .insert(documents)
      .values({ id, serialNumber, status: "completed", createdAt: at, ...file })
      .run();
    await db
      .insert(certificates)
      .values({ serialNumber, documentId: id, attestation: "", issuedAt: at })
      .run();
  });
  await locked.promise;
  const adopting = adoptSite(first.deps, { folder });
  await expect(adopting).rejects.toThrow(`The serial number ${serialNumber} is one of this server's own.`);
  await issuing;
  expect(await countEntries(db)).toBe(0);
  expect(Number(sqlOf(db).prepare("SELECT count(*) AS n FROM adoptions").pluck().get())).toBe(0);
  rmSync(folder, { recursive: true });
});
