import { realpathSync } from "node:fs";

/**
 * How LibreOffice is isolated from everything except the document it converts.
 * - `sealed`: own file system (in memory, with nothing of ours), no network, own process IDs.
 * - `offline`: no network, but it sees the file system as an unprivileged user does.
 * - `open`: only the hardened profile and the system's limits.
 */
export type Sandbox = {
  strength: "sealed" | "offline" | "open";
  /** Precedes the command that runs inside. */
  prefix: string[];
};

/** The user and group ids of `nobody`. */
export const nobody = 65534;
const gibibyte = 1024 ** 3;

/** Limits of LibreOffice and its children: memory, file size, processor seconds, no core dumps. */
const limits = [
  "prlimit",
  `--data=${2 * gibibyte}`,
  `--fsize=${gibibyte / 4}`,
  "--cpu=1800",
  "--core=0",
  "--nofile=1024",
  "--",
];
const asNobody = ["setpriv", `--reuid=${nobody}`, `--regid=${nobody}`, "--clear-groups", "--no-new-privs"];

/** Finds the strongest sandbox that works on this machine by trying. `office` is LibreOffice's folder. */
export async function findSandbox(office: string): Promise<Sandbox> {
  const isRoot = process.getuid?.() === 0;
  const unprivileged = isRoot ? asNobody : [];
  const cut = isRoot ? ["unshare", "--net"] : ["unshare", "--user", "--map-current-user", "--net"];
  const sandboxes: Sandbox[] = [
    { strength: "sealed", prefix: [...limits, ...unprivileged, ...bubblewrap(office)] },
    { strength: "sealed", prefix: [...limits, ...bubblewrap(office)] },
    { strength: "offline", prefix: [...limits, ...cut, ...unprivileged] },
    { strength: "open", prefix: [...limits, ...unprivileged] },
  ];
  for (const sandbox of sandboxes) {
    if (await works([...sandbox.prefix, "true"])) return sandbox;
  }
  return { strength: "open", prefix: [] };
}

/** The warning for the operator about a sandbox that is not sealed. */
export function officeSandboxWarning(sandbox: Sandbox): string | undefined {
  if (sandbox.strength === "sealed") return undefined;
  const gap =
    sandbox.strength === "offline" ? "it can see this machine's files" : "it can see files and network";
  return `Word documents are converted without a sandbox: LibreOffice runs with its safe settings, but ${gap}. Install bubblewrap and allow user namespaces to close this.`;
}

/** A file system with the system's programs, libraries and fonts, read-only, and an empty /tmp in memory. */
function bubblewrap(office: string): string[] {
  const readOnly = [
    "/usr/bin",
    "/usr/lib",
    "/usr/lib32",
    "/usr/lib64",
    "/usr/share",
    "/usr/local/share/fonts",
    "/etc/fonts",
    "/etc/libreoffice",
    "/etc/ld.so.cache",
    "/var/cache/fontconfig",
    office,
  ];
  return [
    "bwrap",
    "--unshare-all",
    "--uid",
    `${nobody}`,
    "--gid",
    `${nobody}`,
    "--cap-drop",
    "ALL",
    "--die-with-parent",
    "--new-session",
    ...readOnly.flatMap((path) => ["--ro-bind-try", path, path]),
    ...["/bin", "/lib", "/lib32", "/lib64"].flatMap(sameAsExternal),
    "--proc",
    "/proc",
    "--dev",
    "/dev",
    "--tmpfs",
    "/tmp",
    "--chdir",
    "/tmp",
  ];
}

/** /bin and /lib are links into /usr on a merged system and separate folders on others. */
function sameAsExternal(path: string): string[] {
  try {
    const real = realpathSync(path);
    return real === path ? ["--ro-bind", path, path] : ["--symlink", real.slice(1), path];
  } catch {
    return [];
  }
}

async function works(command: string[]): Promise<boolean> {
  if (Bun.which(command[0] ?? "") === null) return false;
  const child = Bun.spawn(command, { stdin: "ignore", stdout: "ignore", stderr: "ignore", env: {} });
  return (await child.exited) === 0;
}
