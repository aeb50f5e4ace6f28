import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";

export type User = { uid: number; gid: number };

/** The account that the first installation on a machine takes if it exists. */
const accountName = "attestamp";
/**
 * Otherwise: an id that no account has, from those that no distribution hands out (systemd, "Users, Groups, UIDs and
 * GIDs"). They exist in containers too, which often have no ids above 65535.
 */
const firstId = 60_578;
const lastId = 61_183;
/** What earlier versions gave to every installation without an account. */
const formerSharedId = 64_157;

/**
 * Which installation has which id on this machine: a file for each id, with the path of the data folder. Only root can
 * write there. Where nobody can, as in many containers, only accounts and running processes are compared.
 */
const machineClaims = "/var/lib/attestamp-users";

/** A user that no other installation on this machine has, for a data folder that belongs to root. */
export function chooseOwnUser(dataDir: string, claims = machineClaims): User {
  const folder = realpathSync(dataDir);
  const candidates = [...accountOfProgram(), ...freeUsers(folder, claims)];
  const isFree = ({ uid }: User) => [undefined, folder].includes(readClaim(claims, uid));
  const user =
    candidates.find(isFree) ?? candidates.find(({ uid }) => !existsSync(readClaim(claims, uid) ?? folder));
  if (!user) throw new Error(`Every user id from ${firstId} to ${lastId} is in use.`);
  return user;
}

/** Records whose data folder it is. False if another installation on this machine has recorded the user before. */
export function keepOwnUser(dataDir: string, { uid }: User, claims = machineClaims): boolean {
  const folder = realpathSync(dataDir);
  const earlier = readClaim(claims, uid);
  if (earlier !== undefined && earlier !== folder && existsSync(earlier)) return false;
  try {
    mkdirSync(claims, { recursive: true, mode: 0o700 });
    writeFileSync(join(claims, String(uid)), folder, {
      flag: earlier === undefined ? "wx" : "w",
      mode: 0o600,
    });
    return true;
  } catch (error) {
    return !(error instanceof Error && "code" in error && error.code === "EEXIST");
  }
}

function readClaim(claims: string, uid: number): string | undefined {
  const path = join(claims, String(uid));
  return existsSync(path) ? readFileSync(path, "utf8") : undefined;
}

/** What an operator should know about a data folder whose user other installations may have too. */
export function sharedUserAdvice(dataDir: string): string | undefined {
  if (!existsSync(dataDir) || statSync(dataDir).uid !== formerSharedId) return undefined;
  return `${dataDir} belongs to user ${formerSharedId}, which earlier versions gave to every installation on a machine: each can read the keys of the others. To give it a user of its own, stop the server, run "chown -R -h root:root" on DATA_DIR and BACKUP_DIR, and start it again`;
}

function accountOfProgram(): User[] {
  const [, uid, gid] = new RegExp(`^${accountName}:[^:]*:(\\d+):(\\d+):`, "m").exec(accounts()) ?? [];
  return uid === undefined || uid === "0" ? [] : [{ uid: Number(uid), gid: Number(gid) }];
}

/** Starts at an id that follows from the path, so that installations differ even if nothing can be recorded. */
function freeUsers(folder: string, claims: string): User[] {
  const ofAccounts = new Set([...accounts().matchAll(/^[^:]*:[^:]*:(\d+):/gm)].map(([, id]) => Number(id)));
  const ofProcesses = usersOfProcesses();
  const count = lastId - firstId + 1;
  const start = new Bun.CryptoHasher("sha256").update(folder).digest().readUInt32BE();
  return Array.from({ length: count }, (_, at) => firstId + ((start + at) % count))
    .filter((id) => !ofAccounts.has(id) && (!ofProcesses.has(id) || readClaim(claims, id) === folder))
    .map((id) => ({ uid: id, gid: id }));
}

const usersOfProcesses = (): Set<number> =>
  new Set(
    readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .flatMap((pid) => statSync(join("/proc", pid), { throwIfNoEntry: false })?.uid ?? []),
  );

const accounts = (): string =>
  ["/etc/passwd", "/etc/group"]
    .map((file) => (existsSync(file) ? readFileSync(file, "utf8") : ""))
    .join("\n");
