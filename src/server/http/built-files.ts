import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

const builtPageFolder = join(import.meta.dir, "../../../dist/web");

/**
 * The location of each file of the built page by its path, e.g. "/assets/main-1a2b3c.js.br"; empty if it was not built.
 * The executable embeds them (src/server/executable).
 */
export function builtFiles(folder = builtPageFolder): Map<string, string> {
  if (!existsSync(folder)) return new Map();
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  return new Map(paths.map((path) => [path.slice(folder.length).replaceAll("\\", "/"), path]));
}

/**
 * Whether a file can still be read at any later time. A new build removes these; in the executable, nothing does.
 */
export const builtFilesStay: boolean = false;
