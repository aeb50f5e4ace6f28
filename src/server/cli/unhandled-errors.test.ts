import { afterEach, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../../testing/free-port.ts";
import { createTestClient } from "../../testing/test-client.ts";
import { makeTestFolder } from "../../testing/test-server.ts";

const dataDir = makeTestFolder();
let child: Bun.Subprocess<"ignore", "pipe", "pipe"> | undefined;
afterEach(async () => {
  child?.kill("SIGKILL");
  await child?.exited;
  rmSync(dataDir, { recursive: true, force: true });
});

test("uncaught errors are logged for the operator, and the server keeps running [threat R5]", async () => {
  const port = await freePort();
  child = Bun.spawn([process.execPath, join(import.meta.dir, "test-unhandled-errors.ts")], {
    env: {
      PATH: "/usr/bin:/bin",
      DATA_DIR: dataDir,
      PORT: String(port),
      HOST: "127.0.0.1",
      CONVERTER: "off",
    },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  let said = "";
  for await (const part of child.stdout.pipeThrough(new TextDecoderStream())) {
    said += part;
    if (said.includes("A timer has failed.") && said.includes("A promise was broken.")) break;
  }
  expect(said).toContain("an uncaught error");
  expect((await createTestClient(`http://127.0.0.1:${port}`).register()).status).toBe(200);
  child.kill("SIGTERM");
  expect(await child.exited).toBe(0);
});
