import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { checkLog } from "../evidence/log/check-log.ts";
import { makeTestFolder, startTestServer } from "../http/test-server.ts";
import { readRemoteLog } from "./remote-log.ts";

setDefaultTimeout(30_000);

let dataDir: string;
beforeEach(() => {
  dataDir = makeTestFolder();
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

/** Appends in a process of its own, which is killed, or kills itself at the moment named. */
async function appendAndDie(moment: string, killAfterMs = 20_000): Promise<void> {
  const child = Bun.spawn(
    [process.execPath, join(import.meta.dir, "test-dying-append.ts"), dataDir, moment],
    {
      stdout: "ignore",
      stderr: "inherit",
    },
  );
  const timer = setTimeout(() => child.kill("SIGKILL"), killAfterMs);
  await child.exited;
  clearTimeout(timer);
  expect(child.signalCode).toBe("SIGKILL");
}

/** Starts a server on the folder, has its log recomputed from outside, and returns its checkpoint. */
async function checkFromOutside(earlier?: string): Promise<{ size: number; checkpoint: string }> {
  const server = await startTestServer({ config: { dataDir } });
  try {
    const log = await readRemoteLog(server.origin);
    const { size } = await checkLog(log, earlier);
    return { size, checkpoint: log.checkpoint };
  } finally {
    await server.stop();
  }
}

for (const [moment, entries] of [
  ["in the transaction", 0],
  ["after the transaction", 1],
] as const) {
  test(`a server killed twice ${moment} of an append starts again, and its log is whole`, async () => {
    await appendAndDie(moment);
    const first = await checkFromOutside();
    await appendAndDie(moment);
    const second = await checkFromOutside(first.checkpoint);
    expect([first.size, second.size]).toEqual([entries, 2 * entries]);
  });
}

test("a server killed twice somewhere among many appends starts again, and its log is whole", async () => {
  await appendAndDie("any", 1_500);
  const first = await checkFromOutside();
  await appendAndDie("any", 1_700);
  const second = await checkFromOutside(first.checkpoint);
  expect(second.size).toBeGreaterThanOrEqual(first.size);
});
