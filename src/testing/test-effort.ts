/** Test support: how much work something is. */

/** Processor time that this process spends while `work` runs, in milliseconds; others on the machine add little. */
export async function workedMs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
