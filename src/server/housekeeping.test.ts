import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { count } from "drizzle-orm";
import { sessions } from "../../db/schema.ts";
import { isEventKnown, rememberEvent } from "../features/billing/purchases.repo.ts";
import { recordExternalTimes } from "../issuing/tsa/clock.service.ts";
import { watchClock } from "../issuing/tsa/clock-guard.service.ts";
import { ExternalTsas } from "../issuing/tsa/external-tsas.ts";
import { FileStore } from "../platform/files/store.ts";
import { createLogger } from "../platform/logger.ts";
import { Schedule } from "../platform/schedule.ts";
import { createTestClient } from "../testing/test-client.ts";
import { findFile, newPerson, uploadFile } from "../testing/test-documents.ts";
import { makeTestFolder, startTestServer, type TestServer } from "../testing/test-server.ts";
import { sqlOf } from "../testing/test-sql.ts";
import { createHousekeeping, runHousekeeping } from "./housekeeping.ts";

/** A store that cannot list its files. */
class UnreadableStore extends FileStore {
  override list(): AsyncGenerator<never> {
    throw new Error("The disk does not answer.");
  }
}

const day = 86_400_000;
const hour = 3_600_000;
let server: TestServer;
let now: number;
let lines: string[];
beforeEach(async () => {
  now = Date.now();
  lines = [];
  server = await startTestServer({
    deps: {
      now: () => now,
      files: new UnreadableStore(makeTestFolder()),
      log: createLogger("error", { write: (line) => void lines.push(line) }),
    },
  });
});
afterEach(() => server.stop());

const countSessions = async () =>
  (await server.deps.db.select({ sessions: count() }).from(sessions).get())?.sessions;

/** The first run of a server that is stopped immediately. */
async function startAndStop(): Promise<void> {
  const schedule = new Schedule(server.deps.log);
  const { ofServer, ofCluster } = createHousekeeping(server.deps);
  schedule.every(hour, "temporary files", ofServer);
  schedule.every(hour, "housekeeping", ofCluster);
  await schedule.stop(100_000);
}

test("a failed chore is logged for the operator and does not prevent the others", async () => {
  await createTestClient(server.origin).register();
  expect(await countSessions()).toBe(1);
  now += 31 * day;
  await runHousekeeping(server.deps, now);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { chore: "files without a document", err: { message: "The disk does not answer." } },
  ]);
  expect(await countSessions()).toBe(0);
});

test("a Stripe event is remembered for as long as Stripe could repeat it, and then forgotten", async () => {
  const { db } = server.deps;
  await rememberEvent(db, { id: "evt_1", type: "invoice.paid" }, now);
  now += 89 * day;
  await rememberEvent(db, { id: "evt_2", type: "invoice.paid" }, now);
  await runHousekeeping(server.deps, now);
  expect([await isEventKnown(db, "evt_1"), await isEventKnown(db, "evt_2")]).toEqual([true, true]);
  now += 2 * day;
  await runHousekeeping(server.deps, now);
  expect([await isEventKnown(db, "evt_1"), await isEventKnown(db, "evt_2")]).toEqual([false, true]);
});

test("failed jobs and password reset requests are deleted after thirty days", async () => {
  const { db } = server.deps;
  const job = (subject: string, state: string) =>
    sqlOf(db)
      .prepare(
        "INSERT INTO jobs (id, kind, subject, state, available_at, created_at) VALUES (?, 'password.reset', ?, ?, ?, ?)",
      )
      .run(subject, subject, state, now, now);
  job("jane@example.org", "failed");
  job("ann@example.org", "queued");
  const subjects = () => sqlOf(db).prepare("SELECT subject FROM jobs ORDER BY subject").pluck().all();
  now += 29 * day;
  await runHousekeeping(server.deps, now);
  expect(subjects()).toEqual(["ann@example.org", "jane@example.org"]);
  now += 2 * day;
  await runHousekeeping(server.deps, now);
  expect(subjects()).toEqual(["ann@example.org"]);
});

test("an email in the outbox is kept for thirty days; the operator's own files there stay", async () => {
  const outbox = join(server.deps.config.dataDir, "outbox");
  mkdirSync(outbox);
  for (const name of ["old.eml", "new.eml", "notes.txt"]) writeFileSync(join(outbox, name), "text");
  for (const name of ["old.eml", "notes.txt"]) utimesSync(join(outbox, name), 0, (now - 31 * day) / 1000);
  await runHousekeeping(server.deps, now);
  expect(readdirSync(outbox).toSorted()).toEqual(["new.eml", "notes.txt"]);
});

test("temporary files that are in use stay where the clock of the database is ahead of the machine's", async () => {
  const path = server.deps.files.temporaryPath();
  const { ofServer } = createHousekeeping(server.deps);
  const { signal } = new AbortController();
  now = Date.now() + 2 * hour;
  for (const _ of ["first", "later"]) {
    writeFileSync(path, "an upload");
    await ofServer(signal);
    expect(readFileSync(path, "utf8")).toBe("an upload");
  }
});

test("a stopping server waits for the current chore and starts no other", async () => {
  await createTestClient(server.origin).register();
  now += 31 * day;
  await startAndStop();
  expect([await countSessions(), lines]).toEqual([1, []]);
});

describe("the clock is checked before anything is deleted", () => {
  let steady = 0;
  const open = (outside: Partial<ExternalTsas> = {}) =>
    watchClock(
      {
        ...server.deps,
        now: () => now,
        externalTsas: Object.assign(new ExternalTsas(noAuthorities()), outside),
      },
      () => steady,
    );
  const noAuthorities = () => ({ urls: [], roots: () => [], now: () => now, log: server.deps.log });
  const pass = (steadyMs: number, clockMs = steadyMs) => {
    steady += steadyMs;
    now += clockMs;
  };
  /** Simulates an earlier run of the program that read the clock twice and trusted it. */
  async function ranBefore() {
    const isTrusted = open();
    await isTrusted();
    pass(hour);
    expect(await isTrusted()).toBe(true);
  }

  test("after the clock jumps by two days, deletions wait for a second check, which finds it right or unchanged [threat R10]", async () => {
    await ranBefore();
    const isTrusted = open();
    expect(await isTrusted()).toBe(true);
    pass(hour, 2 * day);
    expect(await isTrusted()).toBe(false);
    pass(hour);
    expect(await isTrusted()).toBe(true);
    pass(hour, -2 * day);
    expect(await isTrusted()).toBe(true);
  });

  test("deletions also wait if the clock is ten days ahead at the server's start, however often the server starts [threat R10]", async () => {
    await ranBefore();
    pass(60_000, 10 * day);
    for (let start = 0; start < 3; start += 1) expect(await open()()).toBe(false);
    const isTrusted = open();
    await isTrusted();
    pass(hour, hour - 10 * day);
    expect(await isTrusted()).toBe(true);
    expect(await open()()).toBe(true);
  });

  test("deletions wait while external authorities contradict the clock, but not while they confirm it", async () => {
    await ranBefore();
    await recordExternalTimes(server.deps, ["contradicted"]);
    expect(await open()()).toBe(false);
    expect(await open({ hasConfirmedClock: () => true })()).toBe(true);
  });

  test("no server that starts with its clock ten days ahead deletes an original, only the next check does [threat R10]", async () => {
    await ranBefore();
    const person = await newPerson(server);
    const { id } = await uploadFile(person);
    const folder = join(server.deps.files.temporaryFolder, "..");
    const original = join(folder, findFile(folder, "originals", id));
    now += 10 * day;
    await startAndStop();
    expect(existsSync(original)).toBe(true);
    const isClockTrusted = open();
    await runHousekeeping(server.deps, now, { isClockTrusted });
    expect(existsSync(original)).toBe(true);
    pass(hour);
    await runHousekeeping(server.deps, now, { isClockTrusted });
    expect(existsSync(original)).toBe(false);
  });
});
