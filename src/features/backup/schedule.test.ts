import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { certify } from "../../issuing/log/test-log.ts";
import { createLogger } from "../../platform/logger.ts";
import { childrenOf } from "../../testing/processes.ts";
import { makeTestFolder, startTestServer, type TestServer } from "../../testing/test-server.ts";
import { sqlOf } from "../../testing/test-sql.ts";
import { until } from "../../testing/test-waiting.ts";
import { type BackupSettings, backupName, backupsAmong, isBackupDue } from "./backups.ts";
import { readManifest } from "./manifest.ts";
import { backUpIfDue } from "./schedule.service.ts";

setDefaultTimeout(600_000);

const hour = 3_600_000;
let root: string;
let server: TestServer;
let settings: BackupSettings;
let now: number;
let lines: string[];
beforeEach(async () => {
  root = makeTestFolder();
  settings = { folder: join(root, "backups"), everyHours: 24, keep: 2 };
  now = Date.UTC(2026, 10, 21, 12);
  lines = [];
  server = await startTestServer({
    config: { dataDir: join(root, "data"), backups: settings },
    deps: { now: () => now, log: createLogger("info", { write: (line) => void lines.push(line) }) },
  });
});
afterEach(async () => {
  await server.stop();
  rmSync(root, { recursive: true, force: true });
});

const look = () => backUpIfDue(server.deps, new AbortController().signal);
const made = () => readdirSync(settings.folder).toSorted();

test("a backup is made when it is due, and the newest ones are kept", async () => {
  for (let day = 0; day < 3; day += 1) {
    await look();
    now += 23 * hour;
    await look();
    now += hour;
  }
  expect(made()).toEqual(["attestamp-2026-11-22T12-00-00Z", "attestamp-2026-11-23T12-00-00Z"]);
  expect(server.deps.backups.failure).toBeUndefined();
  const [newest = ""] = made().slice(-1);
  expect(readManifest(join(settings.folder, newest)).missing).toEqual([]);
});

test("unchanged files are shared with the previous backup", async () => {
  const { id } = await certify(server.deps);
  const key = `stamped/${id}`;
  writeFileSync(join(root, "data", key), "");
  const empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
  sqlOf(server.deps.db).exec(`UPDATE documents SET processed_path = '${key}', stamped_sha256 = '${empty}'`);
  await look();
  now += 24 * hour;
  await look();
  const [first, second] = made().map((name) => statSync(join(settings.folder, name, key)).ino);
  expect(first).toBe(second ?? -1);
});

test("an unreadable earlier backup does not prevent the next one, and is logged", async () => {
  await look();
  const [first = ""] = made();
  writeFileSync(join(settings.folder, first, "manifest.json"), "no manifest");
  now += 24 * hour;
  await look();
  expect([made().length, server.deps.backups.failure]).toEqual([2, undefined]);
  expect(lines.at(-1)).toContain(
    `It shares nothing with the earlier backup: ${join(settings.folder, first)}`,
  );
});

test("a missing file is logged and reported until a backup succeeds, and the backup is made without it", async () => {
  await look();
  now += 24 * hour;
  const { id } = await certify(server.deps);
  sqlOf(server.deps.db).exec(`UPDATE documents SET processed_path = 'stamped/${id}'`);
  await look();
  expect(server.deps.backups.failure).toContain(`stamped/${id} is missing in the data folder.`);
  expect(lines.filter((line) => line.includes("of a damaged data folder"))).toHaveLength(1);
  expect(made()).toHaveLength(2);
  sqlOf(server.deps.db).exec("UPDATE documents SET processed_path = NULL");
  now += 24 * hour;
  await look();
  expect(server.deps.backups.failure).toBeUndefined();
});

test("an unusable backup folder is reported, and the server keeps running", async () => {
  writeFileSync(settings.folder, "a file where the folder belongs");
  await look();
  expect(server.deps.backups.failure).toMatch(/EEXIST|ENOTDIR/);
  expect(lines.filter((line) => line.includes("the backup failed; retrying in an hour"))).toHaveLength(1);
});

test("the remains of a killed backup are deleted with the next one; other things in the folder are not touched", async () => {
  mkdirSync(join(settings.folder, "attestamp-2026-11-20T00-00-00Z.unfinished/stamped"), { recursive: true });
  mkdirSync(join(settings.folder, "attestamp-old.unfinished"));
  await look();
  expect(made()).toEqual(["attestamp-2026-11-21T12-00-00Z", "attestamp-old.unfinished"]);
});

test("a server that stops does not wait for a backup", async () => {
  const others = childrenOf(process.pid);
  const stopping = new AbortController();
  const backup = backUpIfDue(server.deps, stopping.signal);
  /** The backup process is suspended, so that it cannot finish before the server stops. */
  const hold = () => {
    const [child] = childrenOf(process.pid).filter((pid) => !others.includes(pid));
    return child !== undefined && process.kill(child, "SIGSTOP");
  };
  await until("a backup is being made", hold);
  stopping.abort();
  await backup;
  expect(backupsAmong(made())).toEqual([]);
});

test("a backup is due by the clock, even when the previous one has a date in the future", () => {
  const newest = backupName(now);
  expect(isBackupDue(undefined, 24, now)).toBe(true);
  expect([0, 23, 24, -23, -48].map((hours) => isBackupDue(newest, 24, now + hours * hour))).toEqual([
    false,
    false,
    true,
    false,
    true,
  ]);
});

test("/api/ready reports whether the last backup failed, and the server still counts as ready", async () => {
  const ready = async (at: number) => {
    now = at;
    const answer = await fetch(`${server.origin}/api/ready`);
    return [answer.status, JSON.parse(await answer.text()).checks.backups];
  };
  expect(await ready(now)).toEqual([200, "ok"]);
  server.deps.backups.failure = "No room.";
  expect(await ready(now + 10_000)).toEqual([200, "not made"]);
});
