import {
  chownSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { makeDataFolder, takeCheckedOutFolder } from "../../../db/data-folder.ts";
import { stateFiles } from "../../../db/state-files.ts";
import { backupsAmong, unfinishedAmong } from "../../features/backup/backups.ts";
import { fileAreas } from "../../platform/files/object-store.ts";
import { programFiles } from "../../platform/self-exec.ts";
import { forbidNewPrivileges } from "./no-new-privileges.ts";
import { chooseOwnUser, keepOwnUser, type User } from "./own-user.ts";

/** What a server started by root needs from this machine after it has changed its user. */
export type RootStart = { dataDir: string; port: number; backups?: { folder: string } | undefined };

/** Exists in every ext file system and belongs to root. */
const ofFileSystem = "lost+found";
/** Files of the data folder that the server never uses. */
const unused = [ofFileSystem, stateFiles.readme];

/**
 * Changes the user of a server that root started, permanently and in all its threads, to the owner of the data folder,
 * which is chosen at the first start and which no other installation on the machine has. Before the change, that user
 * gets ownership of the data folder and the backups; after it, no process of the server can gain rights again. Returns
 * why the server stays root; undefined if it does not, or was not root.
 */
export function dropRoot(start: RootStart): string | undefined {
  const { dataDir, port, backups } = start;
  if (process.getuid?.() !== 0) return undefined;
  makeDataFolder(dataDir);
  const folders = [dataDir, ...(backups && makeBackupFolder(backups.folder) ? [backups.folder] : [])];
  const user = chooseUser(dataDir);
  const obstacle = findObstacle(user, { dataDir, port, backups });
  if (obstacle !== undefined) return obstacle;
  // Another installation may have started for the first time at this moment, and have taken the same user.
  if (!keepOwnUser(dataDir, user) && !findOwner(dataDir)) return dropRoot(start);
  for (const folder of folders) give(folder, user);
  become(user);
  return undefined;
}

/**
 * Changes the user of a command that root runs on another user's data folder to that user, so that the server can use
 * the files that the command writes.
 */
export function becomeOwner(dataDir: string): void {
  if (process.getuid?.() === 0 && existsSync(dataDir)) takeCheckedOutFolder(dataDir);
  const owner = findUsableOwner(dataDir);
  if (owner) become(owner);
}

/** A command that root started and that runs as another user, except for some parts. */
export type PartialRights = {
  /** Runs work as root. Permissions belong to the whole process: nothing else may run at the same time. */
  asRoot: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /** Permanently changes the user of the process. */
  giveUpRoot: () => void;
};

/**
 * Gives a command that root runs the permissions of the data folder's owner: it reads nothing there that the server
 * could not read, and the server can use the files that it writes. Undefined if the command keeps its user, as in
 * `becomeOwner`.
 */
export function actAsOwner(dataDir: string): PartialRights | undefined {
  const owner = findUsableOwner(dataDir);
  return owner && ownsSmallFiles(owner, dataDir) ? actAs(owner) : undefined;
}

/**
 * Gives an empty data folder to the user that a server started by root becomes, and a command that root runs that
 * user's permissions. Undefined, and without any change, if the server would stay root as well.
 */
export function takeOverAsServer(start: RootStart): PartialRights | undefined {
  const { dataDir } = start;
  if (process.getuid?.() !== 0) return undefined;
  makeDataFolder(dataDir);
  const user = chooseUser(dataDir);
  if (findOwner(dataDir)) giveOwnFiles(dataDir, user);
  if (findObstacle(user, start) !== undefined) return undefined;
  keepOwnUser(dataDir, user);
  give(dataDir, user);
  return actAs(user);
}

function actAs(user: User): PartialRights {
  // The user needs no groups, and root's groups could read what the user cannot.
  process.setgroups?.([]);
  const takeRights = ({ uid, gid }: User) => {
    process.seteuid?.(0);
    process.setegid?.(gid);
    process.seteuid?.(uid);
  };
  takeRights(user);
  return {
    async asRoot(work) {
      takeRights(root);
      try {
        return await work();
      } finally {
        takeRights(user);
      }
    },
    giveUpRoot() {
      takeRights(root);
      become(user);
    },
  };
}

const root: User = { uid: 0, gid: 0 };

/** The owner of the data folder, if the process is root and the owner can use all of it. */
function findUsableOwner(dataDir: string): User | undefined {
  const owner = process.getuid?.() === 0 ? findOwner(dataDir) : undefined;
  if (!owner || findHidden(owner, [dataDir]) !== undefined) return undefined;
  return findRootFile(dataDir) === undefined ? owner : undefined;
}

/** Whether everything except documents and caches belongs to the user, who could not read it otherwise. */
function ownsSmallFiles({ uid }: User, dataDir: string): boolean {
  const skipped = new Set([
    ...fileAreas,
    stateFiles.temporary,
    stateFiles.cache,
    stateFiles.children,
    ...unused,
  ]);
  return readdirSync(dataDir)
    .filter((name) => !skipped.has(name))
    .map((name) => join(dataDir, name))
    .flatMap((path) => [path, ...findBelow(path)])
    .every((path) => (lstatSync(path, { throwIfNoEntry: false })?.uid ?? uid) === uid);
}

function findBelow(path: string): string[] {
  if (!lstatSync(path, { throwIfNoEntry: false })?.isDirectory()) return [];
  return readdirSync(path, { recursive: true }).map((name) => join(path, String(name)));
}

const chooseUser = (dataDir: string): User => findOwner(dataDir) ?? chooseOwnUser(dataDir);

function become({ uid, gid }: User): void {
  process.setgroups?.([]);
  process.setgid?.(gid);
  process.setuid?.(uid);
  forbidNewPrivileges();
}

/** False if it cannot be created; the log says so when a backup is due. */
function makeBackupFolder(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return true;
  } catch {
    return false;
  }
}

/** The owner of the folder, unless it is root or unknown. */
function findOwner(folder: string): User | undefined {
  if (!existsSync(folder)) return undefined;
  const { uid, gid } = statSync(folder);
  return uid === 0 ? undefined : { uid, gid };
}

/** The reason why the server would not work as this user. */
function findObstacle(user: User, { dataDir, port, backups }: RootStart): string | undefined {
  const hidden = findHidden(user, [dataDir, ...(backups ? [backups.folder] : [])]);
  if (hidden !== undefined) return `an ordinary user cannot access ${hidden}`;
  const program = programFiles().find((path) => path.startsWith(join(dataDir, "/")));
  if (program !== undefined) return `the data folder contains the program itself (${program})`;
  const other = backups && findOtherFile(backups.folder);
  if (other !== undefined) return `BACKUP_DIR contains ${other}, and backups need their own folder`;
  const rootFile = findOwner(dataDir) && findRootFile(dataDir);
  if (rootFile !== undefined) {
    const command = `chown -R -h ${user.uid}:${user.gid} ${dataDir}`;
    return `${rootFile} belongs to root and its folder to another user (to give that user everything: ${command})`;
  }
  if (backups && findOwner(backups.folder) && !canWrite(user, backups.folder))
    return `the owner of ${dataDir} cannot write to ${backups.folder}`;
  if (!canWrite(user, tmpdir())) return `an ordinary user cannot write to ${tmpdir()}`;
  if (port < firstUnprivilegedPort()) return `only root may listen on port ${port}`;
  if (!canSandbox(user)) return "only root can start the sandbox in which documents are opened";
  return undefined;
}

function findHidden(user: User, folders: string[]): string | undefined {
  return [...programFiles(), ...folders].find((path) => existsSync(path) && !canReach(user, path));
}

/**
 * A file in another user's data folder that only root can use, such as the database of a server that ran as root. The
 * documents are not searched: every user can read them, and there may be a million.
 */
function findRootFile(dataDir: string): string | undefined {
  return [dataDir, join(dataDir, stateFiles.keys), dirname(join(dataDir, stateFiles.checkpoint))]
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
    .filter((path) => !unused.includes(basename(path)))
    .find((path) => lstatSync(path, { throwIfNoEntry: false })?.uid === 0);
}

function canReach(user: User, path: string): boolean {
  const folder = dirname(path);
  return (getPermissions(user, folder) & 1) !== 0 && (folder === "/" || canReach(user, folder));
}

const canWrite = (user: User, folder: string): boolean =>
  (getPermissions(user, folder) & 3) === 3 && canReach(user, folder);

/** Three permission bits: read, write, search. */
function getPermissions({ uid, gid }: User, path: string): number {
  const { mode, uid: owner, gid: group } = statSync(path);
  return (owner === uid ? mode >> 6 : group === gid ? mode >> 3 : mode) & 7;
}

function firstUnprivilegedPort(): number {
  const setting = "/proc/sys/net/ipv4/ip_unprivileged_port_start";
  return existsSync(setting) ? Number(readFileSync(setting, "utf8")) : 1024;
}

/** Root can always create a sandbox, other users only if user namespaces are allowed. */
function canSandbox({ uid, gid }: User): boolean {
  if (Bun.which("bwrap") === null) return true;
  if (Bun.which("setpriv") === null) return false;
  const asUser = ["setpriv", `--reuid=${uid}`, `--regid=${gid}`, "--clear-groups", "--no-new-privs"];
  const sandbox = ["bwrap", "--unshare-all", "--ro-bind", "/", "/", "true"];
  const { exitCode } = Bun.spawnSync([...asUser, ...sandbox], {
    env: { PATH: "/usr/sbin:/usr/bin:/sbin:/bin" },
    stdin: "ignore",
    stdout: "ignore",
    stderr: "ignore",
    timeout: 10_000,
  });
  return exitCode === 0;
}

/**
 * A file in root's folder that is not a backup: it may be private to root, and ownership of the whole folder would
 * change.
 */
function findOtherFile(folder: string): string | undefined {
  if (!existsSync(folder) || statSync(folder).uid !== 0) return undefined;
  const names = readdirSync(folder);
  const expected = new Set([...backupsAmong(names), ...unfinishedAmong(names), ofFileSystem]);
  const other = names.find((name) => !expected.has(name));
  return other === undefined ? undefined : join(folder, other);
}

/**
 * Gives root's folder to the user, the folder itself last, so that an interrupted change is completed at the next
 * start. A folder of any other user is left alone, since its owner could have put links to root's files there.
 */
function give(folder: string, user: User): void {
  if (statSync(folder).uid !== 0) return;
  for (const name of readdirSync(folder, { recursive: true })) {
    lchownSync(join(folder, String(name)), user.uid, user.gid);
  }
  chownSync(folder, user.uid, user.gid);
}

/**
 * Gives the user the files that root's command created in the user's empty data folder before: the lock, and the
 * libraries of the executable.
 */
function giveOwnFiles(dataDir: string, { uid, gid }: User): void {
  for (const name of readdirSync(dataDir).filter((entry) => /^(attestamp\.lock.*|cache)$/.test(entry))) {
    const path = join(dataDir, name);
    const found = lstatSync(path);
    if (found.uid !== 0 || (found.isFile() && found.nlink > 1)) continue;
    for (const one of [...findBelow(path), path]) lchownSync(one, uid, gid);
  }
}
