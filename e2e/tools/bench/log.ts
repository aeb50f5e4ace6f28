import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { LogMeasures } from "./log-child.ts";
import { compare, least, type Row } from "./table.ts";

/**
 * The size of the large log, the number of attempts, how much slower the large one may be, and the maximum time of a
 * hundred receipts relative to a thousand signatures, in wall-clock or processor time.
 */
type LogLimits = {
  entries: number;
  tries: number;
  ratio: number;
  receipts: number;
  by: "clock" | "processor";
};

/**
 * Compares a log with many entries with one of a thousand, alternating: neither appends nor receipts may become slower.
 */
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
  const { appends, receipts, signatures, startCheckMs }: LogMeasures = JSON.parse(said);
  const size = limits.entries.toLocaleString("en");
  console.log(`The start check of ${size} entries took ${startCheckMs.toFixed(0)} ms.`);
  const hundred = least(receipts.map(([, time]) => time));
  return [
    against(`append to ${size} entries`, appends, limits.ratio),
    against(`100 receipts of ${size} entries`, receipts, limits.ratio),
    compare(
      `100 receipts of ${size} entries`,
      hundred,
      "1,000 signatures",
      least(signatures),
      limits.receipts,
    ),
  ];
}

function against(what: string, tries: [small: number, large: number][], limit: number): Row {
  const small = least(tries.map(([time]) => time));
  const large = least(tries.map(([, time]) => time));
  return compare(what, large, "at 1,000", small, limit);
}
