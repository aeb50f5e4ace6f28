/** Test support: the files that independent programs extract from a ZIP file. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The files of an archive by name, each with its SHA-256. */
export type Unpacked = Record<string, string>;

const sha256 = (bytes: Uint8Array) => new Bun.CryptoHasher("sha256").update(bytes).digest("hex");

const python = `
import hashlib, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as archive:
    for entry in archive.infolist():
        print(hashlib.sha256(archive.read(entry)).hexdigest(), "", entry.filename)
`;

/**
 * Each program reads differently: bsdtar streams from the first byte; unzip, Python and Go start with the directory at
 * the end.
 */
export const externalReaders = ["bsdtar from a stream", "bsdtar", "unzip", "Python", "Go"] as const;

/** The result of each program, or its reason for rejecting the bytes. */
export async function readExternal(
  zip: Uint8Array,
): Promise<Record<(typeof externalReaders)[number], Unpacked | string>> {
  const folder = mkdtempSync(join(tmpdir(), "outside-readers-"));
  try {
    const archive = join(folder, "archive.zip");
    writeFileSync(archive, zip);
    return {
      "bsdtar from a stream": unpackInto(join(folder, "stream"), 'bsdtar -xf - < "$ARCHIVE"', archive),
      bsdtar: unpackInto(join(folder, "bsdtar"), 'bsdtar -xf "$ARCHIVE"', archive),
      unzip: unpackInto(join(folder, "unzip"), 'unzip -q -o "$ARCHIVE" < /dev/null', archive),
      Python: listed(["python3", "-c", python, archive]),
      Go: listed([await goReader(), archive]),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function unpackInto(folder: string, command: string, archive: string): Unpacked | string {
  const shell = ["sh", "-c", `mkdir "$FOLDER" && cd "$FOLDER" && ${command}`];
  const environment = ["LC_ALL=C.UTF-8", `FOLDER=${folder}`, `ARCHIVE=${archive}`];
  const { exitCode, stderr } = Bun.spawnSync(["env", ...environment, ...shell]);
  if (exitCode === 127) throw new Error(`This test needs the program in: ${command}`);
  if (exitCode !== 0) return `${stderr}`.trim() || `status ${exitCode}`;
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  const paths = files.map((file) => join(file.parentPath, file.name)).toSorted();
  return Object.fromEntries(paths.map((path) => [path.slice(folder.length + 1), sha256(readFileSync(path))]));
}

function listed(command: string[]): Unpacked | string {
  const { exitCode, stdout, stderr } = Bun.spawnSync(["env", "PYTHONUTF8=1", ...command]);
  if (exitCode !== 0) return `${stderr}`.trim();
  const lines = `${stdout}`.split("\n").filter((line) => line !== "");
  return Object.fromEntries(lines.map((line) => [line.slice(66), line.slice(0, 64)]).toSorted());
}

let built: Promise<string> | undefined;

function goReader(): Promise<string> {
  built ??= buildGoReader();
  return built;
}

async function buildGoReader(): Promise<string> {
  if (!Bun.which("go")) throw new Error("This test needs Go; please install the Debian package golang-go.");
  const folder = mkdtempSync(join(tmpdir(), "go-zip-reader-"));
  const program = join(folder, "reader");
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  const source = join(import.meta.dirname, "test-external-readers.go");
  const line = `[ -n "$GOCACHE" ] || export GOCACHE="$1"; GO111MODULE=off exec go build -o "$2" "$3"`;
  const build = Bun.spawn(["sh", "-c", line, "sh", join(folder, "cache"), program, source], {
    stderr: "pipe",
  });
  if ((await build.exited) !== 0) throw new Error(await new Response(build.stderr).text());
  return program;
}
