import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { writeTextPdf } from "../../support/samples.ts";
import type { AuthorityMeasures } from "./authority-child.ts";
import { compare, least, type Row } from "./table.ts";

/** Ten times the normal value. */
const maxRatio = 4;

/**
 * The processor time that evidence adds to a small document: two seals with their time-stamps, two tokens, one entry in
 * the log. The peer is a thousand signatures.
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
  const { seals, timeStamps, log, peer }: AuthorityMeasures = JSON.parse(said);
  const ours = least(seals) + least(timeStamps) + least(log);
  const what = "10-page PDF, seals, time-stamps and log entry";
  return compare(what, ours, "1,000 signatures", least(peer), maxRatio);
}
