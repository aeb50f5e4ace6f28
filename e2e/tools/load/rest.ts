import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { childrenOf } from "../../../src/testing/processes.ts";
import type { Product } from "../../support/product.ts";
import type { LiveMemory } from "./memory-probe.ts";
import type { Sample, ServerWatch } from "./server-watch.ts";

/**
 * The server's resources after all work is done and without requests. The open file that leads to each LibreOffice is
 * not counted.
 */
export type Rest = Pick<Sample, "at" | "rssMb" | "openFiles" | "sockets" | "temporaryFiles"> &
  LiveMemory & {
    /** Children that open documents. One stays warm for minutes. */
    workers: number;
    /** LibreOffices kept for the next Word document. */
    offices: number;
    /** Files in the store, and how many of them no row refers to. */
    keptFiles: number;
    unnamedFiles: number;
  };

const memoryReport = (dataDir: string) => join(dataDir, "tmp-memory-report.json");
const probe = join(import.meta.dir, "memory-probe.ts");

/** The command of a server whose memory can be queried. */
export const commandWithProbe = [process.execPath, "--preload", probe, "src/main.ts", "serve"];
/** The settings it needs. */
export const settingsOfProbe = (dataDir: string) => ({ MEMORY_REPORT: memoryReport(dataDir) });

/** Children beyond the warm one end after a minute without work. */
const longestMs = 15 * 60_000;
const calmSeconds = 5;

/** Waits until nothing is running, then measures. Throws if the server never becomes idle. */
export async function measureRest(product: Product, watch: ServerWatch): Promise<Rest> {
  const until = performance.now() + longestMs;
  for (let calm = 0; calm < calmSeconds; ) {
    if (performance.now() > until) throw new Error("The server came to no rest.");
    await Bun.sleep(1_000);
    const { temporaryFiles, sockets } = watch.look();
    const isCalm = temporaryFiles === 0 && sockets <= 1 && countProcesses(product.pid).workers <= 1;
    calm = isCalm ? calm + 1 : 0;
  }
  const memory = await readLiveMemory(product);
  const { at, rssMb, openFiles, sockets, temporaryFiles } = watch.look();
  const family = countProcesses(product.pid);
  const files = storedFiles(product.dataDir);
  return {
    at,
    rssMb,
    sockets,
    temporaryFiles,
    ...memory,
    ...family,
    openFiles: openFiles - family.offices,
    keptFiles: files.length,
    unnamedFiles: countUnnamed(product.dataDir, files),
  };
}

async function readLiveMemory({ pid, dataDir }: Product): Promise<LiveMemory> {
  const path = memoryReport(dataDir);
  rmSync(path, { force: true });
  process.kill(pid, "SIGUSR2");
  for (const until = performance.now() + 30_000; performance.now() < until; await Bun.sleep(100)) {
    if (existsSync(path)) return JSON.parse(readFileSync(path, "utf8"));
  }
  throw new Error("The server did not tell what it holds in memory.");
}

function countProcesses(pid: number): Pick<Rest, "workers" | "offices"> {
  const commands = childrenOf(pid).map((child) => readCommand(child));
  const workers = commands.filter((words) => words.at(-1) === "work").length;
  return { workers, offices: commands.length - workers };
}

/** Empty for a child that has just ended. */
function readCommand(pid: number): string[] {
  const path = `/proc/${pid}/cmdline`;
  return existsSync(path) ? readFileSync(path, "utf8").split("\0").filter(Boolean) : [];
}

function storedFiles(dataDir: string): string[] {
  const areas = ["originals", "stamped", "certificates"];
  return areas.flatMap((area) => {
    const folder = join(dataDir, area);
    return existsSync(folder) ? readdirSync(folder).map((name) => `${area}/${name}`) : [];
  });
}

function countUnnamed(dataDir: string, files: string[]): number {
  const db = new Sqlite(join(dataDir, "attestamp.sqlite"), { readonly: true });
  const rows = ["original_path", "processed_path", "certificate_path"].flatMap((column) =>
    db.prepare<[], string>(`SELECT ${column} FROM documents WHERE ${column} IS NOT NULL`).pluck().all(),
  );
  db.close();
  const named = new Set(rows);
  return files.filter((file) => !named.has(file)).length;
}
