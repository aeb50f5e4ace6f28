import { existsSync, readFileSync } from "node:fs";

/**
 * Browsers for the browser tests, the lightest first: the headless shell has no window, which halves the processor time
 * of every test.
 */
export const browsers = ["chromium-headless-shell", "chromium", "chromium-browser"];

/** The external programs of the checks (alternatives separated by commas), and the Debian package of each. */
const tools: Record<string, string> = {
  qpdf: "qpdf",
  "heif-enc": "libheif-examples",
  pdftotext: "poppler-utils",
  pdftoppm: "poppler-utils",
  pdfsig: "poppler-utils",
  pdfinfo: "poppler-utils",
  mutool: "mupdf-tools",
  gs: "ghostscript",
  [browsers.join()]: "chromium-headless-shell",
  openssl: "openssl",
  prlimit: "util-linux",
  unzip: "unzip",
  zipinfo: "unzip",
  certutil: "libnss3-tools",
  xmllint: "libxml2-utils",
  xmlsec1: "xmlsec1",
  python3: "python3",
  soffice: "libreoffice-writer-nogui",
  bwrap: "bubblewrap",
  go: "golang-go",
  bsdtar: "libarchive-tools",
  zbarimg: "zbar-tools",
  radosgw: "radosgw",
  "ceph-mon": "ceph-mon",
  "ceph-osd": "ceph-osd",
  ceph: "ceph-common",
  setpriv: "util-linux",
  javac: "default-jdk-headless",
  faketime: "faketime",
};

/** Debian packages that the checks need, and whose programs are not where a shell looks for them. */
const libraries: Record<string, string> = {
  "/usr/lib/postgresql": "postgresql",
  "/usr/lib/python3/dist-packages/uno.py": "python3-uno",
  "/usr/lib/python3/dist-packages/opentimestamps/__init__.py": "python3-opentimestamps",
  "/usr/lib/python3/dist-packages/pypdf/__init__.py": "python3-pypdf",
  "/usr/share/java/bcpkix.jar": "libbcpkix-java",
  "/usr/share/gocode/src/golang.org/x/mod/sumdb/note/note.go": "golang-golang-x-mod-dev",
};

function missingPackages(wanted: Record<string, string> = tools): string[] {
  const programs = Object.entries(wanted).filter(
    ([names]) => !names.split(",").some((name) => Bun.which(name)),
  );
  const files = Object.entries(libraries).filter(([file]) => !existsSync(file));
  return [...new Set([...programs, ...files].map(([, packageName]) => packageName))];
}

/**
 * Installs what is missing on Debian and Ubuntu as root; on other systems throws an error that says what to install.
 */
export async function ensureTools(wanted?: Record<string, string>): Promise<void> {
  const missing = missingPackages(wanted);
  if (missing.length === 0) return;
  if (!canInstall()) {
    throw new Error(`The checks need these programs (Debian package names): ${missing.join(", ")}.`);
  }
  console.log(`Installing for the checks: ${missing.join(", ")}`);
  await run(["apt-get", "update", "-qq"]);
  await run(["apt-get", "install", "-y", "-qq", "--no-install-recommends", ...missing]);
}

function canInstall(): boolean {
  const system = existsSync("/etc/os-release") ? readFileSync("/etc/os-release", "utf8") : "";
  return process.getuid?.() === 0 && /^ID(_LIKE)?=.*(debian|ubuntu)/m.test(system);
}

async function run(command: string[]): Promise<void> {
  const child = Bun.spawn(command, {
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    stdout: "ignore",
    stderr: "inherit",
  });
  if ((await child.exited) !== 0) throw new Error(`"${command.join(" ")}" failed.`);
}
