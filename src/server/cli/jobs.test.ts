import { afterAll, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { closeDatabase } from "../../../db/client.ts";
import { openDatabaseIn } from "../../../db/open.ts";
import { jobs } from "../../../db/schema.ts";
import { makeTestFolder } from "../../testing/test-server.ts";

const folder = makeTestFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function run(...words: string[]) {
  const program = join(import.meta.dir, "../../main.ts");
  const child = Bun.spawn([process.execPath, program, "jobs", ...words], {
    env: { PATH: "/usr/bin:/bin", DATA_DIR: folder },
    stdout: "pipe",
    stderr: "pipe",
  });
  const said = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  return { code: await child.exited, said: said.join("").trim() };
}

test("the operator sees which jobs are waiting, running or failed, and why", async () => {
  const db = await openDatabaseIn(folder);
  expect(await run("list")).toEqual({
    code: 0,
    said: "No job is waiting, and none has failed in the last 30 days.",
  });
  const createdAt = new Date("2026-11-20T19:11:00Z");
  const job = { kind: "stamp", availableAt: new Date("2026-11-20T20:11:00Z"), createdAt };
  const lastError = "Error: no room\n    at line 1";
  await db
    .insert(jobs)
    .values([
      { ...job, id: "1", subject: "document-1", attempts: 2, lastError },
      { ...job, id: "2", subject: "document-2", attempts: 1, state: "running" },
      { ...job, id: "3", subject: "document-3", attempts: 4, state: "failed", lastError: "Error: damaged" },
    ])
    .run();
  expect((await run("list")).said.split("\n")).toEqual([
    "Waiting: 1",
    "  2026-11-20 19:11 UTC | stamp | document-1 | tried 2 times | next 2026-11-20 20:11 UTC | Error: no room     at line 1",
    "",
    "At work: 1",
    "  2026-11-20 19:11 UTC | stamp | document-2 | tried once",
    "",
    "Failed, will not be retried: 1",
    "  2026-11-20 19:11 UTC | stamp | document-3 | tried 4 times | Error: damaged",
  ]);
  await closeDatabase(db);
  expect(await run("dance")).toMatchObject({
    code: 2,
    said: expect.stringContaining("unknown command 'dance'"),
  });
});
