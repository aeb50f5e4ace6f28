import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { stateFiles } from "../../../db/state-files.ts";
import type { Check } from "./check.ts";

/** Files that only the server's own user may read. */
export const secretsCheck: Check = {
  what: "only their owner can read the keys and the database",
  advice: "chmod -R go-rwx the folder keys/ and the files attestamp.sqlite*.",
  findIssues: ({ config: { dataDir } }) => {
    const keys = join(dataDir, stateFiles.keys);
    const inside = existsSync(keys)
      ? readdirSync(keys, { recursive: true }).map((name) => `keys/${name}`)
      : [];
    const databases = readdirSync(dataDir).filter((name) => /\.sqlite(-wal|-shm)?$/.test(name));
    return [stateFiles.keys, ...inside, ...databases].flatMap((name) =>
      findIssues(join(dataDir, name), name),
    );
  },
};

function findIssues(path: string, name: string): string[] {
  const mode = (statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & 0o777;
  return (mode & 0o077) === 0 ? [] : [`${name} can be read by others (mode ${mode.toString(8)})`];
}
