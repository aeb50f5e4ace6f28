import { readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * All scripts that a browser loads for the given scripts of a built page: the scripts themselves and all their static
 * imports.
 */
export function scriptsBehind(folder: string, names: string[], found = new Set<string>()): Set<string> {
  for (const name of names) {
    if (found.has(name)) continue;
    found.add(name);
    const imports = readFileSync(join(folder, name), "utf8").matchAll(
      /(?:from|import)\s*"(?:\/|\.\/)(?:assets\/)?([^"/]+\.js)"/g,
    );
    scriptsBehind(
      folder,
      [...imports].map(([, file]) => `assets/${file}`),
      found,
    );
  }
  return found;
}
