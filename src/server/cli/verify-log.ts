import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { closeDatabase } from "../../../db/client.ts";
import { readConfiguredDatabase } from "../../../db/open.ts";
import { AppError } from "../../errors.ts";
import { checkLog, type ReadableLog } from "../../evidence/tlog/check-log.ts";
import type { Checkpoint } from "../../evidence/tlog/checkpoint.ts";
import { parseTlogProof } from "../../evidence/tlog/tlog-proof.ts";
import { checkCertificates } from "../../features/integrity/certificate-checks.ts";
import { readLogKey } from "../../issuing/log/log-keys.service.ts";
import { readOwnLog } from "../../issuing/log/published-log.service.ts";
import { readRemoteLog } from "../../issuing/log/remote-log.ts";
import { readStoredRoots } from "../../issuing/tsa/stored-tokens.service.ts";
import { checkWitnesses } from "../../issuing/witnesses/check-witnesses.service.ts";
import { openFileStore } from "../../platform/files/open-file-store.ts";
import { loadSigningKeys } from "../../platform/keys/keys.ts";
import { readConfig } from "../read-config.ts";
import { showProgress } from "./show-progress.ts";

/** The exit codes of the program. */
const exitCodes = { inconsistent: 1, unknown: 2 };

/**
 * Recomputes the log of a server at an address, or of a data folder, where every stored file, attestation, time-stamp
 * and witness is checked too. Prints a line for each error and exits with 1; exits with 2 if the check could not run.
 */
export async function verifyLog(source?: string, checkpointFile?: string): Promise<void> {
  try {
    const where = source ?? readConfig().dataDir;
    if (/^https?:\/\//.test(where)) await verify(await readRemoteLog(where), checkpointFile);
    else await verifyFolder(resolve(where), checkpointFile);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    console.error(error.message);
    process.exitCode = error.kind === "internal" ? exitCodes.inconsistent : exitCodes.unknown;
  }
}

async function verifyFolder(dataDir: string, checkpointFile: string | undefined): Promise<void> {
  const config = { ...readConfig(), dataDir };
  const db = await readConfiguredDatabase(config);
  try {
    const deps = {
      db,
      config,
      logKey: await readLogKey(dataDir, db),
      files: await openFileStore(config),
      signingKeys: loadSigningKeys(dataDir, true),
      roots: await readStoredRoots({ db, config }),
    };
    await verify(await readOwnLog(deps), checkpointFile);
    const witnessed = await checkWitnesses(deps);
    const progress = showProgress("certificates");
    const held = await checkCertificates(deps, progress.onProgress);
    progress.end();
    const issues = [...witnessed.issues, ...held.issues];
    if (issues.length > 0) {
      throw new AppError("internal", "log-check-failed", "{issues}", {
        params: { issues: issues.join("\n") },
      });
    }
    console.log(
      `The files, attestations, timestamps and entries of ${held.certificates} certificates agree; ` +
        `${held.released} entries belong to documents that were deleted later.`,
    );
    console.log(`The witnesses' statements about ${witnessed.checkpoints} checkpoints match this log.`);
  } finally {
    await closeDatabase(db);
  }
}

/**
 * Checks the log, and that it continues the checkpoint in the file. Then saves the newer checkpoint to the file, unless
 * that is a receipt.
 */
async function verify(log: ReadableLog, checkpointFile: string | undefined): Promise<void> {
  const kept =
    checkpointFile !== undefined && existsSync(checkpointFile)
      ? readFileSync(checkpointFile, "utf8")
      : undefined;
  const progress = showProgress("entries");
  const checkpoint = await checkLog(log, kept, progress.onProgress).finally(progress.end);
  console.log(sentenceAbout(checkpoint));
  for (const { verifierKey } of log.ended ?? [])
    console.log(`It starts with the entries of ${verifierKey.split("+", 1)[0]}, which has ended.`);
  if (kept !== undefined) console.log(`It starts like the checkpoint in ${checkpointFile} says.`);
  const isReceipt = kept !== undefined && parseTlogProof(kept) !== undefined;
  if (checkpointFile !== undefined && !isReceipt) writeFileSync(checkpointFile, log.checkpoint);
}

function sentenceAbout({ origin, size, hash }: Checkpoint): string {
  const head = Buffer.from(hash).toString("base64");
  return `The log ${origin} has ${size} entries, and all of them lead to the signed head: ${head}`;
}
