import { afterEach, expect, test } from "bun:test";
import { join } from "node:path";
import { SqliteEngine } from "../../../db/sqlite-engine.ts";
import { createTestClient } from "../../testing/test-client.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

let server: TestServer | undefined;
afterEach(async () => {
  await server?.stop();
});

const holding = `
  import Sqlite from "better-sqlite3";
  const db = new Sqlite(process.argv[1]);
  db.exec("BEGIN IMMEDIATE");
  console.log("held");
  process.stdin.once("end", () => db.exec("ROLLBACK")).resume();`;

test("a change waits while another program writes, and then succeeds [threat R9]", async () => {
  server = await startTestServer();
  const path = join(server.deps.config.dataDir, "attestamp.sqlite");
  const command = [process.execPath, "-e", holding, path];
  const other = Bun.spawn(command, { cwd: import.meta.dir, stdin: "pipe", stdout: "pipe" });
  const { value } = await other.stdout.getReader().read();
  expect(new TextDecoder().decode(value)).toBe("held\n");

  SqliteEngine.of(server.deps.db).maxLockWaitMs = 500_000;
  let isAnswered = false;
  const registering = createTestClient(server.origin)
    .register({ username: "patient" })
    .finally(() => {
      isAnswered = true;
    });
  expect((await createTestClient(server.origin).get("/api/health")).status).toBe(200);
  expect(isAnswered).toBe(false);

  await other.stdin.end();
  expect((await registering).status).toBe(200);
  await other.exited;
});
