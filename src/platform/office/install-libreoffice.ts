import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Writer without a display, its equation editor, the sandbox, and the bridge to a running LibreOffice. */
const programs = ["libreoffice-writer-nogui", "libreoffice-math-nogui", "bubblewrap", "python3-uno"];

/**
 * Fonts with the same widths as Arial, Times New Roman, Courier New, Calibri and Cambria, so that lines and pages break
 * as in Word; then other scripts, Chinese, Japanese and Korean last.
 */
const fonts = [
  "fonts-liberation2",
  "fonts-liberation",
  "fonts-crosextra-carlito",
  "fonts-crosextra-caladea",
  "fonts-dejavu-core",
  "fonts-noto-core",
  "fonts-noto-cjk",
];

/** The same as a command for the operator. */
export const installCommand = `apt-get install -y --no-install-recommends ${programs.join(" ")} fonts-liberation fonts-crosextra-carlito fonts-crosextra-caladea`;

/** Debian, Ubuntu and derived systems, if we may install packages. */
export function canInstall(): boolean {
  if (process.getuid?.() !== 0 || Bun.which("apt-get") === null || !existsSync("/etc/os-release"))
    return false;
  return /^ID(_LIKE)?=.*\b(debian|ubuntu)\b/m.test(readFileSync("/etc/os-release", "utf8"));
}

/** Installs LibreOffice and what it needs. If that fails, throws an Error with apt's message. */
export async function installLibreOffice(): Promise<void> {
  await apt(["apt-get", "update", "-qq"]);
  const known = await knownPackages(fonts);
  const wanted = [...programs, ...fonts.filter((font) => known.has(font))];
  const lockTimeout = ["-o", "DPkg::Lock::Timeout=300"];
  await apt(["apt-get", "install", "-y", "-qq", "--no-install-recommends", ...lockTimeout, ...wanted]);
}

const environment = {
  PATH: "/usr/sbin:/usr/bin:/sbin:/bin",
  DEBIAN_FRONTEND: "noninteractive",
  LC_ALL: "C.UTF-8",
};

/** Font packages differ between releases, and one unknown name makes apt refuse everything. */
async function knownPackages(names: string[]): Promise<Set<string>> {
  const child = Bun.spawn(["apt-cache", "show", "--no-all-versions", ...names], {
    env: environment,
    stderr: "ignore",
  });
  const description = await new Response(child.stdout).text();
  return new Set([...description.matchAll(/^Package: (.+)$/gm)].map(([, name]) => name ?? ""));
}

/**
 * A stop of the server must not interrupt apt: it runs in a separate process group, which Ctrl-C does not reach, and
 * writes to a file, which stays open without us.
 */
async function apt(command: string[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "attestamp-apt-"));
  const errors = join(folder, "errors.txt");
  try {
    const child = Bun.spawn(command, {
      env: environment,
      stdin: "ignore",
      stdout: "ignore",
      stderr: Bun.file(errors),
      detached: true,
    });
    if ((await child.exited) === 0) return;
    throw new Error(
      readFileSync(errors, "utf8").trim().split("\n").at(-1) || `"${command.join(" ")}" failed`,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
