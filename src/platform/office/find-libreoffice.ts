import { existsSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { findSandbox, type Sandbox } from "./sandbox.ts";

export type LibreOffice = {
  /** The program itself, not the scripts that start it. */
  program: string;
  /** A Python that can talk to LibreOffice inside the sandbox; without one, each document starts LibreOffice. */
  python: string | undefined;
  sandbox: Sandbox;
  /** Whether it has Math; without it, equations are missing. */
  drawsEquations: boolean;
};

/** The warning for the operator about a LibreOffice without Math. */
export const equationsWarning =
  "Equations of Word documents are left out, with a note: LibreOffice Math is missing (on Debian and Ubuntu, libreoffice-math-nogui).";

const defaultPlaces = [
  "/usr/lib/libreoffice/program/soffice",
  "/usr/lib64/libreoffice/program/soffice",
  "/Applications/LibreOffice.app/Contents/MacOS/soffice",
];

/**
 * Finds a LibreOffice with Writer, and tries which sandbox works on this machine and whether Python can talk to
 * LibreOffice. `path` is the soffice to use; without it the default places are searched.
 */
export async function findLibreOffice(path?: string): Promise<LibreOffice | undefined> {
  const places = path === undefined ? [Bun.which("soffice") ?? "", ...defaultPlaces] : [path];
  const program = places.filter((place) => existsSync(place)).map(programBehind)[0];
  if (program === undefined || !hasPart(program, "writer")) return undefined;
  const sandbox = await findSandbox(dirname(dirname(program)));
  const python = await findPython(program, sandbox);
  return { program, sandbox, python, drawsEquations: hasPart(program, "math") };
}

/** `soffice` is a link to a script that starts `soffice.bin` next to it. */
function programBehind(place: string): string {
  const script = realpathSync(place);
  const binary = join(dirname(script), "soffice.bin");
  return existsSync(binary) ? binary : script;
}

/** LibreOffice can be installed in parts; only Writer reads Word documents. */
function hasPart(program: string, part: "writer" | "math"): boolean {
  const home = dirname(dirname(program));
  return ["share", "Resources"].some((folder) => existsSync(join(home, folder, `registry/${part}.xcd`)));
}

async function findPython(program: string, sandbox: Sandbox): Promise<string | undefined> {
  const candidates = [join(dirname(program), "python"), "/usr/bin/python3"].filter((path) =>
    existsSync(path),
  );
  for (const python of candidates) {
    const child = Bun.spawn([...sandbox.prefix, python, "-c", "import uno"], {
      env: { PATH: "/usr/bin:/bin", HOME: "/nonexistent" },
      stdin: "ignore",
      stdout: "ignore",
      stderr: "ignore",
    });
    if ((await child.exited) === 0) return python;
  }
  return undefined;
}
