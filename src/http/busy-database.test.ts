import { afterEach, expect, test } from "bun:test";
import { join } from "node:path";
import { createTestClient } from "./test-client.ts";
import { startTestServer, type TestServer } from "./test-server.ts";

let server: TestServer | undefined;
afterEach(async () => {
  await server?.stop();
});

const holding = `
  import Sqlite from "better-sqlite3";
  const db = new Sqlite(process.argv[1]);
  db.exec("BEGIN IMMEDIATE");
  console.log("held");
  setTimeout(() => db.exec("ROLLBACK"), 1_000);`;

test("a change waits while another program writes, and goes through when that is done", async () => {
  server = await startTestServer();
  const path = join(server.deps.config.dataDir, "attestamp.sqlite");
  const other = Bun.spawn([process.execPath, "-e", holding, path], { cwd: import.meta.dir, stdout: "pipe" });
  const { value } = await other.stdout.getReader().read();
  expect(new TextDecoder().decode(value)).toBe("held\n");
  const asked = performance.now();
  expect((await createTestClient(server.origin).register({ username: "patient" })).status).toBe(200);
  expect(performance.now() - asked).toBeGreaterThan(500);
  await other.exited;
});
