import { mkdir, rm } from "node:fs/promises";
import { AppError } from "../../errors.ts";
import { librariesFolder, selfExec } from "../../platform/self-exec.ts";

/**
 * Puts the native libraries of the executable into a folder next to it, from which it then loads them: DATA_DIR and
 * TMPDIR may be mounted noexec. Throws AppError for a program that runs from source.
 */
export async function unpackLibraries(): Promise<void> {
  if (!Bun.isStandaloneExecutable)
    throw new AppError("unsupported", "no-libraries-inside", "Only the executable contains libraries.");
  await rm(librariesFolder, { recursive: true, force: true });
  // The server and its children run as other users than the one who installs it.
  await mkdir(librariesFolder, { recursive: true, mode: 0o755 });
  // Each loads one of them.
  for (const words of [
    ["work", "prepare"],
    ["work", "open-database"],
  ]) {
    const child = Bun.spawnSync([...selfExec, ...words], {
      env: { CACHE_DIR: librariesFolder },
      stdin: "ignore",
      stdout: "ignore",
      stderr: "inherit",
    });
    if (child.exitCode !== 0)
      throw new AppError(
        "unavailable",
        "libraries-not-unpacked",
        "The libraries cannot be unpacked into {folder}.",
        { params: { folder: librariesFolder } },
      );
  }
  console.log(`The libraries are in ${librariesFolder}. Unpack them again after each upgrade.`);
}
