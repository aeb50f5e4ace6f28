import { expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { closeDatabase, sqliteOf } from "../../../db/client.ts";
import { releaseLeases } from "../../platform/jobs/jobs.repo.ts";
import { createDeps } from "../../server/create-deps.ts";
import { makeTestFolder, testConfig } from "../../testing/test-server.ts";
import { sendDue, startReceiver } from "./test-webhooks.ts";
import { webhookJob } from "./webhooks.ts";

test("a server killed between the commit and the answer sends the delivery again after a restart", async () => {
  const folder = makeTestFolder();
  const receiver = startReceiver();
  const killed = Promise.withResolvers<void>();
  receiver.answer = async () => {
    child.kill("SIGKILL");
    await child.exited;
    killed.resolve();
    return new Response("too late");
  };
  const script = join(import.meta.dir, "../../testing/test-crash-sender.ts");
  const child = Bun.spawn([process.execPath, script, folder, receiver.url], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  await killed.promise;
  receiver.answer = async () => new Response("thanks");
  const revived = await createDeps(testConfig({ dataDir: folder, webhookPrivate: true }));
  await releaseLeases(revived.db, [webhookJob], revived.now());
  await sendDue(revived);
  const states = sqliteOf(revived.db).prepare("SELECT state, attempts FROM webhook_deliveries").all();
  expect(states).toEqual([{ state: "delivered", attempts: 1 }]);
  const ids = receiver.received.map(({ headers }) => headers["webhook-id"]);
  expect([ids.length, new Set(ids).size]).toEqual([2, 1]);
  await closeDatabase(revived.db);
  await receiver.stop();
  rmSync(folder, { recursive: true });
});
