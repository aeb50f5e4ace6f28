import { existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { executable, programFiles } from "../self-exec.ts";
import { seccompFilter } from "./seccomp-filter.ts";

/**
 * The sandbox in which a child opens documents. It has no network, and its file system contains only the program, the
 * system's libraries and the input of the current task (all read-only), the files for its result, and a small area in
 * memory for temporary files: nothing else can be written or created. No process has or can gain a capability.
 */
export type ChildSandbox = {
  /** The arguments before a child's command. */
  prefix: (folders: TaskFolders & { cacheFolder: string }) => string[];
  /**
   * The system calls that the kernel refuses inside, as a BPF program that bubblewrap reads from file descriptor 9;
   * undefined if there is no filter.
   */
  filter: Buffer | undefined;
  /** The path of a child's files in the sandbox; undefined if it sees them at their own paths. */
  taskRoot: string | undefined;
  /** Its working folder and TMPDIR; undefined for the server's. */
  scratchFolder: string | undefined;
  /** The user and the group of the child, if they are not the server's. */
  user: number | undefined;
};

/** The files that a child can access: a folder to read from, and existing files to write to. */
export type TaskFolders = { input: string; outputs: string[] };

/** A user that owns nothing on this machine. */
const unprivileged = 65534;

/** For machines without bubblewrap: only the limits on memory, processor time and file size apply. */
export const noSandbox: ChildSandbox = {
  prefix: () => [],
  filter: undefined,
  taskRoot: undefined,
  scratchFolder: undefined,
  user: undefined,
};

/**
 * The strongest sandbox that works on this machine, found by starting this program in it; undefined if none works. Root
 * starts bubblewrap with its own permissions, which then changes its user; all other users need user namespaces.
 */
export function findChildSandbox(): ChildSandbox | undefined {
  if (Bun.which("bwrap") === null) return undefined;
  const { asRoot, asUser } = childSandboxes;
  const candidates = process.getuid?.() === 0 ? [asRoot, asUser] : [asUser];
  return candidates.find(works);
}

/** The warning for the operator if documents are opened without a sandbox. */
export const sandboxWarning =
  "Documents are opened without a sandbox: a flaw in a decoder could reach this machine's files and network. Install bubblewrap, and allow user namespaces where the server does not run as root.";

const taskRoot = "/task";
/** Temporary files of decoders. They count as memory, and the decoders' largest pictures need a few hundred MB. */
const scratchFolder = `${taskRoot}/scratch`;
const outputFolder = `${taskRoot}/output`;
const scratchBytes = 1024 * 1024 * 1024;
const setpriv = "/usr/bin/setpriv";

const filter = seccompFilter(process.arch);
const filtered = filter ? ["--seccomp", "9"] : [];

const asUser: ChildSandbox = {
  prefix: (folders) => [
    "bwrap",
    ...["--unshare-user", "--uid", `${unprivileged}`, "--gid", `${unprivileged}`],
    ...[...isolation, ...filtered],
    ...["--cap-drop", "ALL"],
    ...fileSystem(folders),
    "--",
  ],
  filter,
  taskRoot,
  scratchFolder,
  user: undefined,
};

const asRoot: ChildSandbox = {
  ...asUser,
  prefix: (folders) => [
    "bwrap",
    ...[...isolation, ...filtered],
    ...["--cap-drop", "ALL"],
    ...["CAP_SETUID", "CAP_SETGID", "CAP_SETPCAP"].flatMap((capability) => ["--cap-add", capability]),
    ...fileSystem(folders, [setpriv]),
    "--",
    setpriv,
    ...[`--reuid=${unprivileged}`, `--regid=${unprivileged}`, "--clear-groups"],
    ...["--bounding-set=-all", "--inh-caps=-all", "--no-new-privs"],
  ],
  user: unprivileged,
};

/** The possible sandboxes for a server that runs as root, and for any other. */
export const childSandboxes = { asRoot, asUser };

/** Separate process IDs, network, shared memory, host name and control groups; ends with the server. */
const isolation = [
  "--unshare-pid",
  "--unshare-net",
  "--unshare-ipc",
  "--unshare-uts",
  "--unshare-cgroup-try",
  "--die-with-parent",
];

function fileSystem(folders: Parameters<ChildSandbox["prefix"]>[0], programs: string[] = []): string[] {
  const readOnly = [...systemLibraries, ...programFiles(), ...programs].filter((path) => existsSync(path));
  const inside = [...readOnly, folders.cacheFolder, `${taskRoot}/input`];
  const parents = new Set(inside.flatMap(ancestors));
  return [
    // First, since a folder of the server may be in /dev/shm.
    ...["--proc", "/proc", "--dev", "/dev"],
    ...[...parents].flatMap((path) => ["--perms", "0755", "--dir", path]),
    ...readOnly.flatMap((path) => ["--ro-bind", path, path]),
    ...["/lib", "/lib32", "/lib64"].flatMap(linkOrBind),
    ...["--ro-bind-try", folders.cacheFolder, folders.cacheFolder],
    ...["--ro-bind", folders.input, `${taskRoot}/input`],
    ...["--perms", "0755", "--dir", outputFolder],
    ...folders.outputs.flatMap((file) => ["--bind", file, join(outputFolder, basename(file))]),
    ...["--perms", "1777", "--size", String(scratchBytes), "--tmpfs", scratchFolder],
    ...["--remount-ro", "/dev", "--remount-ro", "/"],
    ...["--chdir", scratchFolder],
  ];
}

const systemLibraries = ["/usr/lib", "/usr/lib32", "/usr/lib64", "/etc/ld.so.cache"];

/** Ancestors from the outermost inward, without the root folder and the path itself. */
function ancestors(path: string): string[] {
  const parent = dirname(path);
  return parent === "/" ? [] : [...ancestors(parent), parent];
}

/** /lib is a link into /usr on a merged system and a separate folder on others. */
function linkOrBind(path: string): string[] {
  if (!existsSync(path)) return [];
  const real = realpathSync(path);
  return real === path ? ["--ro-bind", path, path] : ["--symlink", real.slice(1), path];
}

/** Precedes a command in the sandbox: passes it the filter. */
export const openFilter = 'exec 9<"$1" && rm -f "$1" && shift && ';

function works(sandbox: ChildSandbox): boolean {
  const folder = mkdtempSync(join(tmpdir(), "attestamp-sandbox-"));
  try {
    const filterFile = join(folder, "filter");
    writeFileSync(filterFile, sandbox.filter ?? "");
    const result = join(folder, "result");
    writeFileSync(result, "");
    const somewhere = { input: folder, outputs: [result], cacheFolder: folder };
    const command = [...sandbox.prefix(somewhere), executable, "--version"];
    const { exitCode } = Bun.spawnSync(
      ["/bin/sh", "-c", `${openFilter}exec "$@"`, "sh", filterFile, ...command],
      {
        env: { PATH: "/usr/bin:/bin", BUN_BE_BUN: "1" },
        stdin: "ignore",
        stdout: "ignore",
        stderr: "ignore",
        timeout: 10_000,
      },
    );
    return exitCode === 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
