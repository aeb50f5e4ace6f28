import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { secondsOfStarted } from "../../../src/testing/processes.ts";
import { type PostgresServer, startPostgres } from "../../../src/testing/test-postgres.ts";

/**
 * The results of each round. `processorMs`: the processor time that one append takes, in all servers and the database.
 */
export type Appends = { what: string; appendsPerSecond: number[]; processorMs: number[] };

const kinds = [
  { servers: 1, writers: 1 },
  { servers: 1, writers: 2 },
  { servers: 1, writers: 8 },
  { servers: 1, writers: 32 },
  { servers: 4, writers: 8 },
].map(({ servers, writers }) => {
  const many = servers === 1 ? "1 server" : `${servers} servers`;
  return { servers, writers, what: `${many}, ${writers} at a time${servers === 1 ? "" : " each"}` };
});

/**
 * Appends to the log per second: whole transactions with the rows of a document, its certificate, its entry, the tree
 * and a signed checkpoint. The kinds alternate, so that the machine's load affects all of them. One document at a time
 * never shares a commit.
 */
export async function measureAppends(rounds: number, ms: number): Promise<Appends[]> {
  const folder = mkdtempSync(join(tmpdir(), "attestamp-appends-"));
  const postgres = await startPostgres();
  const results: Appends[] = kinds.map(({ what }) => ({
    what,
    appendsPerSecond: [],
    processorMs: [],
  }));
  try {
    for (let round = 0; round < rounds; round += 1) {
      for (const [at, kind] of kinds.entries()) {
        const own = join(folder, `${round}-${at}`);
        const { appends, seconds } = await append(own, postgres, kind, ms);
        results[at]?.appendsPerSecond.push(appends / (ms / 1000));
        results[at]?.processorMs.push((seconds * 1000) / appends);
      }
    }
    return results;
  } finally {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function append(
  folder: string,
  postgres: PostgresServer,
  { servers, writers }: (typeof kinds)[number],
  ms: number,
): Promise<{ appends: number; seconds: number }> {
  const url = postgres.makeDatabase(crypto.randomUUID());
  const children = [];
  // The first one creates the keys and the log.
  for (let number = 1; number <= servers; number += 1) {
    const dataDir = join(folder, `server-${number}`);
    mkdirSync(dataDir, { recursive: true });
    children.push(await startChild([dataDir, url, String(writers), String(ms)]));
  }
  const before = secondsOfStarted();
  const counts = await Promise.all(children.map(({ run }) => run()));
  const appends = counts.reduce((sum, count) => sum + count, 0);
  return { appends, seconds: secondsOfStarted() - before };
}

/** Resolves when the server is ready; `run` has it append, and resolves to the number of appends. */
async function startChild(args: string[]): Promise<{ run: () => Promise<number> }> {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, "append-child.ts"), ...args], {
    stdin: "pipe",
    stdout: "pipe",
    stderr: "inherit",
  });
  const lines = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  if (!(await lines.read()).value?.includes("ready")) throw new Error("A server could not start.");
  return {
    async run() {
      child.stdin.write("go\n");
      child.stdin.end();
      const { value } = await lines.read();
      if ((await child.exited) !== 0) throw new Error("A server that appended has failed.");
      return Number(value);
    },
  };
}
