import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { LogMeasures } from "./log-child.ts";
import { median, type Row } from "./table.ts";

/**
 * How large the large log is, how often both are tried, how much slower the large one may be, and how many receipts a
 * second it must give: all by the clock, or by the time of the processor alone, which no other program changes.
 */
type LogLimits = {
  entries: number;
  tries: number;
  ratio: number;
  receipts: number;
  by: "clock" | "processor";
};

/** The registry at many entries against one of a thousand, in turns: neither appends nor receipts may slow with it. */
export async function measureLog(scratch: string, limits: LogLimits): Promise<Row[]> {
  const dataDir = join(scratch, "log");
  for (const name of ["small", "large"]) mkdirSync(join(dataDir, name), { recursive: true });
  const child = Bun.spawn(
    [
      process.execPath,
      join(import.meta.dir, "log-child.ts"),
      dataDir,
      `${limits.entries}`,
      `${limits.tries}`,
      limits.by,
    ],
    { stdout: "pipe", stderr: "inherit" },
  );
  const said = await new Response(child.stdout).text();
  if ((await child.exited) !== 0) throw new Error("The bench of the registry failed.");
  const { appends, receipts, startCheckMs }: LogMeasures = JSON.parse(said);
  const receiptMs = median(receipts.map(([, time]) => time)) / 100;
  const size = limits.entries.toLocaleString("en");
  return [
    against(`append to ${size} entries, against 1,000`, appends, limits.ratio),
    against(`100 receipts of ${size} entries, against 1,000`, receipts, limits.ratio),
    receiptsASecond(`log of ${size} entries, receipts a second`, 1_000 / receiptMs, limits, startCheckMs),
  ];
}

function receiptsASecond(what: string, ours: number, { receipts, by }: LogLimits, startCheckMs: number): Row {
  return {
    what,
    ours: ours.toFixed(0),
    peer: `start check ${startCheckMs.toFixed(0)} ms`,
    ratio: by === "clock" ? "" : "cpu",
    limit: `≥ ${receipts}`,
    holds: ours >= receipts,
  };
}

function against(what: string, tries: [small: number, large: number][], limit: number): Row {
  const small = median(tries.map(([time]) => time));
  const large = median(tries.map(([, time]) => time));
  return {
    what,
    ours: `${large.toFixed(1)} ms`,
    peer: `at 1,000 ${small.toFixed(1)} ms`,
    ratio: (large / small).toFixed(2),
    limit: `≤ ${limit}`,
    holds: large / small <= limit,
  };
}
