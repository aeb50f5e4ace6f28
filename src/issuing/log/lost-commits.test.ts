import { afterEach, beforeEach, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { closeDatabase, type Database } from "../../../db/client.ts";
import { openConfiguredDatabase } from "../../../db/open.ts";
import { certificates, logEntries, logHead, logNodes } from "../../../db/schema.ts";
import { createSigningKey } from "../../evidence/signing-key.ts";
import { signCheckpoint } from "../../evidence/tlog/sign-note.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";
import { findCheckpoint, replaceCheckpoint } from "./log.repo.ts";
import { readHead, requireUsableLog } from "./log.service.ts";
import { logNameAt, nextLogName } from "./log.ts";
import { loadLog } from "./log-state.service.ts";
import { certify } from "./test-log.ts";

let server: TestServer;
/** The same database, for a server that does not know what this one has seen. */
let elsewhere: Database;
beforeEach(async () => {
  server = await startTestServer();
  elsewhere = await openConfiguredDatabase(server.deps.config);
});
afterEach(async () => {
  await closeDatabase(elsewhere);
  await server.stop();
});

/** Undoes the third entry, as when a standby takes over that lacks the last commit. */
async function loseThirdEntry(before: string): Promise<void> {
  await elsewhere.delete(certificates).where(eq(certificates.entryIndex, 2)).run();
  await elsewhere.delete(logEntries).where(eq(logEntries.position, 2)).run();
  await elsewhere.delete(logNodes).where(eq(logNodes.id, 2)).run();
  await replaceCheckpoint(elsewhere, before);
}

/** Signs three entries, of which the third is lost; returns the checkpoint over the first two. */
async function signThreeAndLoseOne(deps: TestServer["deps"]): Promise<string> {
  await certify(deps);
  await certify(deps);
  const { checkpoint } = await readHead(deps);
  await certify(deps);
  await loseThirdEntry(checkpoint);
  return checkpoint;
}

/** Users read that the service is unavailable; the operator reads why. */
async function expectPause(work: Promise<unknown>, why: string): Promise<void> {
  const error: unknown = await work.catch((error: unknown) => error);
  expect(error).toMatchObject({
    code: "service-paused",
    message: "This service is temporarily unavailable. Please try again later.",
    cause: { message: expect.stringContaining(why) },
  });
}

test("a server whose database has lost its last commits appends nothing: the log does not fork", async () => {
  const { deps } = server;
  const checkpoint = await signThreeAndLoseOne(deps);
  await expectPause(certify(deps), "the database has 2 entries, but a log with 3 has already been signed");
  await expect(requireUsableLog(deps)).rejects.toThrow("a log with 3 has already been signed");
  const ready = await fetch(`${server.origin}/api/ready`);
  expect([ready.status, await ready.json()]).toMatchObject([
    503,
    { checks: { log: "failed", database: "ok" } },
  ]);
  expect(await findCheckpoint(elsewhere)).toBe(checkpoint);
});

test("a server appends nothing behind entries that another one signed in place of lost ones", async () => {
  const { deps } = server;
  await signThreeAndLoseOne(deps);
  for (let entry = 2; entry < 4; entry += 1) await certify({ ...deps, db: elsewhere });
  await readHead(deps);
  await expectPause(certify(deps), "it does not begin with the 3 entries that were signed earlier");
});

test("a checkpoint that a server has only shown to others counts like one that it signed", async () => {
  const { deps } = server;
  const elsewhereDeps = { ...deps, db: elsewhere };
  await certify(elsewhereDeps);
  await certify(elsewhereDeps);
  const checkpoint = (await findCheckpoint(elsewhere)) ?? "";
  await certify(elsewhereDeps);
  await readHead(deps);
  await loseThirdEntry(checkpoint);
  await expectPause(certify(deps), "a log with 3 has already been signed");
});

test("a server that has signed nothing since its start signs nothing over a changed tree", async () => {
  const { deps } = server;
  await certify({ ...deps, db: elsewhere });
  await certify({ ...deps, db: elsewhere });
  const checkpoint = (await findCheckpoint(elsewhere)) ?? "";
  await elsewhere
    .update(logNodes)
    .set({ hash: Buffer.alloc(32) })
    .run();
  const why = "its tree does not match the checkpoint that was signed";
  await expectPause(certify(deps), why);
  await expect(requireUsableLog(deps)).rejects.toThrow(why);
  expect(await findCheckpoint(elsewhere)).toBe(checkpoint);
});

test("a server whose log lost its checkpoint does not start another one", async () => {
  const { deps } = server;
  await loadLog(deps);
  await elsewhere.delete(logHead).run();
  await expectPause(certify(deps), "its signed checkpoint is missing");
  await expect(requireUsableLog(deps)).rejects.toThrow("its signed checkpoint is missing");
});

test("a server whose database now has the log of another server, or its own under a new key, signs nothing in its name", async () => {
  const { deps } = server;
  await certify(deps);
  const { origin, size, hash } = await readHead(deps);
  const otherKey = createSigningKey((bytes) => new Uint8Array(bytes).fill(7));
  for (const name of [
    logNameAt("https://other.example"),
    nextLogName(deps.config.origin, "0a1b2c3d"),
    origin,
  ]) {
    const checkpoint = signCheckpoint({ origin: name, size, hash }, otherKey);
    await replaceCheckpoint(elsewhere, checkpoint);
    // What the server shows to others must not make it continue that log.
    await readHead(deps);
    const why = "its checkpoint was not signed with the key of this server";
    await expectPause(certify(deps), why);
    await expect(requireUsableLog(deps)).rejects.toThrow(why);
    expect(await findCheckpoint(elsewhere)).toBe(checkpoint);
  }
});
