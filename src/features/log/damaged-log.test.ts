import { expect, setDefaultTimeout, test } from "bun:test";
import { eq } from "drizzle-orm";
import { jobs, logHead, logNodes } from "../../../db/schema.ts";
import { newAdmin } from "../../testing/test-admin.ts";
import { newPerson, readDocument, startWorkingServer, uploadFile } from "../../testing/test-documents.ts";
import type { TestServer } from "../../testing/test-server.ts";
import { until } from "../../testing/test-waiting.ts";
import { findCheckpoint, replaceCheckpoint } from "./log.repo.ts";
import { certify } from "./test-log.ts";

setDefaultTimeout(600_000);

/** Damages the log and returns how to mend it. */
const damages: Record<string, (deps: TestServer["deps"]) => Promise<() => Promise<unknown>>> = {
  "a hash of its tree is missing": async ({ db }) => {
    const removed = await db.delete(logNodes).where(eq(logNodes.id, 0)).returning().all();
    return () => db.insert(logNodes).values(removed).execute();
  },
  "its signed checkpoint cannot be read": async ({ db }) => {
    const checkpoint = (await findCheckpoint(db)) ?? "";
    await db.update(logHead).set({ checkpoint: "unreadable\n\n" }).run();
    return () => replaceCheckpoint(db, checkpoint);
  },
};

test("while the log is damaged, documents wait however long it takes, and the operator and administrators see why [threat R23]", async () => {
  let aheadMs = 0;
  const server = await startWorkingServer({ deps: { now: () => Date.now() + aheadMs } });
  const { deps, origin } = server;
  await certify(deps);
  const [owner, admin] = [await newPerson(server), await newAdmin(server)];
  const isUsable = async () => (await admin.get("/api/admin/figures")).body.isLogUsable;
  for (const [damage, cause] of Object.entries(damages)) {
    const mend = await cause(deps);
    const { id } = await uploadFile(owner);
    await owner.post(`/api/documents/${id}/process`);

    const job = async () => deps.db.select().from(jobs).where(eq(jobs.subject, id)).get();
    let next = 0;
    // More attempts than a job has that fails.
    for (let hours = 1; hours <= 5; hours += 1) {
      const last = next;
      await until("the job was tried and waits again", async () => {
        const { availableAt, lastError, state } = (await job()) ?? {};
        next = Number(availableAt);
        return state === "queued" && lastError?.includes(damage) && next > last;
      });
      aheadMs += hours * 3_600_000;
    }
    expect((await readDocument(owner, id)).status).toBe("processing");
    const ready = await fetch(`${origin}/api/ready`);
    expect([ready.status, await ready.json()]).toMatchObject([503, { checks: { log: "failed" } }]);
    expect(await isUsable()).toBe(false);

    await mend();
    await until("the document is stamped", async () => {
      aheadMs += 60_000;
      return (await readDocument(owner, id)).status === "completed";
    });
    expect(await isUsable()).toBe(true);
  }
  await server.stop();
});
