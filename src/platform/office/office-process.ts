import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FileSink, Subprocess } from "bun";
import { emojiFontPath } from "../../formats/text/emoji-font.ts";
import { ConversionFailed } from "./office.ts";
import { nobody, type Sandbox } from "./sandbox.ts";

/** The folder inside a sealed sandbox: in memory, private, removed with its last process. */
const sealedFolder = "/tmp";

/** Followed by the id of the process that made the folder. */
const folderPrefix = "attestamp-word-";

const momentMs = 3000;

/**
 * Creates the profile in the current folder, and the folder of the user's fonts with the font that comes first on
 * standard input; then becomes the given command. `head` reads not one byte more.
 */
const layOutFolder = `
mkdir -p profile/user .local/share/fonts &&
printf %s "$1" > profile/user/registrymodifications.xcu &&
head -c "$2" > .local/share/fonts/emoji.ttf && shift 2 && exec "$@"`;

export type OfficeProcess = {
  child: Subprocess<"pipe", "pipe", "ignore">;
  /** Resolves when the process and its folder are gone. */
  ended: Promise<void>;
  /** Closes its input, so that it exits, and kills it if it does not. */
  end(): Promise<void>;
  /** Kills it and everything it started. */
  kill(): Promise<void>;
};

let emojiFont: Buffer | undefined;

/**
 * Starts a command in the sandbox, in a folder with only LibreOffice's hardened profile and the bundled font for emoji,
 * which few systems have, and with an environment that reveals nothing about this machine. `command` gets the folder's
 * path inside the sandbox.
 */
export function startOfficeProcess(sandbox: Sandbox, command: (folder: string) => string[]): OfficeProcess {
  const folder = sandbox.strength === "sealed" ? undefined : makeFolder();
  const inside = folder ?? sealedFolder;
  const profile = officeProfile({ seesFiles: sandbox.strength !== "sealed" });
  emojiFont ??= readFileSync(emojiFontPath);
  const folderParts = [profile, `${emojiFont.length}`];
  const child = Bun.spawn(
    [...sandbox.prefix, "/bin/sh", "-c", layOutFolder, "sh", ...folderParts, ...command(inside)],
    {
      cwd: folder ?? "/",
      env: {
        PATH: "/usr/bin:/bin",
        HOME: inside,
        TMPDIR: inside,
        LANG: "C.UTF-8",
        SAL_USE_VCLPLUGIN: "svp",
      },
      stdin: "pipe",
      stdout: "pipe",
      stderr: "ignore",
      detached: true,
    },
  );
  void sendFont(child.stdin, emojiFont);
  const ended = child.exited.then(() => {
    killGroup(child.pid);
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  });
  function kill(): Promise<void> {
    killGroup(child.pid);
    return ended;
  }

  async function end(): Promise<void> {
    const timer = setTimeout(kill, momentMs);
    await child.stdin.end();
    await ended;
    clearTimeout(timer);
  }

  return { child, ended, end, kill };
}

/** A process that ends before it has read the font says so by its end. */
async function sendFont(stdin: FileSink, font: Buffer): Promise<void> {
  try {
    await stdin.write(font);
  } catch (error) {
    if (!isBrokenPipe(error)) throw error;
  }
}

const isBrokenPipe = (error: unknown) => error instanceof Error && "code" in error && error.code === "EPIPE";

/** Throws ConversionFailed if the process ends before it has read the whole file. */
export async function sendFile(path: string, stdin: FileSink): Promise<void> {
  try {
    for await (const chunk of Bun.file(path).stream()) {
      stdin.write(chunk);
      await stdin.flush();
    }
    await stdin.flush();
  } catch (error) {
    if (!isBrokenPipe(error)) throw error;
    throw new ConversionFailed("LibreOffice exited before it had read the document.", { cause: error });
  }
}

/** If the server runs as root, the folder belongs to the unprivileged user inside the sandbox. */
function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), `${folderPrefix}${process.pid}-`));
  if (process.getuid?.() === 0) chownSync(folder, nobody, nobody);
  return folder;
}

/**
 * Removes LibreOffice's folders of servers that were killed, and the documents in them. They are outside of the data
 * folder, which the unprivileged user may not enter. Must be called before the first process starts.
 */
export function sweepOfficeFolders(): void {
  if (!existsSync(tmpdir())) return;
  for (const name of readdirSync(tmpdir())) {
    const pid = Number(name.startsWith(folderPrefix) ? name.slice(folderPrefix.length).split("-")[0] : "");
    if (pid > 0 && (pid === process.pid || !isAlive(pid)))
      rmSync(join(tmpdir(), name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return !(error instanceof Error && "code" in error && error.code === "ESRCH");
  }
}

/** The child leads a process group. A missing group is not an error. */
function killGroup(leader: number): void {
  try {
    process.kill(-leader, "SIGKILL");
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}

type Setting = { path: string; name: string; value: string | boolean | number };

const scripting = "/org.openoffice.Office.Common/Security/Scripting";
const pdfExport = "/org.openoffice.Office.Common/Filter/PDF/Export";

/**
 * No macro runs, no object or link of a document is followed or refreshed, no dialogs or recovery; pictures keep their
 * resolution, and the PDF has no fields that could be filled in after stamping. The high version number keeps
 * LibreOffice from testing its drawing at each start, which takes longer than the rest of the start.
 */
const settings: Setting[] = [
  { path: scripting, name: "BlockUntrustedRefererLinks", value: true },
  { path: scripting, name: "DisableMacrosExecution", value: true },
  { path: scripting, name: "MacroSecurityLevel", value: 3 },
  { path: "/org.openoffice.Office.Writer/Content/Update", name: "Link", value: 0 },
  { path: "/org.openoffice.Office.Java/VirtualMachine", name: "Enable", value: false },
  { path: "/org.openoffice.Office.Recovery/AutoSave", name: "Enabled", value: false },
  { path: "/org.openoffice.Office.Recovery/RecoveryInfo", name: "Enabled", value: false },
  { path: "/org.openoffice.Office.Common/Misc", name: "CrashReport", value: false },
  { path: "/org.openoffice.Office.Common/Misc", name: "FirstRun", value: false },
  { path: "/org.openoffice.Office.Common/Misc", name: "UseOpenCL", value: false },
  { path: "/org.openoffice.Office.Common/Undo", name: "Steps", value: 0 },
  { path: "/org.openoffice.Office.Common/History", name: "Size", value: 0 },
  { path: "/org.openoffice.Setup/Product", name: "ooSetupLastVersion", value: "99.9" },
  { path: pdfExport, name: "ReduceImageResolution", value: false },
  { path: pdfExport, name: "Quality", value: 95 },
  { path: pdfExport, name: "ExportFormFields", value: false },
];

const graphicFilters = "/org.openoffice.TypeDetection.GraphicFilter/Filters";

/**
 * Removes LibreOffice's reader for SVG, the only picture format that can show other files of the machine: its fallback
 * or an empty frame is shown instead, also inside a DOC or a metafile.
 */
const withoutSvg: Setting = {
  path: `${graphicFilters}/org.openoffice.TypeDetection.GraphicFilter:Filter['svg_Import']`,
  name: "FormatName",
  value: "none",
};

/**
 * Ignores embedded objects and links, for a sandbox in which LibreOffice could reach something through them. Charts and
 * equations are embedded objects too: from version 24.8 on they become frames with the words "Object 1".
 */
const withoutActiveContent: Setting = { path: scripting, name: "DisableActiveContent", value: true };

/** The content of registrymodifications.xcu, LibreOffice's user settings. `seesFiles`: of this machine. */
function officeProfile({ seesFiles }: { seesFiles: boolean }): string {
  const items = [...settings, ...(seesFiles ? [withoutSvg, withoutActiveContent] : [])].map(
    ({ path, name, value }) =>
      `<item oor:path="${path}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`,
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<oor:items xmlns:oor="http://openoffice.org/2001/registry">',
    ...items,
    "</oor:items>",
  ].join("\n");
}
