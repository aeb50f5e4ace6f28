import { mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { spawn } from "bun";
import { freePort } from "../../src/testing/free-port.ts";

export type Product = {
  origin: string;
  dataDir: string;
  pid: number;
  /** Stops it gracefully, and deletes its data folder. */
  stop: () => Promise<void>;
  /** Stops it gracefully; the data folder is kept. */
  end: () => Promise<void>;
  /** Simulates a power failure; the data folder is kept. */
  kill: () => Promise<void>;
};

const root = join(import.meta.dir, "../..");
const answerWithinMs = 500_000;

/**
 * A command that starts the server, the data folder's path for the server and for this process, and a file for its
 * output, if not the console.
 */
export type Start = { command: string[]; dataDir: string; dataDirInside: string; logPath?: string };

/** Starts the built product as a process with an empty data folder, as its operator would. */
export async function startProduct(
  settings: Record<string, string> = {},
  start = fromSource(),
): Promise<Product> {
  const port = settings.PORT ?? (await freePort());
  const { command, dataDir, dataDirInside, logPath } = start;
  const out = logPath === undefined ? "inherit" : openSync(logPath, "a");
  const server = spawn(command, {
    cwd: root,
    env: {
      ...process.env,
      PORT: String(port),
      HOST: "127.0.0.1",
      DATA_DIR: dataDirInside,
      ANCHORS: "off",
      RATE_LIMIT_FACTOR: "1000",
      LOG_LEVEL: "warn",
      WEBHOOK_PRIVATE: "on",
      ...settings,
    },
    stdout: out,
    stderr: out,
  });
  const origin = `http://localhost:${port}`;
  await untilHealthy(origin, () => server.exitCode);
  const end = async () => {
    server.kill("SIGTERM");
    await server.exited;
  };
  return {
    origin,
    dataDir,
    pid: server.pid,
    end,
    async stop() {
      await end();
      rmSync(dataDir, { recursive: true, force: true });
    },
    async kill() {
      server.kill("SIGKILL");
      await server.exited;
    },
  };
}

/** `site`: the files of an operator's folder in the data folder, by name. */
export function fromSource(site: Record<string, string> = {}): Start {
  const dataDir = mkdtempSync(join(tmpdir(), "attestamp-e2e-"));
  writeSite(dataDir, site);
  return { command: [process.execPath, "src/main.ts", "serve"], dataDir, dataDirInside: dataDir };
}

/** Writes the files of an operator's folder into a data folder. */
export function writeSite(dataDir: string, site: Record<string, string>): void {
  for (const [name, content] of Object.entries(site)) {
    mkdirSync(join(dataDir, "site"), { recursive: true });
    writeFileSync(join(dataDir, "site", name), content);
  }
}

async function untilHealthy(origin: string, exitCode: () => number | null): Promise<void> {
  const deadline = Date.now() + answerWithinMs;
  while (Date.now() < deadline) {
    if (exitCode() !== null) throw new Error(`The product stopped at start with exit code ${exitCode()}.`);
    const answer = await fetch(`${origin}/api/health`).catch(() => undefined);
    if (answer?.ok) return;
    await Bun.sleep(50);
  }
  throw new Error(`The product did not answer within ${answerWithinMs / 1000} seconds.`);
}
