import { existsSync } from "node:fs";
import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { selfExec, throughShell } from "../../platform/self-exec.ts";
import type { Deps } from "../deps.ts";
import { type BackupSettings, backupName, backupsAmong, isBackupDue, unfinishedAmong } from "./backups.ts";

const hour = 3_600_000;

/**
 * Looks at once and then every hour whether a backup is due. It is made by a process of its own, behind the server
 * when both want the processor or the disk. Returns how to end it: one that is being made is given up.
 */
export function startBackups(deps: Deps): () => Promise<void> {
  const { backups: settings } = deps.config;
  if (!settings) return async () => {};
  const ending = new AbortController();
  let underWay = backUpIfDue(deps, settings, ending.signal);
  const timer = setInterval(() => {
    underWay = underWay.then(() => backUpIfDue(deps, settings, ending.signal));
  }, hour);
  return () => {
    clearInterval(timer);
    ending.abort();
    return underWay;
  };
}

/**
 * Never rejects: a failure is logged and stands in the report until a backup succeeds. One that was not made is tried
 * again in an hour; one that lacks what the data folder lacks is made, and the next is due in its time.
 */
export async function backUpIfDue(deps: Deps, settings: BackupSettings, ending: AbortSignal): Promise<void> {
  if (ending.aborted) return;
  const { log, backups, now } = deps;
  try {
    await mkdir(settings.folder, { recursive: true, mode: 0o700 });
    const names = await readdir(settings.folder);
    const newest = backupsAmong(names).at(-1);
    if (!isBackupDue(newest, settings.everyHours, now())) return;
    for (const name of unfinishedAmong(names)) await remove(settings, name);
    const path = join(settings.folder, backupName(now()));
    const { told, fault } = await runBackup(deps, path, newest && join(settings.folder, newest), ending);
    if (ending.aborted) return;
    backups.failure = fault;
    if (fault === undefined) log.info({ path, told }, "a backup was made");
    else if (existsSync(path))
      log.error({ path, told, fault }, "a backup was made of a folder that is not sound");
    else log.error({ path, fault }, "the backup failed and is tried again in an hour");
    await removeOld(settings);
  } catch (error) {
    backups.failure = error instanceof Error ? error.message : String(error);
    log.error({ err: error }, "the backup failed and is tried again in an hour");
  }
}

/** What the operator would run. Returns what it says, and why it failed if it did. */
async function runBackup(
  { config }: Deps,
  path: string,
  like: string | undefined,
  ending: AbortSignal,
): Promise<{ told: string; fault: string | undefined }> {
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
    signal: ending,
    killSignal: "SIGKILL",
  });
  const [told, complaint] = await Promise.all([getText(child.stdout), getText(child.stderr)]);
  const code = await child.exited;
  const fault = complaint || `It ended with ${child.signalCode ?? code}.`;
  return { told, fault: code === 0 ? undefined : fault };
}

const getText = async (said: ReadableStream) => (await new Response(said).text()).trim();

/** The newest ones stay. One that cannot be put back is not counted: it never got its name. */
async function removeOld(settings: BackupSettings): Promise<void> {
  const names = backupsAmong(await readdir(settings.folder));
  for (const name of names.slice(0, -settings.keep)) await remove(settings, name);
}

async function remove({ folder }: BackupSettings, name: string): Promise<void> {
  await rm(join(folder, name), { recursive: true, force: true });
}
