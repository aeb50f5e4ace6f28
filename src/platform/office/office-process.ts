import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FileSink, Subprocess } from "bun";
import { ConversionFailed } from "./office.ts";
import { nobody, type Sandbox } from "./sandbox.ts";

/** The folder inside a sealed cage: in memory, private, gone with the last process in it. */
const sealedFolder = "/tmp";

/** Followed by the process id of the program, which tells whose a folder is. */
const folderPrefix = "attestamp-word-";

const momentMs = 3000;

/** Lays out the profile in the current folder, then becomes the given command. */
const layOutProfile =
  'mkdir -p profile/user && printf %s "$1" > profile/user/registrymodifications.xcu && shift && exec "$@"';

export type OfficeProcess = {
  child: Subprocess<"pipe", "pipe", "ignore">;
  /** Resolves when the process is gone and its folder too. */
  ended: Promise<void>;
  /** Ends its input, on which it ends by itself, and kills it when it does not within a moment. */
  end(): Promise<void>;
  /** Kills it with everything it started, at once. */
  kill(): Promise<void>;
};

/**
 * Starts a command in the cage, in an empty folder that holds LibreOffice's hardened profile, with an
 * environment that says nothing about this machine. `command` is given the folder's path inside the cage.
 */
export function startOfficeProcess(cage: Sandbox, command: (folder: string) => string[]): OfficeProcess {
  const folder = cage.strength === "sealed" ? undefined : makeFolder();
  const inside = folder ?? sealedFolder;
  const profile = officeProfile({ seesFiles: cage.strength !== "sealed" });
  const child = Bun.spawn(
    [...cage.prefix, "/bin/sh", "-c", layOutProfile, "sh", profile, ...command(inside)],
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

/** Throws ConversionFailed when the process ends before it has taken the whole file. */
export async function sendFile(path: string, stdin: FileSink): Promise<void> {
  try {
    for await (const chunk of Bun.file(path).stream()) {
      stdin.write(chunk);
      await stdin.flush();
    }
    await stdin.flush();
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EPIPE")) throw error;
    throw new ConversionFailed("LibreOffice ended before it had read the document.", { cause: error });
  }
}

/** Root hands the folder to the unprivileged user inside the cage. */
function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), `${folderPrefix}${process.pid}-`));
  if (process.getuid?.() === 0) chownSync(folder, nobody, nobody);
  return folder;
}

/**
 * Removes folders in which LibreOffice worked for a program that was killed, with the document in them. They lie
 * outside the data folder, which the unprivileged user may not enter. To be called before the first start here.
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

/** The child leads a process group of its own; a group that is already gone is what is wanted. */
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
 * No macro runs, no object or link of a document is followed or refreshed, nothing asks or recovers; pictures
 * stay as sharp as they came, and the PDF has no fields that could be filled in after the stamp. A profile of a later
 * version keeps LibreOffice from testing its drawing at each start, which takes longer than the rest of the start.
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
 * Leaves LibreOffice without a reader for SVG, the one kind of picture that can show other files of the machine:
 * wherever one stands, in a DOC or a metafile too, its fallback or an empty frame is shown.
 */
const withoutSvg: Setting = {
  path: `${graphicFilters}/org.openoffice.TypeDetection.GraphicFilter:Filter['svg_Import']`,
  name: "FormatName",
  value: "none",
};

/**
 * Leaves embedded objects and links untouched, for a LibreOffice that could reach something through them. Charts and
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
