import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { readDatabaseIn } from "../../db/open.ts";
import { readConfig } from "../config.ts";
import { AppError } from "../errors.ts";
import { checkLog, type ReadableLog } from "../evidence/log/check-log.ts";
import type { Checkpoint } from "../evidence/log/checkpoint.ts";
import { loadSigningKeys } from "../files/keys.ts";
import { FileStore } from "../files/store.ts";
import { checkHoldings } from "../registry/holdings.service.ts";
import { readLogKey } from "../registry/log-key.service.ts";
import { readOwnLog } from "../registry/published-log.service.ts";
import { readRemoteLog } from "../registry/remote-log.ts";

const usage = "Please say: verify-log [ADDRESS or DATA FOLDER] [--checkpoint FILE]";

/**
 * Recomputes a log from its entries: of a server by its address, or of a data folder, where every stored file and
 * attestation is checked too. Throws AppError with a sentence for each thing that does not hold.
 */
export async function verifyLog(words: string[]): Promise<void> {
  const { where, keptAt } = readWords(words);
  if (/^https?:\/\//.test(where)) await verify(await readRemoteLog(where), keptAt);
  else await verifyFolder(resolve(where), keptAt);
}

function readWords(words: string[]): { where: string; keptAt: string | undefined } {
  try {
    const { values, positionals } = parseArgs({
      args: words,
      options: { checkpoint: { type: "string" } },
      allowPositionals: true,
    });
    const [where = readConfig().dataDir, ...rest] = positionals;
    if (rest.length === 0) return { where, keptAt: values.checkpoint };
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
  }
  throw new AppError("invalid", usage);
}

async function verifyFolder(dataDir: string, keptAt: string | undefined): Promise<void> {
  const db = readDatabaseIn(dataDir);
  try {
    const config = { ...readConfig(), dataDir };
    const logKey = readLogKey(dataDir, db);
    const deps = {
      db,
      config,
      logKey,
      files: new FileStore(dataDir),
      signingKeys: loadSigningKeys(dataDir, () => true),
    };
    await verify(readOwnLog(deps), keptAt);
    const { certificates, faults } = await checkHoldings(deps);
    if (faults.length > 0) throw new AppError("internal", faults.join("\n"));
    console.log(`The files, attestations and entries of ${certificates} certificates agree.`);
  } finally {
    db.$client.close();
  }
}

/** Checks the log, against the checkpoint kept in the file too; then the file holds the newer one. */
async function verify(log: ReadableLog, keptAt: string | undefined): Promise<void> {
  const kept = keptAt !== undefined && existsSync(keptAt) ? readFileSync(keptAt, "utf8") : undefined;
  const checkpoint = await checkLog(log, kept);
  console.log(sentenceAbout(checkpoint));
  if (kept !== undefined) console.log(`It begins as the checkpoint in ${keptAt} says.`);
  if (keptAt !== undefined) writeFileSync(keptAt, log.checkpoint);
}

function sentenceAbout({ origin, size, hash }: Checkpoint): string {
  const head = Buffer.from(hash).toString("base64");
  return `The log ${origin} has ${size} entries, and all of them lead to the head it signed: ${head}`;
}
