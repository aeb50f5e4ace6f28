import { join } from "node:path";
import { version } from "../package.json";

/** The version of this program. */
export const programVersion: string = version;

/** Set by the build of the executable, which has no repository beside it. */
declare const BUILD_COMMIT: string | undefined;

let known: { commit: string | undefined } | undefined;

/**
 * The first twelve digits of the commit that this program was built from, or of the checkout that it runs from.
 * Undefined if neither the build nor git says so.
 */
export function programCommit(): string | undefined {
  known ??= {
    commit: typeof BUILD_COMMIT === "string" ? BUILD_COMMIT : commitOf(join(import.meta.dir, "..")),
  };
  return known.commit;
}

/** Undefined for a folder that is no repository, or that git does not read because it belongs to another user. */
export function commitOf(folder: string): string | undefined {
  if (Bun.which("git") === null) return undefined;
  // The folder itself must be a repository: one that contains it says nothing about this program.
  const question = ["git", `--git-dir=${join(folder, ".git")}`, "rev-parse", "--short=12", "HEAD"];
  const { exitCode, stdout } = Bun.spawnSync(question, { stderr: "ignore" });
  return exitCode === 0 ? stdout.toString().trim() : undefined;
}

/** Name, version and commit, as `attestamp version` prints them. */
export function programTitle(): string {
  const commit = programCommit();
  return `Attestamp ${programVersion}${commit === undefined ? "" : ` (commit ${commit})`}`;
}

/** The command as people type it, for the help and for messages that mention it. */
export const programName = Bun.isStandaloneExecutable ? "attestamp" : "bun src/main.ts";
