import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { LogMeasures } from "./log-child.ts";
import { median, type Row } from "./table.ts";

/** The registry at a million entries: receipts a second, and an append against one at a thousand entries. */
export async function measureLog(scratch: string): Promise<Row[]> {
  const dataDir = join(scratch, "log");
  mkdirSync(dataDir);
  const child = Bun.spawn([process.execPath, join(import.meta.dir, "log-child.ts"), dataDir], {
    stdout: "pipe",
    stderr: "inherit",
  });
  const said = await new Response(child.stdout).text();
  if ((await child.exited) !== 0) throw new Error("The bench of the registry failed.");
  const measures: LogMeasures = JSON.parse(said);
  const [small, large] = [median(measures.appendsAtThousand), median(measures.appendsAtMillion)];
  return [
    {
      what: "log of 1,000,000 entries, receipts a second",
      ours: measures.receiptsPerSecond.toFixed(0),
      peer: `start check ${measures.startCheckMs.toFixed(0)} ms`,
      ratio: "",
      limit: "≥ 1000",
      holds: measures.receiptsPerSecond >= 1_000,
    },
    {
      what: "append to 1,000,000 entries, against 1,000",
      ours: `${large.toFixed(1)} ms`,
      peer: `at 1,000 ${small.toFixed(1)} ms`,
      ratio: (large / small).toFixed(2),
      limit: "≤ 1.5",
      holds: large / small <= 1.5,
    },
  ];
}
