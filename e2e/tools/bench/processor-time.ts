/** What the processor has worked for this process, all threads, in milliseconds: other programs do not count. */
export function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
