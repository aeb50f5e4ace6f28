import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { writeTextPdf } from "../../support/samples.ts";
import type { AuthorityMeasures } from "./authority-child.ts";
import { median, type Row } from "./table.ts";

/**
 * What evidence adds to a small document, in processor time: two seals with their time-stamps, two tokens, one entry
 * in the log.
 */
export async function measureAuthority(scratch: string): Promise<Row> {
  const dataDir = join(scratch, "authority");
  mkdirSync(join(dataDir, "tmp"), { recursive: true });
  const pdf = join(scratch, "small.pdf");
  await writeTextPdf(pdf, 10);
  const child = Bun.spawn([process.execPath, join(import.meta.dir, "authority-child.ts"), pdf, dataDir], {
    stdout: "pipe",
    stderr: "inherit",
  });
  const said = await new Response(child.stdout).text();
  if ((await child.exited) !== 0) throw new Error("The bench of the authority failed.");
  const { seals, timeStamps, log }: AuthorityMeasures = JSON.parse(said);
  const all = median(seals) + median(timeStamps) + median(log);
  return {
    what: "10-page PDF, seals, time-stamps and log entry",
    ours: `${all.toFixed(0)} ms`,
    peer: `seals ${median(seals).toFixed(1)}, log ${median(log).toFixed(1)} ms`,
    ratio: "cpu",
    limit: "≤ 100",
    holds: all <= 100,
  };
}
