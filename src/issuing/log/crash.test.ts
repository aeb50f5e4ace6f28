import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { checkLog } from "../../evidence/tlog/check-log.ts";
import { makeTestFolder, startTestServer } from "../../testing/test-server.ts";
import { readRemoteLog } from "./remote-log.ts";

setDefaultTimeout(600_000);

let dataDir: string;
beforeEach(() => {
  dataDir = makeTestFolder();
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const appending = (moment: string) =>
  Bun.spawn(
    [process.execPath, join(import.meta.dir, "../../testing/test-crash-append.ts"), dataDir, moment],
    {
      stdout: "pipe",
      stderr: "inherit",
    },
  );

/** Appends in a separate process that crashes at the given moment. */
async function appendAndDie(moment: string): Promise<void> {
  const child = appending(moment);
  await child.exited;
  expect([await new Response(child.stdout).text(), child.signalCode]).toEqual(["", "SIGKILL"]);
}

/** Appends in a separate process that is killed some time after this many entries; returns how many it reported. */
async function appendUntilKilled(entries: number): Promise<number> {
  const child = appending("");
  let said = "";
  for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
    said += chunk;
    if (said.length >= entries * line.length) child.kill("SIGKILL");
  }
  await child.exited;
  expect(child.signalCode).toBe("SIGKILL");
  return Math.floor(said.length / line.length);
}
const line = "in the log\n";

/** Starts a server on the folder, has an independent program recompute its log, and returns its checkpoint. */
async function checkExternally(earlier?: string): Promise<{ size: number; checkpoint: string }> {
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
  ["after its checkpoint was kept", 1],
] as const) {
  test(`a server killed twice ${moment} of an append starts again, and its log is intact [threat R1]`, async () => {
    await appendAndDie(moment);
    const first = await checkExternally();
    await appendAndDie(moment);
    const second = await checkExternally(first.checkpoint);
    expect([first.size, second.size]).toEqual([entries, 2 * entries]);
  });
}

test("a server killed twice during many appends has every acknowledged entry, and at most one unacknowledged", async () => {
  let size = 0;
  let checkpoint: string | undefined;
  for (const entries of [20, 35]) {
    const said = await appendUntilKilled(entries);
    const log = await checkExternally(checkpoint);
    expect([size + said, size + said + 1]).toContain(log.size);
    ({ size, checkpoint } = log);
  }
  expect(size).toBeGreaterThanOrEqual(20 + 35);
});
