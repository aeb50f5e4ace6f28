/** Whether the scheduled backups succeed, for health reports. */
export class BackupReport {
  /** Why the last one failed; undefined if it did not. */
  failure: string | undefined;
}

/** Where backups are stored, how often, and how many are kept. */
export type BackupSettings = { folder: string; everyHours: number; keep: number };

const hour = 3_600_000;
const namePattern = /^attestamp-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z$/;

/** The name of a backup by its time (ms since 1970), to the second; names sort by time. */
export function backupName(at: number): string {
  return `attestamp-${new Date(at).toISOString().slice(0, 19).replaceAll(":", "-")}Z`;
}

/** The names in a folder that are backups, oldest first; other names are ignored. */
export function backupsAmong(names: string[]): string[] {
  return names.filter((name) => namePattern.test(name)).toSorted();
}

/** Leftovers of killed backups. */
export function unfinishedAmong(names: string[]): string[] {
  return names.filter(
    (name) => name.endsWith(".unfinished") && namePattern.test(name.replace(/\.unfinished$/, "")),
  );
}

/** Whether the next one is due. A backup dated in the future was made while the clock was ahead. */
export function isBackupDue(newest: string | undefined, everyHours: number, now: number): boolean {
  const [, day, hours, minutes, seconds] = namePattern.exec(newest ?? "") ?? [];
  if (day === undefined) return true;
  // A minute less than the interval; otherwise an hourly backup might run only every other hour.
  return Math.abs(now - Date.parse(`${day}T${hours}:${minutes}:${seconds}Z`)) >= everyHours * hour - 60_000;
}
