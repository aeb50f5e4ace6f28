import { existsSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { findSandbox, type Sandbox } from "./sandbox.ts";

export type LibreOffice = {
  /** The program itself, past the scripts in front of it. */
  program: string;
  /** A Python that can speak to LibreOffice from inside the cage; without one it is started for each document. */
  python: string | undefined;
  cage: Sandbox;
};

const defaultPlaces = [
  "/usr/lib/libreoffice/program/soffice",
  "/usr/lib64/libreoffice/program/soffice",
  "/Applications/LibreOffice.app/Contents/MacOS/soffice",
];

/**
 * Looks for a LibreOffice with its Writer, and tries what this machine allows it: which cage holds and whether
 * Python can speak to it. `path` names the soffice to take; without it the usual places are searched.
 */
export async function findLibreOffice(path?: string): Promise<LibreOffice | undefined> {
  const places = path === undefined ? [Bun.which("soffice") ?? "", ...defaultPlaces] : [path];
  const program = places.filter((place) => existsSync(place)).map(programBehind)[0];
  if (program === undefined || !hasWriter(program)) return undefined;
  const cage = await findSandbox(dirname(dirname(program)));
  return { program, cage, python: await findPython(program, cage) };
}

/** `soffice` is a link to a script that starts `soffice.bin` beside it. */
function programBehind(place: string): string {
  const script = realpathSync(place);
  const binary = join(dirname(script), "soffice.bin");
  return existsSync(binary) ? binary : script;
}

/** Packages come with single parts of LibreOffice; only Writer reads Word documents. */
function hasWriter(program: string): boolean {
  const home = dirname(dirname(program));
  return ["share", "Resources"].some((part) => existsSync(join(home, part, "registry/writer.xcd")));
}

async function findPython(program: string, cage: Sandbox): Promise<string | undefined> {
  const candidates = [join(dirname(program), "python"), "/usr/bin/python3"].filter((path) =>
    existsSync(path),
  );
  for (const python of candidates) {
    const child = Bun.spawn([...cage.prefix, python, "-c", "import uno"], {
      env: { PATH: "/usr/bin:/bin", HOME: "/nonexistent" },
      stdin: "ignore",
      stdout: "ignore",
      stderr: "ignore",
    });
    if ((await child.exited) === 0) return python;
  }
  return undefined;
}
