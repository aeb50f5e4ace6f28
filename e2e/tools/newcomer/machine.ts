import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Debian as debootstrap makes it; may be deleted at any time. */
export const installedDebian = join(import.meta.dir, "../../../node_modules/.cache/newcomer/debian");
const suite = "trixie";
const needed = ["debootstrap", "unshare", "nsenter", "slirp4netns"];

/**
 * Process 1 of the machine: mounts what a machine has, waits for its network, and stays. The folder becomes the root
 * of all of it, since a container engine enters the machine's namespaces, not a changed root. Its name servers are
 * those of slirp4netns, which carries its packets as an ordinary process of this machine: no rule of this machine's
 * network changes.
 */
const init = `set -eu
cd "$1"
mount --make-rprivate /
mount --bind . . && cd "$1"
mount -t proc proc proc
mount --rbind /dev dev
mount -t sysfs sysfs sys
if [ -e /sys/fs/cgroup/cgroup.controllers ]; then mount -t cgroup2 cgroup2 sys/fs/cgroup
else
  mount -t tmpfs tmpfs sys/fs/cgroup
  awk '$4 == 1 && $1 != "#subsys_name" { print $1 }' /proc/cgroups | while read -r name; do
    mkdir "sys/fs/cgroup/$name"
    mount -t cgroup -o "$name" cgroup "sys/fs/cgroup/$name" || rmdir "sys/fs/cgroup/$name"
  done
fi
mount -t tmpfs tmpfs run
mount -t tmpfs tmpfs tmp
ip link set lo up
until ip link show tap0 >/dev/null 2>&1; do sleep 0.1; done
echo nameserver 10.0.2.3 >etc/resolv.conf
mkdir -p old
pivot_root . old
cd /
umount -l /old
echo ready >/run/ready
while :; do sleep 1000 & wait; done`;

/** What a person typed, and what came of it. */
class CommandFailed extends Error {
  override name = "CommandFailed";
}

/** A command that was left running. */
export type Left = { hasEnded: () => boolean; end: () => Promise<void> };

/**
 * A Debian from debootstrap in namespaces of its own, in which commands are typed as root. Files that it reads are put
 * under `root`. Everything in it ends with `stop`.
 */
export class Machine {
  readonly root: string;
  readonly #init: Bun.Subprocess;
  readonly #network: Bun.Subprocess;
  readonly #pid: number;
  readonly #settings: Record<string, string>;

  private constructor(
    root: string,
    init: Bun.Subprocess,
    network: Bun.Subprocess,
    pid: number,
    settings: Record<string, string>,
  ) {
    this.root = root;
    this.#init = init;
    this.#network = network;
    this.#pid = pid;
    this.#settings = settings;
  }

  /**
   * Starts one in the folder, which must not exist. `settings` are in the environment of every command. Throws an
   * error that says what is missing if this process may not do that.
   */
  static async start(root: string, settings: Record<string, string>): Promise<Machine> {
    await requireTools();
    if (!existsSync(installedDebian)) await installDebian(installedDebian);
    await Bun.$`cp -a ${installedDebian} ${root}`;
    const init_ = Bun.spawn(
      ["unshare", "--mount", "--pid", "--net", "--fork", "--kill-child", "sh", "-c", init, "sh", root],
      { stdout: "inherit", stderr: "inherit" },
    );
    const pid = await childOf(init_);
    const network = Bun.spawn(
      ["slirp4netns", "--configure", "--mtu=65520", "--disable-host-loopback", String(pid), "tap0"],
      { stdout: "ignore", stderr: "ignore" },
    );
    const machine = new Machine(root, init_, network, pid, settings);
    while ((await machine.#spawn("test -e /run/ready", "/", "ignore").exited) !== 0) {
      if (init_.exitCode !== null || network.exitCode !== null) {
        await machine.stop({ isKept: false });
        throw new Error("The machine or its network ended at its start.");
      }
      await Bun.sleep(100);
    }
    return machine;
  }

  /** The command before a program of this machine, so that it runs in the network of the other. */
  get insideNetwork(): string[] {
    return ["nsenter", "--target", String(this.#pid), "--net"];
  }

  /** Types a command in a folder, and returns what it writes. Throws CommandFailed if it fails. */
  async type(command: string, folder = "/root"): Promise<string> {
    const child = this.#spawn(command, folder, "pipe");
    const [out, errors] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
    ]);
    if ((await child.exited) !== 0) throw new CommandFailed(`${command}\n${out}\n${errors}`);
    return out;
  }

  /** Types a command that stays in the foreground of another terminal. Its output is in `/var/log/NAME` there. */
  leave(name: string, command: string, folder = "/root"): Left {
    const path = this.path(`/var/log/${name}`);
    mkdirSync(dirname(path), { recursive: true });
    const child = this.#spawn(`exec ${command}`, folder, Bun.file(path));
    return {
      hasEnded: () => child.exitCode !== null,
      async end() {
        child.kill("SIGTERM");
        await child.exited;
      },
    };
  }

  /** The path on this machine of a path in the other. */
  path(inside: string): string {
    return join(this.root, inside);
  }

  write(inside: string, text: string): void {
    mkdirSync(dirname(this.path(inside)), { recursive: true });
    writeFileSync(this.path(inside), text);
  }

  /** Ends everything in it. Its files are deleted, unless they are kept. */
  async stop({ isKept }: { isKept: boolean }): Promise<void> {
    // The kernel ends all others with process 1, which takes no other signal.
    if (this.#init.exitCode === null) process.kill(this.#pid, "SIGKILL");
    this.#network.kill();
    await Promise.all([this.#init.exited, this.#network.exited]);
    if (!isKept) rmSync(this.root, { recursive: true, force: true });
  }

  #spawn<Out extends "pipe" | "ignore" | Bun.BunFile>(command: string, folder: string, out: Out) {
    const settings = Object.entries(this.#settings).map(([name, value]) => `${name}=${value}`);
    const path = "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
    const enter = ["nsenter", "--target", String(this.#pid), "--mount", "--root", "--wd=/", "--pid", "--net"];
    const inside = ["env", "-i", "HOME=/root", "TERM=dumb", path, ...settings];
    return Bun.spawn([...enter, ...inside, "sh", "-c", `cd ${folder} && ${command}`], {
      stdin: "ignore",
      stdout: out,
      stderr: out,
    });
  }
}

async function requireTools(): Promise<void> {
  const missing = needed.filter((name) => !Bun.which(name));
  if (missing.length > 0) throw new Error(`Please install ${missing.join(", ")}.`);
  const mayUnshare =
    process.getuid?.() === 0 && (await Bun.$`unshare --mount --net true`.nothrow()).exitCode === 0;
  if (!mayUnshare) throw new Error("This needs root, and the right to mount.");
}

/** The first process in the namespaces. */
async function childOf(parent: Bun.Subprocess): Promise<number> {
  for (;;) {
    const children = readFileSync(`/proc/${parent.pid}/task/${parent.pid}/children`, "utf8").trim();
    if (children !== "") return Number(children.split(" ")[0]);
    if (parent.exitCode !== null) throw new Error("The machine ended at its start.");
    await Bun.sleep(20);
  }
}

/** Debian with nothing but its base, from the mirror and with the apt settings of this machine. */
async function installDebian(folder: string): Promise<void> {
  const fresh = `${folder}.new`;
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(dirname(folder), { recursive: true });
  const sites = (await Bun.$`apt-get indextargets --format ${"$(SITE)"}`.nothrow().text()).split("\n");
  const mirror = sites.find((site) => /\/debian\/?$/.test(site)) ?? "http://deb.debian.org/debian";
  await Bun.$`debootstrap --variant=minbase ${suite} ${fresh} ${mirror}`.quiet();
  writeFileSync(join(fresh, "etc/apt/sources.list"), `deb ${mirror} ${suite} main\n`);
  const settings = (await Bun.$`apt-config dump Acquire`.text()).replaceAll(/^Acquire "";$/gm, "");
  writeFileSync(join(fresh, "etc/apt/apt.conf.d/90machine"), `${settings}\nAPT::Get::Assume-Yes "true";\n`);
  renameSync(fresh, folder);
}
