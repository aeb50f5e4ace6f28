import { existsSync } from "node:fs";
import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { selfExec, throughShell } from "../../platform/self-exec.ts";
import type { Deps } from "../deps.ts";
import { type BackupSettings, backupName, backupsAmong, isBackupDue, unfinishedAmong } from "./backups.ts";

/**
 * Makes a backup if one is due, in a process of its own with low priority; `signal` kills that process. Never rejects:
 * a failure is logged and stays in the report until a backup succeeds. If the data folder lacks files, the backup is
 * made without them, and the next one is due at its regular time.
 */
export async function backUpIfDue(
  deps: Pick<Deps, "config" | "log" | "backups" | "now">,
  signal: AbortSignal,
): Promise<void> {
  const { config, log, backups, now } = deps;
  const settings = config.backups;
  if (!settings || signal.aborted) return;
  try {
    await mkdir(settings.folder, { recursive: true, mode: 0o700 });
    const names = await readdir(settings.folder);
    const newest = backupsAmong(names).at(-1);
    if (!isBackupDue(newest, settings.everyHours, now())) return;
    for (const name of unfinishedAmong(names)) await remove(settings, name);
    const path = join(settings.folder, backupName(now()));
    const { told, failure } = await runBackup(deps, path, newest && join(settings.folder, newest), signal);
    if (signal.aborted) return;
    backups.failure = failure;
    if (failure === undefined) log.info({ path, told }, "a backup was made");
    else if (existsSync(path))
      log.error({ path, told, failure }, "a backup was made of a damaged data folder");
    else log.error({ path, failure }, "the backup failed; retrying in an hour");
    await removeOld(settings);
  } catch (error) {
    backups.failure = error instanceof Error ? error.message : String(error);
    log.error({ err: error }, "the backup failed; retrying in an hour");
  }
}

/** Runs the operator's `backup` command. Returns its output, and the reason if it failed. */
async function runBackup(
  { config }: Pick<Deps, "config">,
  path: string,
  like: string | undefined,
  signal: AbortSignal,
): Promise<{ told: string; failure: string | undefined }> {
  const words = ["backup", path, ...(like === undefined ? [] : ["--like", like])];
  const child = Bun.spawn(throughShell('exec nice -n 10 "$@"', [], [...selfExec, ...words]), {
    env: {
      PATH: "/usr/local/bin:/usr/bin:/bin",
      DATA_DIR: config.dataDir,
      BUN_OPTIONS: "--no-orphans",
    },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
    signal,
    killSignal: "SIGKILL",
  });
  const [told, complaint] = await Promise.all([getText(child.stdout), getText(child.stderr)]);
  const code = await child.exited;
  const failure = complaint || `It ended with ${child.signalCode ?? code}.`;
  return { told, failure: code === 0 ? undefined : failure };
}

const getText = async (said: ReadableStream) => (await new Response(said).text()).trim();

/** Keeps the newest ones. Incomplete backups do not count: they never got their final name. */
async function removeOld(settings: BackupSettings): Promise<void> {
  const names = backupsAmong(await readdir(settings.folder));
  for (const name of names.slice(0, -settings.keep)) await remove(settings, name);
}

async function remove({ folder }: BackupSettings, name: string): Promise<void> {
  await rm(join(folder, name), { recursive: true, force: true });
}
