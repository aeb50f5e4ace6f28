import { afterEach, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../../testing/free-port.ts";
import { createTestClient } from "../../testing/test-client.ts";
import { makeTestFolder } from "../../testing/test-server.ts";

const dataDir = makeTestFolder();
const children: Bun.Subprocess[] = [];
afterEach(async () => {
  for (const child of children) child.kill("SIGKILL");
  await Promise.all(children.splice(0).map(({ exited }) => exited));
  rmSync(dataDir, { recursive: true, force: true });
});

/** A server that fails at the signal SIGUSR2, in a timer or in a promise. */
async function start(failure: "timer" | "promise") {
  const port = await freePort();
  const child = Bun.spawn([process.execPath, join(import.meta.dir, "test-uncaught-errors.ts"), failure], {
    env: {
      PATH: "/usr/bin:/bin",
      DATA_DIR: dataDir,
      PORT: String(port),
      HOST: "127.0.0.1",
      CONVERTER: "off",
    },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "inherit",
  });
  children.push(child);
  const output = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  let said = "";
  const readUntil = async (words: string | undefined) => {
    for (let part = await output.read(); !part.done; part = await output.read()) {
      said += part.value;
      if (words !== undefined && said.includes(words)) break;
    }
  };
  await readUntil("It fails at SIGUSR2.");
  const fail = async () => {
    child.kill("SIGUSR2");
    await readUntil(undefined);
    return { code: await child.exited, said };
  };
  return { origin: `http://127.0.0.1:${port}`, fail };
}

test("an error that nothing catches is logged and ends the server; the next start has all that was promised [threat R5]", async () => {
  const first = await start("timer");
  const client = createTestClient(first.origin);
  expect((await client.register()).status).toBe(200);
  const timer = await first.fail();
  expect(timer.code).toBe(1);
  expect(timer.said).toContain("an uncaught error ends the server");
  expect(timer.said).toContain("A timer has failed.");

  const second = await start("promise");
  expect((await createTestClient(second.origin, client.cookie()).get("/api/auth/me")).body.username).toBe(
    "jane",
  );
  const promise = await second.fail();
  expect(promise.code).toBe(1);
  expect(promise.said).toContain("A promise was broken.");
}, 600_000);
