import { existsSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { findSandbox, type Sandbox } from "./sandbox.ts";

export type LibreOffice = {
  /** The program itself, not the scripts that start it. */
  program: string;
  /** A Python that can talk to LibreOffice inside the sandbox; without one, each document starts LibreOffice. */
  python: string | undefined;
  sandbox: Sandbox;
};

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
  if (program === undefined || !hasWriter(program)) return undefined;
  const sandbox = await findSandbox(dirname(dirname(program)));
  return { program, sandbox, python: await findPython(program, sandbox) };
}

/** `soffice` is a link to a script that starts `soffice.bin` next to it. */
function programBehind(place: string): string {
  const script = realpathSync(place);
  const binary = join(dirname(script), "soffice.bin");
  return existsSync(binary) ? binary : script;
}

/** LibreOffice can be installed in parts; only Writer reads Word documents. */
function hasWriter(program: string): boolean {
  const home = dirname(dirname(program));
  return ["share", "Resources"].some((part) => existsSync(join(home, part, "registry/writer.xcd")));
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
