import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { closeDatabase } from "../../../db/client.ts";
import { readConfiguredDatabase } from "../../../db/open.ts";
import { encodeBase64 } from "../../../src/evidence/tlog/base64.ts";
import { getReceipt, proveExtension, readHead } from "../../../src/issuing/log/log.service.ts";
import { buildExternalReader, runProgram } from "../../../src/issuing/log/test-external-reader.ts";
import type { ClusterServer } from "./server.ts";

const lookAgainMs = 300;
/** The reader verifies every entry for each checkpoint. */
const maxCompared = 30;

/** The checkpoints that the servers published at any time. */
export class LogHistory {
  readonly #seen = new Set<string>();
  readonly #servers: ClusterServer[];

  constructor(servers: ClusterServer[]) {
    this.#servers = servers;
  }

  /** The number of different checkpoints seen. */
  get length(): number {
    return this.#seen.size;
  }

  /** Asks every server that is up, again and again, until it is aborted. */
  async watch(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await Promise.all(this.#servers.map((server) => this.#look(server)));
      await Bun.sleep(lookAgainMs);
    }
  }

  /**
   * A server that was killed, or whose database is unavailable, gives no answer; the proxy decides whether that is
   * allowed.
   */
  async #look({ origin }: ClusterServer): Promise<void> {
    if (origin === undefined) return;
    const answer = await fetch(`${origin}/evidence/log/checkpoint`).catch(() => undefined);
    const text = await answer?.text().catch(() => undefined);
    if (answer?.ok && text !== undefined) this.#seen.add(text);
  }

  /**
   * Has Go's reader of transparency logs verify the log that `origin` serves: its tree, that every observed checkpoint
   * is part of it, and that it contains every document. Returns what is wrong.
   */
  async check(origin: string, databaseUrl: string, documentIds: string[]): Promise<string[]> {
    const folder = mkdtempSync(join(tmpdir(), "attestamp-history-"));
    const write = (name: string, text: string) => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    };
    const db = await readConfiguredDatabase({ dataDir: folder, databaseUrl });
    try {
      const program = await buildExternalReader(folder);
      const receipts: string[] = [];
      for (const id of documentIds) receipts.push(write(`${id}.tlog-proof`, await getReceipt({ db }, id)));
      const wrong: string[] = [];
      for (const checkpoint of this.#chosen()) {
        const { size } = await readHead({ db });
        const hashes = await proveExtension({ db }, sizeOf(checkpoint), size);
        const proof = hashes.map((hash) => `${encodeBase64(hash)}\n`).join("");
        const files = [write("earlier", checkpoint), write("consistency", proof)];
        const { code, said } = await runProgram([program, `${origin}/evidence/log`, ...files, ...receipts]);
        if (code !== 0) wrong.push(`the log does not continue ${checkpoint.split("\n")[1]} entries: ${said}`);
      }
      return [...this.#forks(), ...wrong];
    } finally {
      await closeDatabase(db);
      rmSync(folder, { recursive: true, force: true });
    }
  }

  /**
   * A selection, evenly spread, that includes the first and the last checkpoint. Nothing can contradict an empty log.
   */
  #chosen(): string[] {
    const all = [...this.#seen].filter((one) => sizeOf(one) > 0).toSorted((a, b) => sizeOf(a) - sizeOf(b));
    const step = Math.max(1, (all.length - 1) / (maxCompared - 1));
    return all.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step));
  }

  /** Two different trees with the same size. */
  #forks(): string[] {
    const roots = new Map<string, string>();
    return [...this.#seen].flatMap((checkpoint) => {
      const [, size = "", root = ""] = checkpoint.split("\n");
      const other = roots.get(size);
      roots.set(size, root);
      return other === undefined || other === root ? [] : [`the log has forked at ${size} entries`];
    });
  }
}

const sizeOf = (checkpoint: string) => Number(checkpoint.split("\n")[1]);
