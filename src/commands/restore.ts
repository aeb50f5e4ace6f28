import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { restoreBackup } from "../backup/restore-backup.service.ts";
import { settleRestored } from "../backup/settle-restored.service.ts";
import { readConfig } from "../config.ts";
import { AppError } from "../errors.ts";
import type { LogEnd } from "../evidence/log/log-end.ts";
import { toldOfEnd } from "./log.ts";

const usage = `Please say: restore PATH, with --nothing-since when the server did nothing behind the backup

Without it the restored server goes on as one that may have forgotten something: its public log ends and another one
begins, everybody signs in anew, and mails that waited are not sent.`;

/** Puts a backup into the empty folder DATA_DIR. Throws AppError with the operator's sentence. */
export async function restore(words: string[]): Promise<void> {
  const { path, isLatest } = readWords(words);
  const config = readConfig();
  let end: LogEnd | undefined;
  const finish = () => {
    if (!isLatest) end = settleRestored(config, Date.now);
  };
  const { files, missing, madeAt } = await restoreBackup({
    path: resolve(path),
    dataDir: config.dataDir,
    finish,
  });
  console.log(
    `${config.dataDir} is as it was at ${madeAt}: ${files.length} files, all as the manifest says.`,
  );
  for (const key of missing) console.log(`${key} was missing already when the backup was made.`);
  if (end) console.log(toldOfEnd(end));
}

function readWords(words: string[]): { path: string; isLatest: boolean } {
  try {
    const { values, positionals } = parseArgs({
      args: words,
      options: { "nothing-since": { type: "boolean", default: false } },
      allowPositionals: true,
    });
    const [path, ...rest] = positionals;
    if (path !== undefined && rest.length === 0) return { path, isLatest: values["nothing-since"] };
  } catch {
    // Words that are no options of this command: said below.
  }
  throw new AppError("invalid", usage);
}
