import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

const builtPageFolder = join(import.meta.dir, "../../../dist/web");

/**
 * Where each file of the built page lies, by its path in the page, e.g. "/assets/main-1a2b3c.js.br"; none when it was
 * not built. The executable has them inside it (src/server/executable).
 */
export function builtFiles(folder = builtPageFolder): Map<string, string> {
  if (!existsSync(folder)) return new Map();
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  return new Map(paths.map((path) => [path.slice(folder.length).replaceAll("\\", "/"), path]));
}
