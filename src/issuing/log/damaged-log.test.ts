import { expect, setDefaultTimeout, test } from "bun:test";
import { eq } from "drizzle-orm";
import { strFromU8, unzipSync } from "fflate";
import { jobs, logHead, logNodes } from "../../../db/schema.ts";
import { JobEvents } from "../../platform/jobs/job-events.ts";
import { createLogger } from "../../platform/logger.ts";
import { newAdmin } from "../../testing/test-admin.ts";
import type { TestClient } from "../../testing/test-client.ts";
import {
  newPerson,
  processFile,
  readDocument,
  startWorkingServer,
  uploadFile,
} from "../../testing/test-documents.ts";
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

/** The same, for damage that only readers of the log notice. */
const silentDamages: typeof damages = {
  "its tree does not lead from entry": async ({ db }) => {
    const [first] = await db.select().from(logNodes).where(eq(logNodes.id, 0)).all();
    const write = (hash: Uint8Array) =>
      db
        .update(logNodes)
        .set({ hash: Buffer.from(hash) })
        .where(eq(logNodes.id, 0))
        .run();
    await write(new Uint8Array(32));
    return () => write(first?.hash ?? new Uint8Array());
  },
  "its signed checkpoint is missing": async ({ db }) => {
    const removed = await db.delete(logHead).returning().all();
    return () => db.insert(logHead).values(removed).execute();
  },
};

test("while the log is damaged, documents wait however long it takes, and the operator and administrators see why [threat R23]", async () => {
  let aheadMs = 0;
  const server = await startWorkingServer({
    deps: { jobEvents: new JobEvents(), now: () => Date.now() + aheadMs },
  });
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

/** What a person gets: the status, and the error code or the names in the ZIP file. */
async function read(person: TestClient, url: string, init: RequestInit = {}): Promise<unknown[]> {
  const answer = await fetch(url, { ...init, headers: { cookie: person.cookie() } });
  if (init.method === "HEAD") return [answer.status];
  if (answer.status !== 200) return [answer.status, await answer.json()];
  return [200, Object.keys(unzipSync(await answer.bytes()))];
}

test("while the log is damaged, evidence is refused before its first byte, and everything else can be downloaded [threat R23]", async () => {
  const lines: string[] = [];
  const log = createLogger("info", { write: (line) => lines.push(line) });
  const server = await startWorkingServer({ deps: { log } });
  const { deps, origin } = server;
  const owner = await newPerson(server);
  const first = await processFile(owner, (await uploadFile(owner, "first.pdf")).id);
  const second = await processFile(owner, (await uploadFile(owner, "second.pdf")).id);
  const documents = `${origin}/api/documents.zip?ids=${first.id},${second.id}`;
  const evidence = [
    `${origin}/api/documents/${second.id}/evidence`,
    `${documents}&evidence=true`,
    `${origin}/api/verify/${second.serialNumber}`,
  ];
  const refusal = {
    code: "service-paused",
    message: "This service is temporarily unavailable. Please try again later.",
  };
  for (const [damage, cause] of Object.entries({ ...damages, ...silentDamages })) {
    const mend = await cause(deps);
    for (const url of evidence) {
      expect([damage, url, ...(await read(owner, url))]).toMatchObject([damage, url, 503, refusal]);
      expect([damage, url, ...(await read(owner, url, { method: "HEAD" }))]).toEqual([damage, url, 503]);
    }
    expect(lines.splice(0).join("")).toContain(damage);
    expect(await read(owner, documents)).toMatchObject([200, { length: 4 }]);
    await mend();
    expect((await read(owner, evidence[1] ?? ""))[0]).toBe(200);
  }
  await server.stop();
});

test("while the log is damaged, an account's export contains everything but the receipts that cannot be proven, and says so", async () => {
  const server = await startWorkingServer();
  const { deps, origin } = server;
  const owner = await newPerson(server);
  await processFile(owner, (await uploadFile(owner, "first.pdf")).id);
  await processFile(owner, (await uploadFile(owner, "second.pdf")).id);
  const url = `${origin}/api/account/export`;
  const receipt = "documents/00001 second/evidence/entry.tlog-proof";
  const isReceipt = (name: string) => name.endsWith(".tlog-proof");
  const [, intact] = (await read(owner, url)) as [number, string[]];
  expect(intact).toContain(receipt);
  for (const [damage, cause] of Object.entries({ ...damages, ...silentDamages })) {
    const mend = await cause(deps);
    const answer = await fetch(url, { headers: { cookie: owner.cookie() } });
    if (damage === "its signed checkpoint cannot be read") {
      // Nor can the name of the log be read, without which no receipt can be verified.
      expect([answer.status, await answer.json()]).toMatchObject([503, { code: "service-paused" }]);
    } else {
      const files = unzipSync(await answer.bytes());
      expect(Object.keys(files)).not.toContain(receipt);
      expect(Object.keys(files).filter((name) => !isReceipt(name))).toEqual(
        intact.filter((name) => !isReceipt(name)),
      );
      expect(strFromU8(files["index.html"] ?? new Uint8Array())).toContain(
        "because the server couldn't read it: Evidence",
      );
    }
    await mend();
  }
  await server.stop();
});
