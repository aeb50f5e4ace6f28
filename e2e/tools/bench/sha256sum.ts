/** Milliseconds of processor time that `sha256sum` needs for these files of a folder. */
export async function measureSha256sum(folder: string, names: string[]): Promise<number> {
  const child = Bun.spawn(["sha256sum", ...names], { cwd: folder, stdout: "ignore", stderr: "inherit" });
  if ((await child.exited) !== 0) throw new Error("sha256sum failed.");
  return Number(child.resourceUsage()?.cpuTime.total) / 1_000;
}
