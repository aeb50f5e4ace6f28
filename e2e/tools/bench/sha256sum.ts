/** Milliseconds until it is done, and milliseconds of processor time of all its processes. */
export type Duration = { elapsed: number; processor: number };

/** How long `sha256sum` takes for these files of a folder. */
export async function measureSha256sum(folder: string, names: string[]): Promise<Duration> {
  const start = performance.now();
  const child = Bun.spawn(["sha256sum", ...names], { cwd: folder, stdout: "ignore", stderr: "inherit" });
  if ((await child.exited) !== 0) throw new Error("sha256sum failed.");
  const elapsed = performance.now() - start;
  return { elapsed, processor: Number(child.resourceUsage()?.cpuTime.total) / 1_000 };
}
